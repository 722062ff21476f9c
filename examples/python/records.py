"""Folders and archives of games to one Parquet file of records, which every engine can share out.

    python records.py GAMES... records.parquet
"""

import os
import sys

import pyarrow.parquet
import sgf_audit

ROW_GROUP = 512  # records; what a worker takes at a time


def main(paths: list[str], out: str) -> int:
    records = sgf_audit.read_files(paths)
    partial, written = f"{out}.partial", 0  # the name is that of a file that is complete
    with pyarrow.parquet.ParquetWriter(partial, records.schema, compression="zstd") as file:
        for batch in records:
            # One file of 100,000 games becomes many records.
            batch = sgf_audit.split_batch(batch)
            file.write_batch(batch, row_group_size=ROW_GROUP)
            written += len(batch)
    os.replace(partial, out)
    return written


if __name__ == "__main__":
    *games, records = sys.argv[1:] or [""]
    # What is forgotten is the last name: the games before it are not to be written over.
    if not games or not records.endswith(".parquet"):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    print(main(games, records), "records")

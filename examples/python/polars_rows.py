"""Audit a Parquet of records (records.py) with Polars, a batch at a time: rows as Parquet.

    python polars_rows.py RECORDS.parquet ROWS_FOLDER
"""

import os
import sys
from pathlib import Path

import polars
import sgf_audit

SCHEMA = polars.Schema(polars.DataFrame(sgf_audit.schema().empty_table()).schema)


def audited(records: polars.DataFrame) -> polars.DataFrame:
    batches = records.to_arrow().to_batches()
    return polars.concat(
        [polars.DataFrame(sgf_audit.audit_batch(batch)) for batch in batches] or [SCHEMA.to_frame()]
    )


def rows(path: str) -> polars.LazyFrame:
    return polars.scan_parquet(path).map_batches(audited, schema=SCHEMA, streamable=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    rows(sys.argv[1]).sink_parquet(folder / "rows.partial")
    os.replace(folder / "rows.partial", folder / "rows.parquet")

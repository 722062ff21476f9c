"""Audit a Parquet of records (records.py) on Ray Data: rows as Parquet files.

    python ray_data.py RECORDS.parquet ROWS_FOLDER

The folder is on a disk that all workers see, and takes its name when it is complete; it must not be there before.
"""

import os
import sys

import pyarrow
import ray
import sgf_audit
from ray.data import SaveMode


def audited(records: pyarrow.Table) -> pyarrow.Table:
    batches = map(sgf_audit.audit_batch, records.to_batches())
    return pyarrow.Table.from_batches(batches, sgf_audit.schema())


def rows(path: str, blocks: int) -> ray.data.Dataset:
    records = ray.data.read_parquet(path).repartition(blocks)
    return records.map_batches(audited, batch_format="pyarrow", batch_size=256, num_cpus=1)


if __name__ == "__main__":
    if len(sys.argv) != 3 or os.path.exists(sys.argv[2]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    ray.init()
    blocks = 8 * int(ray.cluster_resources()["CPU"])
    partial = f"{sys.argv[2]}.partial"
    rows(sys.argv[1], blocks).write_parquet(partial, mode=SaveMode.OVERWRITE)
    os.rename(partial, sys.argv[2])

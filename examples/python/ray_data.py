"""Audit a Parquet of records (records.py) on Ray Data: rows as Parquet files.

    python ray_data.py RECORDS.parquet ROWS_FOLDER
"""

import sys

import pyarrow
import ray
import sgf_audit


def audited(records: pyarrow.Table) -> pyarrow.Table:
    batches = map(sgf_audit.audit_batch, records.to_batches())
    return pyarrow.Table.from_batches(batches, sgf_audit.schema())


def rows(path: str, blocks: int) -> ray.data.Dataset:
    records = ray.data.read_parquet(path).repartition(blocks)
    return records.map_batches(audited, batch_format="pyarrow", batch_size=256, num_cpus=1)


if __name__ == "__main__":
    ray.init()
    blocks = 8 * int(ray.cluster_resources()["CPU"])
    rows(sys.argv[1], blocks).write_parquet(sys.argv[2])

"""Audit records on Spark: a Parquet of records (records.py), or files of games, to rows.

    python spark.py RECORDS.parquet ROWS.parquet
    python spark.py 's3a://bucket/games/*.sgf' ROWS.parquet
    SPARK_MASTER='local-cluster[2,1,1024]' python spark.py ...

Where a file of the path has a name that ends in .parquet, all of it is read as a Parquet of records. Of single
files Spark leaves out what is empty and names that are not UTF-8; archives are files for records.py.
"""

import os
import sys
from collections.abc import Iterator

import pyarrow
import sgf_audit
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

RECORDS = "name string, content binary, joint string, root string, trouble string"


def cut(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Large records between their games, so that no partition has one of 100,000 games alone."""
    return map(sgf_audit.split_batch, batches)


def audited(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    return map(sgf_audit.audit_batch, batches)


def rows(spark: SparkSession, path: str, partitions: int) -> DataFrame:
    files = spark.read.format("binaryFile").load(path)
    if files.where("path LIKE '%.parquet'").select("path").head(1):
        records = spark.read.parquet(path)
    else:
        records = files.selectExpr("path AS name", "content").mapInArrow(cut, RECORDS)
    # Round robin: records that stand beside each other often come from one slow corner.
    shared = records.repartition(partitions)
    return shared.mapInArrow(audited, from_arrow_schema(sgf_audit.schema()))


def session(master: str) -> SparkSession:
    builder = SparkSession.builder.master(master).appName("audit")
    # A batch is what a worker holds: 256 records and their rows.
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 256)
    return builder.config("spark.ui.enabled", "false").getOrCreate()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    with session(os.environ.get("SPARK_MASTER", "local[*]")) as spark:
        partitions = 8 * spark.sparkContext.defaultParallelism
        rows(spark, sys.argv[1], partitions).write.mode("overwrite").parquet(sys.argv[2])

"""Reads report.csv, .jsonl, .parquet, .xml and .sarif of one audit by programs that know nothing of
it, and holds them against each other: check.py FOLDER"""

import csv
import json
import struct
import sys
from pathlib import Path

import duckdb
import junitparser
import numpy
import pandas
import polars
import pyarrow

TYPES = {
    "source": polars.String,
    "game": polars.Int64,
    "margin": polars.Float64,
    "winner_differs": polars.Boolean,
    "findings": polars.List(polars.String),
}

# The characters of a layer as the numbers of a column.
POINTS = {"X": 1, "O": -1, ".": 0, "?": 2}


def cell(value):
    """A value of JSON Lines, or one that a reader gives, as the others have it."""
    if isinstance(value, (list, numpy.ndarray)):
        return [item["code"] if isinstance(item, dict) else item for item in value]
    return value


def blank(value):
    return value is None or isinstance(value, str) and value == "" or value is pandas.NA or \
        isinstance(value, float) and value != value


def tables(folder):
    """The rows of each table, by who reads them."""
    parquet = str(folder / "report.parquet")
    query = duckdb.sql(f"SELECT * FROM '{parquet}'")
    frame = polars.read_parquet(parquet)
    for name, kind in TYPES.items():
        assert frame.schema[name] == kind, (name, frame.schema[name])
    yield f"polars {polars.__version__}", frame.columns, frame.rows()
    frame = pandas.read_parquet(parquet)
    rows = frame.itertuples(index=False, name=None)
    yield f"pandas {pandas.__version__}, pyarrow {pyarrow.__version__}", list(frame.columns), list(rows)
    yield f"DuckDB {duckdb.__version__}", query.columns, query.fetchall()


def main(folder):
    with open(folder / "report.jsonl", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    with open(folder / "report.csv", encoding="utf-8", newline="") as lines:
        header = next(csv.reader(lines))
    for reader, columns, rows in tables(folder):
        assert list(columns) == [*header, "ownership", "board", "owner", "moves", "finish_moves"], (reader, columns)
        assert len(rows) == len(games), (reader, len(rows))
        for game, row in zip(games, rows):
            for name, value in zip(header, row):
                told = cell(game[name])
                same = blank(told) if blank(value) else told == cell(value)
                assert same, (reader, game["source"], name, told, value)
            typed = dict(zip(columns, row))
            layers = game["layers"] or {}
            boards = {
                "ownership": [point for line in game["ownership"] for point in line],
                "board": [POINTS[point] for point in "".join(layers.get("board", []))],
                "owner": [POINTS[point] for point in "".join(layers.get("owner", []))],
            }
            for name, points in boards.items():
                cells = typed[name] or b""
                assert list(struct.unpack(f"{len(cells)}b", cells)) == points, (reader, game["source"], name)
            for name in ("moves", "finish_moves"):
                told = game.get(name)
                assert blank(typed[name]) if told is None else typed[name] == told, (reader, game["source"], name)
        print(f"{len(rows)} rows of {len(header)} columns in Parquet are those of JSON Lines: {reader}")

    path = folder / "report.csv"
    counts = {
        "polars": polars.read_csv(path, infer_schema_length=None).height,
        "pandas": len(pandas.read_csv(path, low_memory=False)),
        "DuckDB": duckdb.sql(f"SELECT count(*) FROM read_csv('{path}', header = true)").fetchall()[0][0],
    }
    assert set(counts.values()) == {len(games)}, counts
    print(f"{len(games)} rows in CSV: {', '.join(counts)}")

    cases = [case for suite in junitparser.JUnitXml.fromfile(str(folder / "report.xml")) for case in suite]
    results = [type(result).__name__ for case in cases for result in case.result]
    verdicts = [game["verdict"] for game in games]
    assert len(cases) == len(games)
    assert results.count("Error") == verdicts.count("broken")
    assert results.count("Skipped") == verdicts.count("undecidable")
    version = getattr(junitparser, "version", "")
    print(f"{len(cases)} tests in JUnit XML, {results.count('Failure')} failures: junitparser {version}")

    sarif = json.loads((folder / "report.sarif").read_text(encoding="utf-8"))
    findings = sum(len(game["findings"]) for game in games)
    assert len(sarif["runs"][0]["results"]) == findings
    print(f"{findings} results in SARIF")


main(Path(sys.argv[1]))

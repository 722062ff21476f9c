"""The examples on engines that really run: their rows are the command's, cell by cell."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import sgf_audit
from conftest import PROJECT, SAMPLES, alone, command, same_cells

EXAMPLES = PROJECT / "examples/python"


def example(name):
    """One of the examples as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def run(name, *arguments, **more):
    """An example as a program of its own."""
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "RAY_USAGE_STATS_ENABLED": "0", **more}
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *map(str, arguments)],
        capture_output=True, text=True, timeout=600, env=environment,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A folder with some games, one file of many, and one that is no game."""
    folder = tmp_path_factory.mktemp("games")
    for path in (SAMPLES / "played").glob("*.sgf"):
        (folder / path.name).write_bytes(path.read_bytes())
    many = [path.read_bytes() for path in sorted((SAMPLES / "seki").glob("*.sgf"))]
    (folder / "many.sgf").write_bytes(b"\n".join(many * 40))
    (folder / "poisoned.sgf").write_bytes(b"(" * 100_000 + b"\xff;B[aa]")
    return folder


@pytest.fixture(scope="module")
def expected(games, tmp_path_factory):
    """The command's rows."""
    place = tmp_path_factory.mktemp("expected")
    out = place / "rows.parquet"
    settings = alone(place / "audit.toml")
    ran = command(games, "--config", settings, "--quiet", "--fail-on", "never", "--out", out)
    assert ran.returncode == 0, ran.stderr
    return pyarrow.parquet.read_table(out)


@pytest.fixture(scope="module")
def records(games, tmp_path_factory):
    """The same as a Parquet of records, the file of many games in parts."""
    records = example("records")
    out = tmp_path_factory.mktemp("records") / "records.parquet"
    split = sgf_audit.split_batch
    records.sgf_audit = type("Small", (), {"read_files": sgf_audit.read_files, "split_batch": staticmethod(lambda batch: split(batch, 1000))})
    written = records.main([str(games)], str(out))
    assert written > len(list(games.iterdir())) + 5, "the file of many games is in parts"
    return out


#: What the documents' numbers are made with, which is no example of how to use the package.
MEASUREMENTS = {"field_report.py", "attack_proved.py", "self_play.py"}


def test_each_example_is_one_screen():
    for path in EXAMPLES.glob("*.py"):
        if path.name not in MEASUREMENTS:
            assert len(path.read_text().splitlines()) < 60, path.name


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_without_arguments_an_example_says_how_it_is_used(name):
    engine = {"ray_data": "ray.data", "spark": "pyspark", "polars_rows": "polars"}.get(name, "duckdb")
    pytest.importorskip(engine, reason=f"{engine} is not installed")
    ran = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py")], capture_output=True, text=True, timeout=600)
    assert ran.returncode == 2 and f"python {name}.py" in ran.stderr, ran.stderr


def test_an_interrupted_example_leaves_no_table(tmp_path):
    records, out = example("records"), tmp_path / "records.parquet"
    batches = sgf_audit.read_files(SAMPLES)

    class Interrupted:
        schema = batches.schema

        def __iter__(self):
            yield next(iter(batches))
            raise KeyboardInterrupt

    read_files = lambda paths: Interrupted()
    records.sgf_audit = type("Small", (), {"read_files": staticmethod(read_files), "split_batch": staticmethod(sgf_audit.split_batch)})
    with pytest.raises(KeyboardInterrupt):
        records.main([str(SAMPLES)], str(out))
    assert [path.name for path in tmp_path.iterdir()] == ["records.parquet.partial"]


def test_polars(records, expected, tmp_path):
    pytest.importorskip("polars", reason="polars is not installed")
    run("polars_rows", records, tmp_path / "rows")
    same_cells(pyarrow.parquet.read_table(tmp_path / "rows").cast(expected.schema), expected)


def test_duckdb_answers_from_the_rows(games, tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    out = tmp_path / "rows.parquet"
    ran = command(games, "--isolated", "--quiet", "--fail-on", "never", "--out", out)
    assert ran.returncode == 0
    said = run("questions", out)
    assert "copies of games" in said and "wrong by year" in said
    # Copies by GROUP BY are those that the command names, game by game.
    questions = example("questions")
    copies = set(questions.ask(str(out)).sql(questions.COPIES).fetchall())
    named = {
        (row["root"], row["source"], row["game"])
        for row in pyarrow.parquet.read_table(out).to_pylist()
        if {"duplicate", "duplicate-contradicts"} & set(row["findings"] or [])
    }
    assert copies == named


def test_labels_are_the_true_margins_of_spoilt_records(tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    spoilt, true = {}, {}
    for path in sorted((SAMPLES / "played").glob("*.sgf")):
        [game] = sgf_audit.audit(path.read_bytes())
        if game.verdict == "agrees" and game.probability >= 0.9 and game.margin == game.recorded_margin:
            content = re.sub(rb"\bRE\[[^]]*\]", b"RE[B+%g]" % (abs(game.margin) + 40), path.read_bytes())
            for name, data in [(path.name, path.read_bytes()), (f"spoilt-{path.name}", content)]:
                spoilt[name], true[name] = data, game.margin
    records = pyarrow.table({"name": list(spoilt), "content": pyarrow.array(spoilt.values(), pyarrow.binary())})
    pyarrow.parquet.write_table(sgf_audit.audit_batch(records), tmp_path / "rows.parquet")
    run("relabel", tmp_path / "rows.parquet", tmp_path / "labels.parquet")
    labels = pyarrow.parquet.read_table(tmp_path / "labels.parquet").to_pylist()
    assert len(labels) > 5 and {row["source"]: row["label"] for row in labels} == {row["source"]: true[row["source"]] for row in labels}
    assert {row["source"] for row in labels if row["relabelled"]} == {row["source"] for row in labels if "spoilt" in row["source"]} != set()


@pytest.mark.parametrize("other, label", [
    ({}, 5.5),
    ({"verdict": "agrees", "margin": None, "unsettled": 3, "cause": "other-rules"}, -3.5),
    ({"cause": "typing-slip", "findings": ["margin-differs"]}, 5.5),
    ({"verdict": "undecidable", "probability": None}, None),
    ({"probability": 0.89}, None),
    ({"margin": None}, None),
    ({"unsettled": 1}, None),
    ({"rules_source": "assumed"}, None),
    ({"komi_source": "assumed"}, None),
    ({"findings": ["margin-differs", "fraction-misfit"]}, None),
    *(({"cause": cause}, None) for cause in ["komi-other", "other-method", "agreed-by-players", "not-a-count"]),
])
def test_what_is_not_safe_has_no_label(other, label, tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    row = {"source": "a.sgf", "root": "", "game": 0, "verdict": "differs", "probability": 1.0, "margin": 5.5, "recorded_margin": -3.5,
           "unsettled": 0, "rules_source": "recorded", "komi_source": "recorded", "findings": [], "cause": None, **other}
    schema = sgf_audit.schema()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row], schema), tmp_path / "rows.parquet")
    example("relabel").main(str(tmp_path / "rows.parquet"), str(tmp_path / "labels.parquet"))
    labels = pyarrow.parquet.read_table(tmp_path / "labels.parquet").to_pylist()
    assert [row["label"] for row in labels] == ([] if label is None else [label])


def test_ray_data(records, expected, tmp_path):
    pytest.importorskip("ray.data", reason="ray[data] is not installed")
    run("ray_data", records, tmp_path / "rows")
    same_cells(pyarrow.parquet.read_table(tmp_path / "rows").cast(expected.schema), expected)


@pytest.mark.parametrize("master", ["local[2]", "local-cluster[2,1,1024]"])
def test_spark(records, expected, tmp_path, master):
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    # A folder of Parquet files is what it holds.
    folder = tmp_path / "records"
    folder.mkdir()
    shutil.copy(records, folder)
    run("spark", folder, tmp_path / "rows", SPARK_MASTER=master)
    same_cells(pyarrow.parquet.read_table(tmp_path / "rows").cast(expected.schema), expected)


def survives(program, folder, expected, **environment):
    """Runs a program in which a worker is killed: its rows are all there, once."""
    environment = {**os.environ, **environment}
    ran = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=600, env=environment)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert (folder / "killed").exists(), "a worker was killed"
    same_cells(pyarrow.parquet.read_table(folder / "rows").cast(expected.schema), expected)


def test_a_killed_worker_of_spark_loses_nothing_and_doubles_nothing(records, expected, tmp_path):
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    program = tmp_path / "killed.py"
    program.write_text(f"""
import os, signal, sys
sys.path.insert(0, {str(EXAMPLES)!r})
import spark as example
import sgf_audit
from pathlib import Path
flag = Path({str(tmp_path / "killed")!r})

def audited(batches):
    for batch in batches:
        rows = sgf_audit.audit_batch(batch)
        if len(rows) and not flag.exists():
            flag.write_text(str(os.getpid()))
            yield rows                              # half of its work is handed over
            os.kill(os.getpid(), signal.SIGKILL)
        yield rows

example.audited = audited
with example.session("local-cluster[2,1,1024]") as session:
    example.rows(session, {str(records)!r}, 8).write.parquet({str(tmp_path / "rows")!r})
""")
    survives(program, tmp_path, expected, PYSPARK_PYTHON=sys.executable, PYTHONPATH=str(EXAMPLES))


def test_a_killed_worker_of_ray_loses_nothing_and_doubles_nothing(records, expected, tmp_path):
    pytest.importorskip("ray.data", reason="ray[data] is not installed")
    program = tmp_path / "killed.py"
    program.write_text(f"""
import os, signal, sys
sys.path.insert(0, {str(EXAMPLES)!r})
import ray, ray_data as example
from pathlib import Path
flag, audited = Path({str(tmp_path / "killed")!r}), example.audited

def killed(records):
    rows = audited(records)
    if len(rows) and not flag.exists():
        flag.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return rows

example.audited = killed
ray.init(num_cpus=2, include_dashboard=False, runtime_env={{"env_vars": {{"PYTHONPATH": {str(EXAMPLES)!r}}}}})
example.rows({str(records)!r}, 8).write_parquet({str(tmp_path / "rows")!r})
""")
    survives(program, tmp_path, expected, RAY_USAGE_STATS_ENABLED="0")

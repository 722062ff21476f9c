"""What the tests share: the samples, the command, rows in a form that compares."""

import json
import os
import subprocess
import sysconfig
from pathlib import Path

import pyarrow
import pytest

PROJECT = Path(__file__).resolve().parents[2]
SAMPLES = PROJECT / "corpus-samples"
AUDIT = os.environ.get("AUDIT_BINARY") or str(Path(sysconfig.get_path("scripts")) / "audit")

#: Codes about two games, which no single batch can know.
TWO_GAMES = ["duplicate", "duplicate-contradicts", "same-beginning"]


def command(*arguments, cwd=None, **more):
    """The command, run without settings of its surroundings."""
    return subprocess.run(
        [AUDIT, *map(str, arguments)], cwd=cwd, capture_output=True, timeout=600, **more
    )


def report(folder, out, *arguments):
    """A report of a folder or archive by the command."""
    ran = command(folder, "--isolated", "--quiet", "--fail-on", "never", "--out", out, *arguments)
    assert ran.returncode == 0, ran.stderr.decode()
    return out


def lines(path):
    """The objects of a JSON Lines report."""
    return [json.loads(line) for line in Path(path).read_bytes().splitlines()]


def alone(path):
    """Settings by which the command leaves out what it says of two games."""
    text = "".join(
        f'[[ignore]]\ncode = "{code}"\nreason = "compared with single batches"\n' for code in TWO_GAMES
    )
    Path(path).write_text(text)
    return path


def rows(table):
    """The rows of a table in the order of their games, whatever order an engine left them in."""
    if not isinstance(table, pyarrow.Table):
        table = pyarrow.table(table)
    return sorted(table.to_pylist(), key=lambda row: (row["source"], row["root"] or "", row["game"]))


def same_cells(left, right):
    """That two tables have the same columns, and the same in every cell."""
    left, right = rows(left), rows(right)
    assert len(left) == len(right)
    for one, other in zip(left, right):
        assert one == other


@pytest.fixture(scope="session")
def archive():
    """A real archive of games, where there is one."""
    data = Path(os.environ.get("AUDIT_DATA") or PROJECT.parent / "shared" / "data")
    path = data / "archives" / "kgs19.tar.gz"
    if not path.exists():
        if os.environ.get("AUDIT_REQUIRE_DATA") == "1":
            pytest.fail(f"no {path}, and AUDIT_REQUIRE_DATA is 1")
        pytest.skip(f"no {path}: the test on real games is skipped")
    return path

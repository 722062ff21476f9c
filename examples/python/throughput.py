"""Games a second of processor time from Python and by the command, in one run on one thread.

    python throughput.py ARCHIVE [GAMES] [ROUNDS]
"""

import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pyarrow.compute
import sgf_audit

AUDIT = os.environ.get("AUDIT_BINARY") or str(Path(sysconfig.get_path("scripts")) / "audit")


def used(who: int) -> float:
    return sum(resource.getrusage(who)[:2])


def main(archive: str, games: int, rounds: int) -> None:
    records = pyarrow.Table.from_batches(islice(sgf_audit.read_files(archive), games // 512 + 1)).slice(0, games)
    records = records.filter(pyarrow.compute.is_valid(records["content"])).combine_chunks()  # null: not readable
    with tempfile.TemporaryDirectory() as folder:
        contents = [content for content in records["content"].to_pylist() if content is not None]
        for at, content in enumerate(contents):
            Path(folder, f"{at:06}.sgf").write_bytes(content)
        command = [AUDIT, folder, "--isolated", "--quiet", "--fail-on", "never", "--threads", "1", "--out"]
        # What a file of another format costs the command is in its time: Parquet is the columns, as batches are.
        ways: dict[str, Callable[[], object]] = {
            "command, Parquet": lambda: subprocess.run([*command, f"{folder}/rows.parquet"], check=True),
            "audit_files": lambda: sgf_audit.audit_files(folder, 1).read_all(),
            "audit_batch": lambda: [sgf_audit.audit_batch(batch) for batch in records.to_batches(256)],
            "command, JSON Lines": lambda: subprocess.run([*command, f"{folder}/rows.jsonl"], check=True),
            "audit": lambda: [sgf_audit.audit(content) for content in contents],
        }
        least = dict.fromkeys(ways, float("inf"))
        for _ in range(rounds):
            for name, way in ways.items():
                who = resource.RUSAGE_CHILDREN if name.startswith("command") else resource.RUSAGE_SELF
                before = used(who)
                way()
                least[name] = min(least[name], used(who) - before)
    for name, seconds in least.items():
        base = least["command, JSON Lines" if name in ("audit", "command, JSON Lines") else "command, Parquet"]
        print(f"{name:20} {len(records) / seconds:8.0f} games a processor second {base / seconds:6.2f} of the command")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    archive, games, rounds = [*sys.argv[1:], *["500", "3"][len(sys.argv) - 2 :]]
    main(archive, int(games), int(rounds))

"""A report on a collection: docs/field-report.md and its plots, from one run over all records.

    python field_report.py RECORDS_FOLDER rows.parquet docs/field-report.md [EVERY]

It is for the four archives that this project learned from, of which the folder holds one or more: kgs19.tar.gz,
ogs9.tar.gz, pro19.tar.gz and tygem19.tar.gz; for other rows there is questions.py. Audits them to rows.parquet,
unless that is there, and asks it. With EVERY, one record in so many, chosen by a hash of its name. Every number
stands below the query that gives it. Aggregates and names of games only; no record is copied.
"""

import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow
import pyarrow.parquet
import sgf_audit

COLLECTIONS = ("kgs19", "ogs9", "pro19", "tygem19")

RANK = re.compile(rb"[BW]R\[\s*(\d+)\s*([dkp])", re.IGNORECASE)


def ranks(paths: list[str]) -> pyarrow.Table:
    """Each record with the mean of its players' ranks: 1 is 1 dan, 0 is 1 kyu, 10 a professional."""
    roots, names, means = [], [], []
    for batch in sgf_audit.read_files(paths):
        for root, name, content in zip(*(batch[column].to_pylist() for column in ("root", "name", "content"))):
            found = [(int(number), kind.lower()) for number, kind in RANK.findall((content or b"")[:2000])]
            values = [{b"d": n, b"k": 1 - n, b"p": 10}[kind] for n, kind in found[:2]]
            roots.append(root)
            names.append(name)
            means.append(sum(values) / len(values) if len(values) == 2 else None)
    return pyarrow.table({"root": roots, "source": names, "rank": pyarrow.array(means, pyarrow.float64())})


def sampled(paths: list[str], every: int) -> Iterator[pyarrow.RecordBatch]:
    """Rows of some of the records, audited on two threads."""
    with ThreadPoolExecutor(2) as pool:
        for batch in sgf_audit.read_files(paths):
            chosen = [zlib.crc32((name or "").encode()) % every == 0 for name in batch["name"].to_pylist()]
            batch = batch.filter(pyarrow.array(chosen))
            halves = [batch.slice(0, len(batch) // 2), batch.slice(len(batch) // 2)]
            yield from pool.map(sgf_audit.audit_batch, halves)


def gathered(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.Table]:
    """Tables of many batches, since each is a row group of the file."""
    held: list[pyarrow.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(map(len, held)) >= 1 << 16:
            yield pyarrow.Table.from_batches(held)
            held = []
    if held:
        yield pyarrow.Table.from_batches(held)


def audit(paths: list[str], out: Path, every: int) -> None:
    """The rows to a Parquet file, many at a time."""
    partial = out.with_suffix(".partial")
    with pyarrow.parquet.ParquetWriter(partial, sgf_audit.schema(), compression="zstd") as file:
        for rows in gathered(sgf_audit.audit_files(paths) if every == 1 else sampled(paths, every)):
            file.write_table(rows)
    partial.rename(out)


DECIDED = "verdict IN ('agrees', 'differs')"
WRONG = "round(100.0 * count(*) FILTER (verdict = 'differs') / count(*), 2) AS wrong_percent"
ERA = """CASE WHEN year < 1700 THEN 'before 1700' WHEN year < 1800 THEN '18th century'
     WHEN year < 1900 THEN '19th century' ELSE (year // 10 * 10)::INT || 's' END"""

#: The part of a record, 0 to 9: constants were set on 0 to 7, and 8 and 9 are kept for measuring the program.
PART = "('0x' || id[1:2])::INT % 10"

#: Of records that state a margin, in percent.
SHARES = "count(*) AS records, " + ", ".join(
    f"round(100.0 * count(*) FILTER ({what}) / count(*), 1) AS {name}" for what, name in [
        ("verdict = 'agrees'", "agrees_percent"), ("verdict = 'differs'", "differs_percent"),
        ("verdict = 'undecidable'", "undecidable_percent"), ("finish = 'played'", "played_on_percent"),
        ("margin = recorded_margin AND likely_margin = margin", "same_margin_percent"),
        ("margin = recorded_margin AND likely_margin <> margin", "likely_percent")])

#: Title, what it is about, query, and the columns of a plot: bars of the second by the first.
SECTIONS = [
    ("What was audited", "Verdicts by collection.", """
SELECT collection, count(*) AS games,
       count(*) FILTER (verdict = 'agrees') AS agrees, count(*) FILTER (verdict = 'differs') AS differs,
       count(*) FILTER (verdict = 'undecidable') AS undecidable,
       count(*) FILTER (verdict = 'not-scored') AS not_scored, count(*) FILTER (verdict = 'broken') AS broken
FROM games GROUP BY 1 ORDER BY 1""", None),
    ("Records that were held out", "Those that state a margin and of whose fingerprint the first two hexadecimal digits, read as a number, "
     "leave 8 or 9 when divided by ten: of each collection the part that is kept for measuring the program. Some four records in a hundred of such archives "
     "are wrong, so not all that differs is an error. `same_margin_percent` have the very margin of the board, as it stands or "
     "played on; `likely_percent` state one that is likely from there (`last-moves-likely`).", f"""
SELECT collection, {SHARES}
FROM games WHERE recorded_margin IS NOT NULL AND {PART} >= 8 GROUP BY 1 ORDER BY 1""", None),
    ("Records of professionals by year", "Nearly all of them stop before the last moves; where these were played on, `finish` is `played`.", f"""
SELECT {ERA} AS era, {SHARES}
FROM games WHERE collection = 'pro19' AND recorded_margin IS NOT NULL AND year IS NOT NULL
GROUP BY 1 HAVING records >= 20 ORDER BY min(year)""", ("era", "agrees_percent")),
    ("Records of professionals by event", "The events with the most records.", f"""
SELECT split_part(source, '/', 2) AS event, {SHARES}
FROM games WHERE collection = 'pro19' AND recorded_margin IS NOT NULL
GROUP BY 1 ORDER BY records DESC, event LIMIT 20""", None),
    ("Wrong records by collection", "Of the records that could be decided, those that state another margin than the board; "
     "and those of which the board names another winner. The second are more than the first where records agree by a convention that "
     "moves a margin by a point and turns the winner. `sure_percent` rest on proofs and reading alone.", f"""
SELECT collection, count(*) AS decided, {WRONG},
       round(100.0 * count(*) FILTER (winner_differs) / count(*), 2) AS wrong_winner_percent,
       round(100.0 * count(*) FILTER (confidence IN ('proved', 'read')) / count(*), 1) AS sure_percent
FROM games WHERE {DECIDED} GROUP BY 1 ORDER BY 1""", ("collection", "wrong_percent")),
    ("By how sure the audit is", "The same by what the verdict rests on. Gross errors are the easiest to prove, so what is proved is wrong most "
     "often; what is estimated is wrong in part because estimates are.", f"""
SELECT confidence, count(*) AS decided, {WRONG}, round(avg(probability), 3) AS mean_probability
FROM games WHERE {DECIDED} GROUP BY 1 ORDER BY 1""", None),
    ("By year", "Collections whose records name one.", f"""
SELECT {ERA} AS era, count(*) AS decided, {WRONG},
       round(100.0 * count(*) FILTER (winner_differs) / count(*), 2) AS wrong_winner_percent
FROM games WHERE {DECIDED} AND year IS NOT NULL GROUP BY 1 HAVING decided >= 20 ORDER BY min(year)""", ("era", "wrong_percent")),
    ("By rules", "", f"""
SELECT rules, rules_source, count(*) AS decided, {WRONG}
FROM games WHERE {DECIDED} GROUP BY 1, 2 HAVING decided >= 20 ORDER BY decided DESC""", None),
    ("By strength", "The mean of both players' ranks, where the record states both.", f"""
SELECT CASE WHEN rank < -19 THEN 'below 20k' WHEN rank < -9 THEN '20k to 11k' WHEN rank < 1 THEN '10k to 1k'
            WHEN rank < 4 THEN '1d to 3d' WHEN rank < 7 THEN '4d to 6d' ELSE '7d and professional' END AS strength,
       count(*) AS decided, {WRONG},
       round(100.0 * count(*) FILTER (winner_differs) / count(*), 2) AS wrong_winner_percent
FROM games JOIN ranks USING (root, source) WHERE {DECIDED} AND rank IS NOT NULL
GROUP BY 1 HAVING decided >= 20 ORDER BY min(rank)""", ("strength", "wrong_percent")),
    ("The commonest causes", "The likeliest explanation of a record that differs.", """
SELECT coalesce(cause::VARCHAR, '(none found)') AS cause, count(*) AS records,
       count(*) FILTER (winner_differs) AS wrong_winners, round(avg(probability), 3) AS mean_probability
FROM games WHERE verdict = 'differs' GROUP BY 1 ORDER BY records DESC, cause LIMIT 12""", ("cause", "records")),
    ("By how many points they differ", "", """
SELECT CASE WHEN abs(difference) <= 1 THEN 'up to 1' WHEN abs(difference) <= 2 THEN 'up to 2'
            WHEN abs(difference) <= 5 THEN 'up to 5' WHEN abs(difference) <= 10 THEN 'up to 10'
            WHEN abs(difference) <= 20 THEN 'up to 20' WHEN abs(difference) <= 50 THEN 'up to 50' ELSE 'more' END AS points,
       count(*) AS records, count(*) FILTER (winner_differs) AS wrong_winners
FROM games WHERE verdict = 'differs' GROUP BY 1 ORDER BY min(abs(difference))""", ("points", "records")),
    ("Wrong winners", "The surest three of each collection. One game in five, by its fingerprint, is kept for measuring the "
     "program and never listed.", f"""
SELECT collection, source, recorded, margin, confidence, probability FROM (
    SELECT *, row_number() OVER (PARTITION BY collection ORDER BY probability DESC, abs(difference) DESC, source) AS place
    FROM games WHERE verdict = 'differs' AND winner_differs AND {PART} < 8) WHERE place <= 3 ORDER BY collection, place""", None),
    ("Copies", "Games that stand in the collections more than once, by their fingerprints, and among them those whose records "
     "state different margins.", """
SELECT count(*) AS games_with_copies, sum(copies - 1)::BIGINT AS copies,
       count(*) FILTER (margins > 1) AS contradicting
FROM (SELECT id, count(*) AS copies, count(DISTINCT recorded_margin) AS margins
      FROM games WHERE id IS NOT NULL AND turns >= 12 GROUP BY id HAVING count(*) > 1)""", None),
    ("What a training set loses and gains", "A value network learns from the recorded winner. Ways to choose records, what each keeps, "
     "and how many of the wrong winners that the audit calls wrong are left in it (by `probability`); those that it missed, and those "
     "that agree by a convention that turns the winner, are not counted.", """
WITH wrong AS (SELECT *, CASE WHEN verdict = 'differs' AND winner_differs THEN probability ELSE 0 END AS wrong_winner FROM games
               WHERE recorded_margin IS NOT NULL)
SELECT 'all records' AS kept, count(*) AS records, 100.0 AS percent, round(sum(wrong_winner)) AS wrong_winners FROM wrong
UNION ALL SELECT 'without what differs', count(*), round(100.0 * count(*) / (SELECT count(*) FROM wrong), 1), round(sum(wrong_winner))
FROM wrong WHERE verdict <> 'differs'
UNION ALL SELECT 'without another winner', count(*), round(100.0 * count(*) / (SELECT count(*) FROM wrong), 1), round(sum(wrong_winner))
FROM wrong WHERE NOT (verdict = 'differs' AND coalesce(winner_differs, false))
UNION ALL SELECT 'what agrees alone', count(*), round(100.0 * count(*) / (SELECT count(*) FROM wrong), 1), round(sum(wrong_winner))
FROM wrong WHERE verdict = 'agrees' ORDER BY records DESC""", ("kept", "percent")),
]


def table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cell = lambda value: "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
    lines = [names, ["---:" if isinstance(value, (int, float)) else "---" for value in (rows or [names])[0]], *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def bars(title: str, pairs: list[tuple[str, float]]) -> str:
    """Horizontal bars as SVG."""
    most, height = max([value for _, value in pairs] or [1]) or 1, 24 * len(pairs) + 8
    text = 'font-family="sans-serif" font-size="13" fill="#24221e" dominant-baseline="central"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" aria-label="{title}">',
             f'<rect width="640" height="{height}" fill="#fdfcf9"/>']
    for at, (name, value) in enumerate(pairs):
        y, width = 16 + 24 * at, 360 * value / most
        parts += [f'<text x="190" y="{y}" text-anchor="end" {text}>{name}</text>',
                  f'<rect x="200" y="{y - 8}" width="{width:.1f}" height="16" fill="#cb4b2c"/>',
                  f'<text x="{206 + width:.1f}" y="{y}" {text}>{value:,}</text>']
    return "\n".join([*parts, "</svg>\n"])


def write(database: duckdb.DuckDBPyConnection, out: Path, head: str) -> None:
    images = out.parent / "images"
    images.mkdir(exist_ok=True)
    parts = [head]
    for title, says, query, plot in SECTIONS:
        asked = database.sql(query.strip())
        names, rows = asked.columns, asked.fetchall()
        parts += [f"## {title}", *([says] if says else []), table(names, rows)]
        if plot:
            file = images / f"field-{title.lower().replace(' ', '-')}.svg"
            label, value = (names.index(name) for name in plot)
            file.write_text(bars(title, [(str(row[label]), row[value]) for row in rows]), encoding="utf-8")
            parts.append(f"![{title}: {plot[1].replace('_', ' ')}](images/{file.name})")
        parts.append(f"```sql\n{query.strip()}\n```")
    out.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def main(folder: str, rows: Path, out: Path, every: int = 1) -> None:
    archives = [Path(folder) / f"{name}.tar.gz" for name in COLLECTIONS]
    paths = [str(path) for path in archives if path.exists()]
    if not paths:
        names = ", ".join(path.name for path in archives)
        sys.exit(f"{folder} has none of the archives that this report is about: {names}")
    if not rows.exists():
        audit(paths, rows, every)
    database = duckdb.connect()
    database.execute(f"""CREATE TABLE games AS SELECT *, split_part(source, '.tar.gz!', 1) AS collection
                         FROM read_parquet('{rows}')""")
    table_of_ranks = ranks(paths)
    database.execute("CREATE TABLE ranks AS SELECT * FROM table_of_ranks")
    games = database.sql("SELECT count(*) FROM games").fetchall()[0][0]
    sample = "" if every == 1 else (
        f"\nIt is a sample: one record in {every}, chosen by a hash of its name. Groups of fewer than 20 records are left out.\n"
    )
    write(database, out, f"""# What {games:,} records say, and their boards

All of it is made by one command, from one run of version {sgf_audit.__version__}:

```sh
python examples/python/field_report.py FOLDER rows.parquet docs/field-report.md{f" {every}" if every > 1 else ""}
```
{sample}
The records are scored games of four collections: KGS 19x19 of dan players (`kgs19`), OGS 9x9 of all strengths (`ogs9`), Tygem 19x19 of
9 dan players (`tygem19`) and games of professionals of five centuries (`pro19`). The games themselves are not part of the project. Parts
of the same collections were used to set the program's constants, so these are numbers about the records, not about how good the program
is; [accuracy and speed](accuracy-and-speed.md) has those. `games` are the rows of the run, with the name of the archive as
`collection`; `ranks` are the ranks that records state. A `differs` that is estimated is right with its `probability`, not surely.""")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), *map(int, sys.argv[4:]))

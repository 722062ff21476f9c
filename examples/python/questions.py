"""Questions to rows, wherever they were made, with DuckDB.

    python questions.py 'ROWS/*.parquet'
"""

import sys

import duckdb

#: Copies of games that stand before them, by the order of their names and folders: the games of which the
#: command, on one machine, says `duplicate` or `duplicate-contradicts`. Games of fewer than ten
#: plays are often the same by chance (passes in mid-game, which no column tells, count as plays here).
COPIES = """
SELECT root, source, game FROM (
    SELECT root, source, game, row_number() OVER (PARTITION BY id ORDER BY source, root, game) AS copy
    FROM rows WHERE stopped_at IS NULL
        AND turns - CASE ending WHEN 'two-passes' THEN 2 WHEN 'one-pass' THEN 1 ELSE 0 END >= 10)
WHERE copy > 1"""

QUESTIONS = {
    "verdicts": "SELECT verdict, count(*) AS games FROM rows GROUP BY 1 ORDER BY 2 DESC",
    "another winner than the record says": """
        SELECT source, game, recorded, margin, probability FROM rows
        WHERE winner_differs AND verdict = 'differs' ORDER BY probability DESC, source, game LIMIT 10""",
    "wrong by year": """
        SELECT year, count(*) AS games, round(100 * avg((verdict = 'differs')::INT), 1) AS percent
        FROM rows WHERE verdict IN ('agrees', 'differs') GROUP BY 1 HAVING games >= 100 ORDER BY 1""",
    "commonest causes": "SELECT cause, count(*) AS games FROM rows WHERE cause IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 8",
    "what there is to say": """
        SELECT code, count(*) AS games FROM (SELECT DISTINCT root, source, game, unnest(findings) AS code FROM rows)
        GROUP BY 1 ORDER BY 2 DESC LIMIT 8""",
    "copies of games": f"SELECT count(*) AS copies FROM ({COPIES})",
}


def ask(path: str) -> duckdb.DuckDBPyConnection:
    database = duckdb.connect()
    database.read_parquet(path).create_view("rows")
    return database


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    database = ask(sys.argv[1])
    for question, query in QUESTIONS.items():
        print(question)
        print(database.sql(query))

"""Labels to learn from: the recorded margin where the board agrees, that of the board where it is safe to take it.

    python relabel.py 'ROWS/*.parquet' labels.parquet

`probability` is about the verdict. Of a record that differs it says how sure it is that the record is wrong, and not
what is right: the margin may be unknown, there may be two, or the komi may be wrong in place of the result.
"""

import os
import sys

import duckdb

#: Which records that differ take the margin of the board. The others are left out.
SAFE = " AND ".join([
    "margin IS NOT NULL",
    "unsettled = 0",                                        # else another margin is possible
    "rules_source = 'recorded'",                            # else there is one by area and one by territory
    "komi_source <> 'assumed'",                             # else the komi may be wrong, as in the next two
    "NOT list_contains(findings, 'fraction-misfit')",
    "coalesce(cause::VARCHAR, '') NOT IN ('komi-other', 'other-method', 'agreed-by-players', 'not-a-count')",
])

LABELS = f"""
SELECT root, source, game, id, verdict = 'differs' AS relabelled,
       CASE verdict WHEN 'agrees' THEN recorded_margin ELSE margin END AS label
FROM rows WHERE probability >= 0.9 AND (verdict = 'agrees' OR verdict = 'differs' AND {SAFE})"""


def main(rows: str, out: str) -> None:
    database = duckdb.connect()
    database.read_parquet(rows).create_view("rows")
    database.sql(LABELS).write_parquet(f"{out}.partial")
    os.replace(f"{out}.partial", out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(*sys.argv[1:])

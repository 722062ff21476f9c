"""Records that stop early, and finished ones that are cut short, for the network of margins.

Reads the JSON Lines of `audit` on standard input, writes a line a record for the example `last_moves`: a name
(`source of the margin:part:fingerprint:moves left out`), a tab, and the record.

Only 19x19 boards counted by territory. A record that stops early states the margin to which it would have been
played; of those to learn from six more are made, with up to 18 moves less. Of one that both players
ended, and whose count agrees, up to 30 moves are left out, six times.
"""

import json
import random
import sys

import data

RULES = ("japanese", "korean")
LEAST = 100
# How many moves are left out, of records that stop early and of those that were ended.
EARLY = ((1, 2), (2, 4), (3, 6), (5, 9), (7, 12), (10, 18))
ENDED = ((1, 4), (2, 8), (4, 12), (6, 16), (10, 22), (14, 30))


def record(row, moves):
    margin = row["recorded_margin"]
    result = "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
    head = f"(;FF[4]GM[1]SZ[19]RU[{row['rules']}]KM[{row['komi'] or 0:g}]HA[{row['handicap'] or 0}]RE[{result}]"
    properties = {"X": "AB", "O": "AW", "E": "AE"}
    text = ""
    for kind, point in moves:
        point = "" if point == "--" else point
        text += f";{properties.get(kind, kind)}[{point}]"
    return head + text + ")"


def cuts(row, draw):
    """How many moves are left out, each time."""
    early = row["ending"] in ("none", "one-pass")
    if early:
        if row["verdict"] not in ("agrees", "undecidable"):
            return []
        less = sorted({0, *(draw.randint(*among) for among in EARLY)})
        return [0] if row["part"] in data.CHOOSE else less
    is_known = row["ending"] == "two-passes" and row["verdict"] == "agrees" and row["cause"] is None
    if not is_known or row["part"] in data.CHOOSE:
        return []
    return sorted({draw.randint(*among) for among in ENDED})


def main():
    for line in sys.stdin:
        row = json.loads(line)
        row["part"] = int(row["id"][:2], 16) % 10 if row.get("id") else None
        is_asked = row["size"] == "19" and row["rules"] in RULES and row["recorded_margin"] is not None
        if not is_asked or row["part"] is None or row["part"] in data.REPORT:
            continue
        text = row["moves"]
        moves = [(text[i], text[i + 1 : i + 3]) for i in range(0, len(text), 3)]
        while moves and moves[-1][0] in "BW" and moves[-1][1] == "--":
            moves.pop()
        kind = "cut" if row["ending"] == "two-passes" else "early"
        for less in cuts(row, random.Random(row["id"])):
            if len(moves) - less >= LEAST:
                name = f"{kind}:{row['part']}:{row['id']}:{less}"
                print(f"{name}\t{record(row, moves[: len(moves) - less])}")


if __name__ == "__main__":
    main()

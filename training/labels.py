"""Labels from records alone: the owner of every point at the end of a scored game.

Reads the JSON Lines of `audit` on standard input, writes one compressed file of numpy arrays.

* The verdict agrees and nothing is unsettled: the owners as they stand are the label.
* Groups are unsettled: every assignment of dead and alive to them is counted, and where those that
  give the recorded margin (or, where the row agrees, the counted one) agree on a point, that is its
  label. A board that no assignment explains is left out.

Each board keeps the part it belongs to, by its fingerprint: 0 to 5 learn, 6 and 7 choose, 8 and 9
report.
"""

import json
import sys
from itertools import product

import numpy as np

MOST_UNITS = 8
LIFE = {".": 0, "A": 1, "D": 2, "S": 3, "U": 4}
OWNER = {".": 0, "?": 0, "X": 1, "O": 2}
EVIDENCE = {"pass-alive": 1, "safe": 1, "read": 2, "playouts": 3, "estimated": 3}


def neighbours(width, height):
    table = []
    for i in range(width * height):
        x, y = i % width, i // width
        near = []
        if x:
            near.append(i - 1)
        if x + 1 < width:
            near.append(i + 1)
        if y:
            near.append(i - width)
        if y + 1 < height:
            near.append(i + width)
        table.append(tuple(near))
    return table


TABLES = {}


def table(width, height):
    key = (width, height)
    if key not in TABLES:
        TABLES[key] = neighbours(width, height)
    return TABLES[key]


def prisoners(moves, width, height):
    """Stones that Black took less stones that White took, from the row's moves."""
    near = table(width, height)
    board = [0] * (width * height)
    balance = 0
    for i in range(0, len(moves), 3):
        who, x, y = moves[i], moves[i + 1], moves[i + 2]
        if x == "-":
            continue
        at = (ord(y) - 97) * width + ord(x) - 97
        color = 1 if who in "XB" else 2
        board[at] = color
        if who in "XO":
            continue

        def taken(start, color):
            seen, todo = {start}, [start]
            while todo:
                for n in near[todo.pop()]:
                    if board[n] == 0:
                        return ()
                    if board[n] == color and n not in seen:
                        seen.add(n)
                        todo.append(n)
            return seen

        for n in near[at]:
            if board[n] == 3 - color:
                for stone in taken(n, 3 - color):
                    board[stone] = 0
                    balance += 1 if color == 1 else -1
        for stone in taken(at, color):
            board[stone] = 0
            balance += -1 if color == 1 else 1
    return balance


def count(board, dead, seki, near, area):
    """Owners and the margin on the board once the dead stones are off, or None where a dead stone
    is taken by nobody. Stones told dead revive where their own side lives beside them."""
    dead = set(dead)
    while True:
        owner, revived, margin = [0] * len(board), None, 0
        seen = [False] * len(board)
        for start in range(len(board)):
            if seen[start]:
                continue
            if board[start] and start not in dead:
                owner[start] = board[start]
                if area:
                    margin += 1 if board[start] == 1 else -1
                continue
            region, todo, beside, shared = [start], [start], set(), False
            seen[start] = True
            while todo:
                for n in near[todo.pop()]:
                    if board[n] and n not in dead:
                        beside.add(board[n])
                        shared |= n in seki
                    elif not seen[n]:
                        seen[n] = True
                        region.append(n)
                        todo.append(n)
            held = {board[p] for p in region} - {0}
            if held & beside:
                revived = {p for p in region if board[p] in held & beside}
                break
            if len(held) > 1:
                return None
            if len(beside) == 1:
                (color,) = beside
                sign = 1 if color == 1 else -1
                for p in region:
                    owner[p] = color
                if area or not shared:
                    margin += sign * len(region)
                if not area:
                    margin += sign * sum(1 for p in region if board[p])
            elif held:
                return None
        if revived is None:
            return owner, margin
        dead -= revived


def units(chains, near):
    """Unsettled chains of one colour that share a liberty, as sets of stones."""
    open_chains = [c for c in chains if c["life"] == 4]
    groups = []
    for chain in open_chains:
        liberties = chain["liberties"]
        joined = [g for g in groups if g[0] == chain["color"] and g[2] & liberties]
        stones = set(chain["stones"]).union(*(g[1] for g in joined))
        liberties = liberties.union(*(g[2] for g in joined))
        groups = [g for g in groups if g not in joined] + [(chain["color"], stones, liberties)]
    return groups


def touching(a, b, near):
    return any(n in b for p in a for n in near[p])


def label(row):
    width, height = (
        map(int, row["size"].split("x")) if "x" in row["size"] else [int(row["size"])] * 2
    )
    layers = row.get("layers")
    if not layers or row["recorded_margin"] is None:
        return None
    near = table(width, height)
    board = [" .XO".index(c) - 1 for r in layers["board"] for c in r]
    board = [max(0, c) for c in board]
    life = [LIFE[c] for r in layers["life"] for c in r]
    owner = [OWNER[c] for r in layers["owner"] for c in r]
    safe = [0 if c == "." else (1 if c == "X" else 2) for r in layers["pass_alive"] for c in r]
    chains, evidence = [], [0] * len(board)
    liberties = [0] * len(board)
    for chain in row["chains"]:
        stones = [(ord(p[1]) - 97) * width + ord(p[0]) - 97 for p in chain["stones"]]
        free = {n for p in stones for n in near[p] if board[n] == 0}
        for p in stones:
            liberties[p] = len(free)
            evidence[p] = EVIDENCE[chain["evidence"]]
        chains.append(
            {"stones": stones, "liberties": free, "life": life[stones[0]], "color": board[stones[0]]}
        )
    known = [True] * len(board)
    unsettled = units(chains, near)
    if row["verdict"] == "agrees" and not row["unsettled"]:
        kind = 0
    elif row["verdict"] in ("agrees", "undecidable") and 0 < len(unsettled) <= MOST_UNITS:
        kind = 1 if row["verdict"] == "agrees" else 2
        area = row["method"] == "area"
        if kind == 1:
            counted, wanted = row["margin"], row["margin"]
        else:
            counted = row["likely_margin"]
            if counted is None:
                return None
            wanted = row["recorded_margin"]
        nominal = -row["komi"] + (0 if area else prisoners(row["moves"], width, height))
        dead = {p for c in chains if c["life"] == 2 for p in c["stones"]}
        seki = {p for c in chains if c["life"] == 3 for p in c["stones"]}
        counts = []
        for choice in product((False, True), repeat=len(unsettled)):
            gone = [u[1] for u, is_dead in zip(unsettled, choice) if is_dead]
            if any(touching(a, b, near) for i, a in enumerate(gone) for b in gone[:i]):
                continue
            result = count(board, dead.union(*gone), seki, near, area)
            if result:
                counts.append(result)
        if not counts:
            return None
        # What an exact count knows and this one does not (false eyes, compensation) moves all
        # assignments alike: by the difference at the one that was counted, or by nothing. A point
        # is forgiven where no other assignment comes near.
        base = min((counted - margin for _, margin in counts), key=lambda c: abs(c - nominal))
        bases = [nominal] + [base] * (abs(base - nominal) <= 4)
        fits = []
        for slack in (0, 1):
            for constant in bases:
                misses = [abs(margin + constant - wanted) for _, margin in counts]
                rest = [m for m in misses if m > slack]
                if not fits and len(rest) < len(misses) and (not slack or min(rest, default=9) >= 4):
                    fits = [o for (o, _), m in zip(counts, misses) if m <= slack]
        if not fits:
            return None
        owner = fits[0]
        known = [all(o[p] == owner[p] for o in fits) for p in range(len(board))]
        if not any(known[p] for u in unsettled for p in u[1]):
            return None
    else:
        return None
    part = int(row["id"][:2], 16) % 10
    return (width, height), (board, liberties, safe, life, evidence, owner, known, part, kind)


def main():
    out, every = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    boards, seen, kinds = {}, set(), {}
    for line in sys.stdin:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if row.get("id") in seen or row.get("id") is None:
            continue
        if row["verdict"] == "agrees" and not row["unsettled"] and every > 1:
            if int(row["id"][2:6], 16) % every:
                continue
        seen.add(row["id"])
        found = label(row)
        if not found:
            kinds[(row["verdict"], "out")] = kinds.get((row["verdict"], "out"), 0) + 1
            continue
        size, board = found
        kinds[(row["verdict"], board[8])] = kinds.get((row["verdict"], board[8]), 0) + 1
        boards.setdefault(size, []).append(board + (row["id"],))
    arrays = {}
    names = ("board", "liberties", "safe", "life", "evidence", "owner", "known", "part", "kind")
    for (width, height), rows in boards.items():
        for i, name in enumerate(names):
            column = np.array([r[i] for r in rows], dtype=np.int16)
            arrays[f"{width}x{height}_{name}"] = np.minimum(column, 255).astype(np.uint8)
        arrays[f"{width}x{height}_id"] = np.array([r[9] for r in rows])
    np.savez_compressed(out, **arrays)
    print({str(k): v for k, v in kinds.items()}, {k: len(v) for k, v in boards.items()})


if __name__ == "__main__":
    main()

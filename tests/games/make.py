#!/usr/bin/env python3
"""Plays the games of this folder: GNU Go 3.8 against itself at level 1, to two passes.

    tests/games/make.py      needs gnugo

Games that are there already are not played again: remove them for that. Writes a file a game and `dead.tsv`: the stones that GNU Go calls dead on each final board. The
recorded result is GNU Go's own. The same seeds give the same games.
"""
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
COLUMNS = "ABCDEFGHJKLMNOPQRST"
LETTERS = "abcdefghijklmnopqrs"
# size, rules as GNU Go has them, RU, komi, handicap; each with several seeds
KINDS = [
    (9, "japanese", "Japanese", 6.5, 0, range(1, 7)),
    (9, "chinese", "Chinese", 7.5, 0, range(11, 17)),
    (9, "japanese", "Japanese", 0.5, 3, range(21, 24)),
    (9, "chinese", "Chinese", 0.5, 2, range(31, 36)),
    (13, "japanese", "Japanese", 6.5, 0, range(41, 45)),
    (13, "chinese", "Chinese", 7.5, 0, range(51, 55)),
    (13, "japanese", "Japanese", 0.5, 4, range(61, 63)),
    (13, "chinese", "Chinese", 0.5, 3, range(71, 74)),
]


class Engine:
    def __init__(self, rules, seed):
        self.process = subprocess.Popen(
            ["/usr/games/gnugo", "--mode", "gtp", "--level", "1", "--seed", str(seed),
             "--never-resign", f"--{rules}-rules"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().strip()):
            lines.append(line)
        return " ".join(lines).lstrip("= ").strip()


def sgf(vertex, size):
    return LETTERS[COLUMNS.index(vertex[0])] + LETTERS[size - int(vertex[1:])]


def play(size, rules, name, komi, handicap, seed):
    engine = Engine(rules, seed)
    file = f"{size}x{size}-{rules}-{seed}.sgf"
    if (HERE / file).exists():
        engine.ask(f"loadsgf {HERE / file}")
        dead = engine.ask("final_status_list dead").split()
        engine.ask("quit")
        return file, " ".join(sorted(sgf(v, size) for v in dead))
    engine.ask(f"boardsize {size}")
    engine.ask(f"komi {komi}")
    setup, color, turns, passes = "", "black", [], 0
    if handicap:
        stones = engine.ask(f"fixed_handicap {handicap}").split()
        setup = f"HA[{handicap}]AB" + "".join(f"[{sgf(s, size)}]" for s in stones)
        color = "white"
    while passes < 2 and len(turns) < 3 * size * size:
        move = engine.ask(f"genmove {color}")
        passes = passes + 1 if move == "PASS" else 0
        turns.append(f"{color[0].upper()}[{'' if move == 'PASS' else sgf(move, size)}]")
        color = "white" if color == "black" else "black"
    dead = engine.ask("final_status_list dead").split()
    result = engine.ask("final_score").removesuffix(".0")
    engine.ask("quit")
    lines = [";".join(turns[i:i + 12]) for i in range(0, len(turns), 12)]
    text = (f"(;GM[1]FF[4]SZ[{size}]KM[{komi}]RU[{name}]{setup}RE[{result}]\n;"
            + "\n;".join(lines) + ")\n")
    (HERE / file).write_text(text)
    return file, " ".join(sorted(sgf(v, size) for v in dead))


rows = [play(*kind[:5], seed) for kind in KINDS for seed in kind[5]]
(HERE / "dead.tsv").write_text(
    "# file, stones that GNU Go calls dead on the final board\n"
    + "".join(f"{file}\t{dead}\n" for file, dead in sorted(rows)))

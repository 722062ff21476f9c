"""Has an engine play against itself, and writes the games with its own score: records of sizes that no archive has.

    python self_play.py FOLDER SIZE GAMES gnugo --mode gtp --level 3 --japanese-rules
    audit FOLDER/off-by-0 --out right.csv
    audit FOLDER/off-by-2 --out wrong.csv

One play in sixteen is drawn by chance, so that no two games are alike and stones are left behind that are dead.
The score is the engine's (`final_score`), which may be wrong: look at what differs. Each game is written once with
that, and again with scores that are off by so many points, for one side or the other.
"""

import pathlib
import random
import re
import sys

from attack_proved import COLUMNS, Engine

#: One play in so many is drawn by chance, until this share of the board has been played on.
CHANCE, UNTIL = 16, 0.6
#: By how many points the recorded scores are off, a folder each.
OFF = (0, 1, 2, 3, 10)
KOMI = 6.5
RULES = "Japanese"


def sgf(vertex: str, size: int) -> str:
    """A vertex of the Go Text Protocol as SGF writes it; nothing for a pass."""
    if vertex.lower() == "pass":
        return ""
    x, y = COLUMNS.index(vertex[0]), size - int(vertex[1:])
    return chr(97 + x) + chr(97 + y)


def played(engine: Engine, size: int, chance: random.Random) -> list[str] | None:
    """The vertices of a game from its beginning to two passes; nothing where it ends in another way."""
    engine.ask(f"boardsize {size}")
    engine.ask("clear_board")
    engine.ask(f"komi {KOMI}")
    moves: list[str] = []
    while moves[-2:] != ["PASS", "PASS"]:
        color = ("black", "white")[len(moves) % 2]
        drawn = chance.randrange(CHANCE) == 0 and len(moves) < UNTIL * size * size
        legal = engine.ask(f"all_legal {color}").split() if drawn else []
        if legal:
            move = chance.choice(legal)
            engine.ask(f"play {color} {move}")
        else:
            move = engine.ask(f"genmove {color}")
        if move.lower() == "resign" or len(moves) > 2 * size * size:
            return None
        moves.append(move.upper())
    return moves


def margin(score: str) -> float:
    """A score in points, positive for Black."""
    won = re.fullmatch(r"([BW])\+([\d.]+)", score)
    return 0 if not won else float(won[2]) if won[1] == "B" else -float(won[2])


def result(margin: float) -> str:
    """A margin as SGF writes it."""
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"


def main() -> None:
    if len(sys.argv) < 5:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    folder, size, games = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for game in range(1, games + 1):
        engine = Engine([*sys.argv[4:], "--seed", str(game)])
        chance = random.Random(f"{size} {game}")
        moves = played(engine, size, chance)
        if moves:
            score, side = margin(engine.ask("final_score")), chance.choice((1, -1))
            turns = "".join(f";{'BW'[i % 2]}[{sgf(move, size)}]" for i, move in enumerate(moves))
            for off in OFF:
                head = f"GM[1]FF[4]SZ[{size}]RU[{RULES}]KM[{KOMI}]RE[{result(score + side * off)}]"
                path = folder / f"off-by-{off}" / f"{size}-{game:04}.sgf"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"(;{head}{turns})\n")
        engine.process.terminate()


if __name__ == "__main__":
    main()

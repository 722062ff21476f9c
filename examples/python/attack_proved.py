"""Asks GNU Go, which shares no line with the audit, whether chains that are proved alive can be taken.

    audit RECORDS --out rows.jsonl
    python attack_proved.py rows.jsonl gnugo --mode gtp

Rows of any games will do, resigned ones included: what is `safe` is so in the middle of a game, too. For each
chain that is pass-alive or safe GNU Go is asked for an attack (`attack`) with its opponent to play first; those
that it would take are printed. Of what is dead, seki or only read nothing is asked.
"""

import collections
import json
import subprocess
import sys
from collections.abc import Iterator

#: The columns of a board in the Go Text Protocol.
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Engine:
    """An engine that speaks the Go Text Protocol."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """The answer to a command, without its sign of success."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = iter(self.process.stdout.readline, "\n")
        answer = "".join(line for line in lines if line or sys.exit(f"no answer to {command}"))
        if not answer.startswith("="):
            sys.exit(f"{command}: {answer.strip()}")
        return answer[1:].strip()

    def set_up(self, board: list[str]) -> None:
        """The stones of a final board, none of which can take another while they are put down."""
        self.ask(f"boardsize {len(board)}")
        self.ask("clear_board")
        for y, row in enumerate(board):
            for x, stone in enumerate(row):
                if stone != ".":
                    self.ask(f"play {'black' if stone == 'X' else 'white'} {COLUMNS[x]}{len(board) - y}")


def games(path: str) -> Iterator[dict]:
    """The games whose board GNU Go can be given."""
    with open(path, encoding="utf-8") as rows:
        for game in map(json.loads, rows):
            board = game["layers"] and game["layers"]["board"]
            if board and len(board) == len(board[0]) and 5 <= len(board) <= 19:
                yield game


def main() -> None:
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    engine = Engine(sys.argv[2:])
    asked, taken = collections.Counter(), collections.Counter()
    for game in games(sys.argv[1]):
        proved = [c for c in game["chains"] if c["life"] == "alive" and c["evidence"] in ("pass-alive", "safe")]
        board = game["layers"]["board"]
        if proved:
            engine.set_up(board)
        for chain in proved:
            x, y = (ord(letter) - ord("a") for letter in chain["stones"][0])
            answer = engine.ask(f"attack {COLUMNS[x]}{len(board) - y}")
            asked[chain["evidence"]] += 1
            if not answer.startswith("0"):
                taken[chain["evidence"]] += 1
                print(f"{game['source']} game {game['game']}: {COLUMNS[x]}{len(board) - y} {chain['evidence']}, {answer}")
    for evidence, chains in asked.items():
        print(f"{evidence}: {chains} chains asked about, {taken[evidence]} could be taken")


if __name__ == "__main__":
    main()

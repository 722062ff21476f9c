"""Writes sgf_audit/_games.pyi: the fields of a game for type checkers, from the report's columns.

python python/tests/stub.py      after the columns have changed
"""

from pathlib import Path

from sgf_audit import _games

FILE = Path(__file__).parents[1] / "sgf_audit" / "_games.pyi"

HEAD = '''\
# Made by python/tests/stub.py from the report's columns.
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from ._words import Confidence, Finding, Severity, Verdict

def fields() -> Iterator[tuple[str, str, str]]: ...
def of_line(line: bytes) -> Game: ...

@dataclass(frozen=True)
class Game:
    """A game: what the record says, what the board says, and the verdict."""

'''

TAIL = '''\

    @property
    def layers(self) -> Mapping[str, NDArray[numpy.int8]]: ...
    @property
    def ownership(self) -> NDArray[numpy.int8]: ...
    @property
    def chains(self) -> list[dict[str, Any]]: ...
    @property
    def sekis(self) -> list[dict[str, Any]]: ...
    @property
    def moves(self) -> str | None: ...
    @property
    def finish_moves(self) -> str | None: ...
    @property
    def possible_causes(self) -> list[str]: ...
    @property
    def tally(self) -> dict[str, Any] | None: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    def _repr_html_(self) -> str: ...
'''


def text() -> str:
    """The stub."""
    fields = (f'    {name}: {kind}\n    """{says}"""\n' for name, kind, says in _games.fields())
    return HEAD + "".join(fields) + TAIL


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

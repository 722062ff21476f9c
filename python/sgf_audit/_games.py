"""A game's row as a dataclass. Its fields are the report's columns, as the library names them."""

from __future__ import annotations

import copy
import dataclasses
import json
from functools import cached_property
from types import MappingProxyType

from . import _native
from ._words import Confidence, Finding, Life, Owner, Severity, Verdict

_TYPES = {
    "word": "str | None",
    "outside": "str | None",
    "count": "int | None",
    "number": "float | None",
    "flag": "bool | None",
}

#: Columns whose type says more than what kind of cell they have.
_OWN = {
    "source": "str",
    "game": "int",
    "verdict": "Verdict",
    "confidence": "Confidence | None",
    "findings": "tuple[Finding, ...]",
}

#: What a field holds that is another thing in a cell.
_SAYS = {"findings": "what there is to say, a `Finding` each; a code may stand more than once"}

_LIFE = {".": Life.NONE, "A": Life.ALIVE, "D": Life.DEAD, "S": Life.SEKI, "U": Life.UNSETTLED}
_OWNER = {".": Owner.NOBODY, "X": Owner.BLACK, "O": Owner.WHITE, "?": Owner.UNSETTLED}


def fields():
    """Each field: its name, its type and a sentence on what it means."""
    for name, kind, says in _native.columns_of_report():
        yield name, _OWN.get(name) or _TYPES[kind], _SAYS.get(name) or says


def _board(rows, meaning):
    """A layer as an array."""
    import numpy

    table = numpy.zeros(128, dtype=numpy.int8)
    for letter, value in meaning.items():
        table[ord(letter)] = value
    if not rows:
        return numpy.zeros((0, 0), dtype=numpy.int8)
    letters = numpy.frombuffer("".join(rows).encode("ascii"), dtype=numpy.uint8)
    return _fixed(table[letters].reshape(len(rows), len(rows[0])))


def _fixed(board):
    """The same board, which nobody can make writable: its memory is that of bytes."""
    import numpy

    return numpy.frombuffer(board.tobytes(), dtype=numpy.int8).reshape(board.shape)


class _Row:
    """What a game has beside its fields."""

    @property
    def _line(self):
        line = self.__dict__.get("_json")
        if line is None:
            raise ValueError("this game comes from no audit: it has fields, and no line of a report")
        return line

    @cached_property
    def _object(self):
        return json.loads(self._line)

    def _fresh(self, name):
        """A part of the line, made anew: whoever changes it does not change the game."""
        return copy.deepcopy(self._object[name])

    def __getstate__(self):
        """The fields and the line, from which all else is made."""
        names = (*self.__dataclass_fields__, "_json")
        return {name: self.__dict__[name] for name in names if name in self.__dict__}

    @cached_property
    def layers(self):
        """Boards as int8 arrays that cannot be written to, height x width, the top row first."""
        layers = self._object["layers"] or {}
        boards = {
            name: _board(rows, _LIFE if name == "life" else _OWNER)
            for name, rows in layers.items()
        }
        return MappingProxyType(boards)

    @cached_property
    def ownership(self):
        """The expected owner of each point, -100 White's to 100 Black's; an int8 array."""
        import numpy

        rows = self._object["ownership"]
        return _fixed(numpy.array(rows, dtype=numpy.int8).reshape(len(rows), -1 if rows else 0))

    @property
    def chains(self):
        """Each chain of the final position, as in the JSON Lines report."""
        return self._fresh("chains")

    @property
    def sekis(self):
        """Each seki of the final position, as in the JSON Lines report."""
        return self._fresh("sekis")

    @property
    def moves(self):
        """The main line, three characters an event."""
        return self._object["moves"]

    @property
    def finish_moves(self):
        """The moves added to a record that stops early, as in `moves`."""
        return self._object.get("finish_moves")

    @property
    def possible_causes(self):
        """What would explain a difference where none of it is told as the cause, the likeliest first."""
        return list(self._object.get("possible_causes", ()))

    @property
    def tally(self):
        """What the margin is made of, as in the JSON Lines report."""
        return self._fresh("tally")

    def to_dict(self):
        """The game as the JSON Lines report has it."""
        return json.loads(self._line)

    def to_json(self):
        """The line of the JSON Lines report."""
        return self._line.decode("utf-8")

    def __repr__(self):
        said = str(self.verdict)
        if self.confidence is not None:
            said += f" ({self.confidence})"
        if self.recorded is not None:
            said += f", recorded {self.recorded!r}"
        if self.margin is not None:
            said += f", margin {self.margin:g}"
        return f"Game({self.source!r}, {self.game}: {said})"

    def _repr_html_(self):
        from ._picture import page

        return page(self)


Game = dataclasses.make_dataclass(
    "Game",
    [(name, kind) for name, kind, _ in fields()],
    bases=(_Row,),
    frozen=True,
    repr=False,
)
Game.__module__ = "sgf_audit"
Game.__doc__ = "A game: what the record says, what the board says, and the verdict.\n\n" + "\n".join(
    f"{name}: {says}" for name, _, says in fields()
)

_NAMES = [name for name, _, _ in fields()]


def of_line(line):
    """A game from its line of JSON."""
    row = json.loads(line)
    values = {name: row[name] for name in _NAMES}
    values["verdict"] = Verdict(row["verdict"])
    if row["confidence"] is not None:
        values["confidence"] = Confidence(row["confidence"])
    values["findings"] = tuple(
        Finding(**{**finding, "severity": Severity(finding["severity"])})
        for finding in row["findings"]
    )
    game = Game(**values)
    # Beside the fields, which are the columns.
    object.__setattr__(game, "_json", line.rstrip(b"\n"))
    return game

"""What the values of a game mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class _Word(str, Enum):
    """A word of the report: equal to its text."""

    def __str__(self) -> str:
        return str(self.value)


class Verdict(_Word):
    """What the audit says of a record.

    >>> Verdict("differs") is Verdict.DIFFERS, Verdict.DIFFERS == "differs"
    (True, True)
    """

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDABLE = "undecidable"
    NOT_SCORED = "not-scored"
    BROKEN = "broken"


class Confidence(_Word):
    """What a verdict rests on."""

    PROVED = "proved"
    READ = "read"
    ESTIMATED = "estimated"


class Severity(_Word):
    """How much a finding matters."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class Life(IntEnum):
    """What ``layers["life"]`` holds for each stone."""

    NONE = 0
    ALIVE = 1
    DEAD = 2
    SEKI = 3
    UNSETTLED = 4


class Owner(IntEnum):
    """What all other layers hold: a stone, or a point's owner."""

    WHITE = -1
    NOBODY = 0
    BLACK = 1
    UNSETTLED = 2


@dataclass(frozen=True)
class Finding:
    """Something that there is to say of a record, and where."""

    code: str
    severity: Severity
    message: str
    line: int | None = None
    column: int | None = None
    turn: int | None = None
    vertex: str | None = None

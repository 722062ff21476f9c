"""What the values of a game mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class _Word(str, Enum):
    """A word of the report: equal to its text."""

    def __str__(self) -> str:
        return str(self.value)


class _Ranked(_Word):
    """A word among others that are less or more, told from the least on; compared so, also with their texts."""

    def _rank(self, other: str) -> int:
        words = list(type(self))
        if other not in words:
            raise TypeError(f"{type(self).__name__} has no rank beside {other!r}")
        return words.index(self) - words.index(type(self)(other))

    def __lt__(self, other: str) -> bool:
        return self._rank(other) < 0

    def __le__(self, other: str) -> bool:
        return self._rank(other) <= 0

    def __gt__(self, other: str) -> bool:
        return self._rank(other) > 0

    def __ge__(self, other: str) -> bool:
        return self._rank(other) >= 0


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


class Confidence(_Ranked):
    """What a verdict rests on.

    >>> Confidence.PROVED > Confidence.READ > Confidence.ESTIMATED
    True
    """

    ESTIMATED = "estimated"
    READ = "read"
    PROVED = "proved"


class Severity(_Ranked):
    """How much a finding matters.

    >>> Severity.ERROR > Severity.WARNING > Severity.NOTE, Severity.ERROR >= "warning"
    (True, True)
    """

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

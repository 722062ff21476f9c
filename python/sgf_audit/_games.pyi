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

    source: str
    """path as walked, relative to the root that was named; `a/b.zip!c/d.sgf` inside an archive"""
    game: int
    """index of the game in its source, from 0"""
    line: int | None
    """line on which the game tree opens, from 1"""
    id: str | None
    """128-bit fingerprint of size, setup and turns; equal under the 8 symmetries"""
    size: str | None
    """`19`, or `13x9` (width x height)"""
    rules: str | None
    """as understood: `japanese korean chinese aga nz ing tromp-taylor stone`, or blank"""
    rules_source: str | None
    """`recorded` or `assumed`"""
    komi: float | None
    """komi as used"""
    handicap: int | None
    """handicap stones as used"""
    black: str | None
    """Black's name as recorded, decoded"""
    white: str | None
    """White's name as recorded, decoded"""
    date: str | None
    """date as recorded, decoded"""
    turns: int | None
    """turns on the main line, passes included"""
    ending: str | None
    """how the main line ends: `two-passes one-pass none`"""
    recorded: str | None
    """the result as recorded"""
    recorded_kind: str | None
    """`score draw resign time forfeit void win unknown`, or blank"""
    recorded_margin: float | None
    """the recorded margin, where the kind is `score` or `draw`"""
    method: str | None
    """how the rules count: `territory` or `area`"""
    margin: float | None
    """the margin by the rules of the game as its server counts (`counted-strictly`); of the finished board where that was played on, and as recorded where that is only likely (`last-moves-likely`)"""
    area_margin: float | None
    """the margin by area, dead stones taken off, also where the rules leave them on"""
    territory_margin: float | None
    """the margin by territory, dead stones taken off, also where the rules leave them on"""
    marked_margin: float | None
    """the margin by the file's own territory marks; never used for `margin`"""
    bouzy_margin: float | None
    """the estimate by Bouzy's 5/21 after dead stones are taken off"""
    proved_min: float | None
    """lower bound of the area margin, from what is pass-alive or safe"""
    proved_max: float | None
    """upper bound of the area margin, from what is pass-alive or safe"""
    verdict: Verdict
    """`agrees differs undecidable not-scored broken`"""
    confidence: Confidence | None
    """`proved read estimated`; blank unless agrees or differs"""
    difference: float | None
    """`recorded_margin - margin`, where both are known"""
    winner_differs: bool | None
    """whether the board names another winner than the record; blank where that is less sure than the verdict"""
    cause: str | None
    """the likeliest explanation of a difference, the convention that the record follows, or why nothing is claimed"""
    pass_alive_black: int | None
    """pass-alive stones of Black, suicide illegal"""
    pass_alive_white: int | None
    """pass-alive stones of White, suicide illegal"""
    pass_alive_black_suicide: int | None
    """pass-alive stones of Black, suicide legal"""
    pass_alive_white_suicide: int | None
    """pass-alive stones of White, suicide legal"""
    suicide_sensitive: int | None
    """stones whose pass-alive status depends on the suicide rule"""
    suicide_moves: int | None
    """moves in the record that are legal only where suicide is"""
    dead_black: int | None
    """dead stones of Black, unsettled ones by what is likeliest"""
    dead_white: int | None
    """dead stones of White, unsettled ones by what is likeliest"""
    seki: int | None
    """stones alive in seki, unsettled ones by what is likeliest"""
    dame: int | None
    """dame points"""
    unsettled: int | None
    """unsettled points"""
    findings: tuple[Finding, ...]
    """what there is to say, a `Finding` each; a code may stand more than once"""
    stopped_at: str | None
    """the stage that could not go on, or blank"""
    probability: float | None
    """the calibrated chance that the verdict is right, 0 to 1; 1 where proved or read, blank unless agrees or differs"""
    finish: str | None
    """what was done about last moves that the record lacks: `played` they were added, `bounded` they could not be and only what is possible is told, `none` nothing"""
    likely_margin: float | None
    """the margin of the likeliest statuses, also where the board is undecidable; of the finished board where `finish` is `played`; no verdict rests on it alone"""
    komi_source: str | None
    """`recorded`, `implied` by the rules, the handicap or what the audit was told, or `assumed`: usual in its year, or as told for records without one, or 0"""
    root: str | None
    """the path as named on the command line that `source` is relative to"""
    margin_min: float | None
    """the lowest margin that is possible from the recorded end if both sides answer; `margin` where there is one"""
    margin_max: float | None
    """the highest margin that is possible from the recorded end if both sides answer; `margin` where there is one"""
    year: int | None
    """the year of `date`, where it names one"""

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

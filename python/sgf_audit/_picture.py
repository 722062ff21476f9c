"""A game as a picture: its final board as the HTML report draws it, with what there is to say."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from . import _native
from ._words import Life, Owner

if TYPE_CHECKING:
    from ._games import Game

# Sizes and colours are those of the report's page.
_CELL = 24
_MARGIN = 22
_WOOD, _LINE = "#e6c592", "#7a5c30"
_INK, _PAPER = "#1f1e1d", "#fbfaf6"
_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def page(game: Game) -> str:
    """The board and the findings, as HTML that brings nothing from elsewhere."""
    said = f"<b>{_text(game.verdict)}</b>"
    if game.confidence is not None:
        said += f" ({_text(game.confidence)})"
    if game.recorded is not None:
        said += f", recorded {_text(game.recorded)}"
    if game.margin is not None:
        said += f", board {_result(game.margin)}"
    if game.cause is not None:
        said += f": {_text(game.cause)}"
    players = " – ".join(_text(name) for name in (game.black, game.white) if name)
    lines = [f"<p>{_text(game.source)}{f', game {game.game}' if game.game else ''}"]
    lines += [f"<br>{players}"] if players else []
    lines += [f"<br>{said}</p>", board(game)]
    if game.findings:
        items = (
            f"<li>{_text(f.severity)} <code>{_text(f.code)}</code> {_text(f.message)}</li>"
            for f in game.findings
        )
        lines += ["<ul>", *items, "</ul>"]
    return "\n".join(lines)


def board(game: Game) -> str:
    """The final board as SVG: dead stones crossed out, territory, sekis, what is unsettled."""
    if not game.layers:
        return ""
    stones, life = game.layers["board"], game.layers["life"]
    owner, territory = game.layers["owner"], game.layers["territory"]
    height, width = stones.shape
    across, down = width * _CELL + 2 * _MARGIN, height * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" role="img" '
        f'aria-label="Final board, {width} by {height}" style="max-width:{across}px;width:100%">',
        f'<rect width="{across}" height="{down}" rx="5" fill="{_WOOD}"/>',
        *_grid(width, height),
    ]
    for y in range(height):
        for x in range(width):
            cx, cy = _MARGIN + (x + 0.5) * _CELL, _MARGIN + (y + 0.5) * _CELL
            stone, status = stones[y, x], life[y, x]
            unsettled = owner[y, x] == Owner.UNSETTLED or status == Life.UNSETTLED
            if unsettled:
                parts.append(_square(cx, cy, _CELL, 'fill="#cb4b2c" fill-opacity=".26"'))
            if stone:
                faded = ' opacity=".42"' if status == Life.DEAD else ""
                ink = _side(stone)
                parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="11.5" {ink}{faded}/>')
            over = "#fff" if stone == Owner.BLACK else "#24221e"
            if territory[y, x]:
                parts.append(_square(cx, cy, 8, _side(territory[y, x])))
            if status == Life.DEAD:
                cross = f"M{cx - 5.5:g} {cy - 5.5:g}l11 11m0-11l-11 11"
                parts.append(f'<path d="{cross}" stroke="{over}" stroke-width="1.5"/>')
            if status == Life.SEKI:
                parts.append(_square(cx, cy, 11, f'fill="none" stroke="{over}" stroke-width="1.5"'))
            if unsettled:
                parts.append(_label(cx, cy, "?", f'font-size="13" fill="{over}"'))
    return "\n".join([*parts, "</svg>"])


def _grid(width: int, height: int) -> list[str]:
    first = _MARGIN + _CELL / 2
    right, bottom = first + (width - 1) * _CELL, first + (height - 1) * _CELL
    path = "".join(f"M{first + x * _CELL:g} {first:g}V{bottom:g}" for x in range(width))
    path += "".join(f"M{first:g} {first + y * _CELL:g}H{right:g}" for y in range(height))
    parts = [f'<path d="{path}" fill="none" stroke="{_LINE}" stroke-width=".8"/>']
    for x, y in _hoshi(width, height):
        parts.append(
            f'<circle cx="{first + x * _CELL:g}" cy="{first + y * _CELL:g}" r="2.5" fill="{_LINE}"/>'
        )
    ink = f'font-size="9.5" fill="{_LINE}"'
    for x in range(width):
        letter = _LETTERS[x] if x < len(_LETTERS) else "?"
        for at in (_MARGIN * 0.62, _MARGIN * 1.38 + height * _CELL):
            parts.append(_label(first + x * _CELL, at, letter, ink))
    for y in range(height):
        for at in (_MARGIN * 0.62, _MARGIN * 1.38 + width * _CELL):
            parts.append(_label(at, first + y * _CELL, str(height - y), ink))
    return parts


def _hoshi(width: int, height: int) -> list[tuple[int, int]]:
    """The star points of a board."""

    def lines(length: int) -> list[int]:
        if length < 7:
            return [length // 2] if length == 5 else []
        edge = 2 if length < 13 else 3
        middle = [length // 2] if length % 2 and length > 8 else []
        return [edge, *middle, length - 1 - edge]

    small = min(width, height) < 15
    return [
        (x, y)
        for x in lines(width)
        for y in lines(height)
        if not small or (2 * x == width - 1) == (2 * y == height - 1)
    ]


def _side(color: int) -> str:
    if color == Owner.BLACK:
        return f'fill="{_INK}" stroke="#000" stroke-width=".6"'
    return f'fill="{_PAPER}" stroke="#6d675b" stroke-width=".8"'


def _square(cx: float, cy: float, size: float, ink: str) -> str:
    corner = size / 2
    return f'<rect x="{cx - corner:g}" y="{cy - corner:g}" width="{size:g}" height="{size:g}" {ink}/>'


def _label(x: float, y: float, text: str, ink: str) -> str:
    middle = 'text-anchor="middle" dominant-baseline="central" font-family="sans-serif"'
    return f'<text x="{x:g}" y="{y:g}" {middle} {ink}>{text}</text>'


def _result(margin: float) -> str:
    return "draw" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def _text(text: str) -> str:
    """A text from a record, in which nothing acts."""
    return escape(_native.visible(str(text)))

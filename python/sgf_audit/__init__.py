"""The referee for archives of Go games: bytes of SGF in, one row a game out.

>>> import sgf_audit
>>> sgf = (b"(;SZ[5]KM[0.5]RU[Chinese]RE[B+5.5];AB[ac][ba][bb][bc][bd][be]"
...        b"AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])")
>>> [game] = sgf_audit.audit(sgf, "game.sgf")
>>> game
Game('game.sgf', 0: differs (proved), recorded 'B+5.5', margin -5.5)
>>> game.verdict is sgf_audit.Verdict.DIFFERS
True
>>> game.layers["life"]
array([[0, 1, 1, 1, 0],
       [0, 1, 1, 1, 0],
       [1, 1, 1, 1, 1],
       [0, 1, 1, 1, 0],
       [0, 1, 1, 1, 0]], dtype=int8)

One game: :func:`audit`. Folders and archives: :func:`audit_files`. Records that another engine
holds in columns: :func:`audit_batch`. All three say the same of a game.
"""

from ._audit import audit, audit_batch, audit_files, read_files, schema, split_batch
from ._games import Game
from ._native import __version__
from ._words import Confidence, Finding, Life, Owner, Severity, Verdict

__all__ = [
    "Confidence",
    "Finding",
    "Game",
    "Life",
    "Owner",
    "Severity",
    "Verdict",
    "__version__",
    "audit",
    "audit_batch",
    "audit_files",
    "read_files",
    "schema",
    "split_batch",
]

"""Boards with labels, as planes of the network.

The planes, in this order (Black's before White's):
0 on the board; 1-4 and 5-8 stones with 1, 2, 3, 4 or more liberties; 9, 10 pass-alive stones; 11, 12
one-point eyes; 13, 14 empty regions that touch one colour only; 15, 16 chains known to be alive;
17, 18 chains known to be dead; 19 chains known to be in seki.
"""

import glob

import numpy as np

LEARN, CHOOSE, REPORT = range(0, 6), range(6, 8), range(8, 10)
ALIVE, DEAD, SEKI, UNSETTLED = 1, 2, 3, 4
NAMES = ("board", "liberties", "safe", "life", "evidence", "owner", "known", "part", "kind")


def shifted(a, fill):
    """The array moved one step in each of four directions; the edge is `fill`."""
    p = np.pad(a, ((0, 0), (1, 1), (1, 1)), constant_values=fill)
    return p[:, :-2, 1:-1], p[:, 2:, 1:-1], p[:, 1:-1, :-2], p[:, 1:-1, 2:]


def empty_features(board):
    """One-point eyes and regions of one colour: 0, 1, 2 for each point."""
    empty = board == 0
    eyes = np.zeros_like(board)
    for color in (1, 2):
        own = [s == color for s in shifted(board, color)]
        eyes[empty & own[0] & own[1] & own[2] & own[3]] = color
    touches = np.zeros_like(board)
    for color in (1, 2):
        for s in shifted(board, 0):
            touches |= np.where(empty & (s == color), color, 0).astype(board.dtype)
    while True:
        wider = touches.copy()
        for s in shifted(np.where(empty, touches, 0), 0):
            wider |= np.where(empty, s, 0)
        if (wider == touches).all():
            break
        touches = wider
    touches[~empty | (touches == 3)] = 0
    return eyes, touches


def chain_ids(board):
    """A number for each chain: the same on all its stones, 0 on empty points."""
    n, height, width = board.shape
    ids = np.where(board > 0, np.arange(1, height * width + 1).reshape(1, height, width), 0)
    ids = ids.astype(np.int16)
    while True:
        wider = ids.copy()
        for s, b in zip(shifted(ids, 0), shifted(board, 3)):
            wider = np.where((board > 0) & (b == board), np.maximum(wider, s), wider)
        if (wider == ids).all():
            return ids
        ids = wider


class Boards:
    """All boards of one size in the given parts."""

    def __init__(self, columns, width, height):
        for name in NAMES:
            value = columns[name]
            if value.ndim == 2:
                value = value.reshape(-1, height, width)
            setattr(self, name, value)
        self.width, self.height = width, height
        self.eyes, self.regions = empty_features(self.board)
        self.chain = chain_ids(self.board)
        self.hard = np.flatnonzero(self.kind > 0)

    def __len__(self):
        return len(self.board)

    def planes(self, index, life):
        board = self.board[index]
        out = np.zeros((len(index), 20, self.height, self.width), np.float32)
        out[:, 0] = 1
        liberties = np.minimum(self.liberties[index], 4)
        for c in (0, 1):
            stones = board == c + 1
            for k in (1, 2, 3, 4):
                out[:, 4 * c + k] = stones & (liberties == k)
            out[:, 9 + c] = self.safe[index] == c + 1
            out[:, 11 + c] = self.eyes[index] == c + 1
            out[:, 13 + c] = self.regions[index] == c + 1
            out[:, 15 + c] = stones & (life == ALIVE)
            out[:, 17 + c] = stones & (life == DEAD)
        out[:, 19] = life == SEKI
        return out

    def hidden(self, index, random):
        """The statuses that are shown: some of them, so that what is known is used and not needed."""
        life = self.life[index].copy()
        life[life == UNSETTLED] = 0
        for row, i in enumerate(index):
            draw = random.random()
            chain = self.chain[i]
            if draw < 0.15:
                life[row] = 0
            elif draw < 0.35:
                keep = random.random(self.width * self.height + 1) < random.random()
                life[row] *= keep[chain]
            elif draw < 0.85:
                size = random.integers(1, max(3, self.width // 2) + 1, 2)
                y = random.integers(0, self.height - size[0] + 1)
                x = random.integers(0, self.width - size[1] + 1)
                gone = np.unique(chain[y : y + size[0], x : x + size[1]])
                life[row][np.isin(chain, gone)] = 0
        return life

    def batch(self, size, hard_share, random):
        """Planes, labels and weights, turned at random and with colours exchanged at random."""
        index = random.integers(0, len(self), size)
        if len(self.hard):
            hard = random.random(size) < hard_share
            index[hard] = self.hard[random.integers(0, len(self.hard), int(hard.sum()))]
        life = self.hidden(index, random)
        x = self.planes(index, life)
        y = self.owner[index].astype(np.int64)
        w = np.where(self.known[index] > 0, 1.0, 0.0).astype(np.float32)
        stones = self.board[index] > 0
        w *= np.where(stones & (life == 0), 2.0, 1.0).astype(np.float32)
        w *= np.where((self.life[index] == UNSETTLED) & (self.kind[index] > 0)[:, None, None], 2, 1)
        # What stays unsettled on a board that agrees without it is no label.
        if random.random() < 0.5:
            x, y = exchanged(x, y)
        turn = random.integers(0, 8)
        x, y, w = (turned(a, turn) for a in (x, y, w))
        return np.ascontiguousarray(x), np.ascontiguousarray(y), np.ascontiguousarray(w)


def exchanged(x, y):
    order = [0, 5, 6, 7, 8, 1, 2, 3, 4, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17, 19]
    return x[:, order], np.array([0, 2, 1])[y]


def turned(a, turn):
    a = np.rot90(a, turn % 4, (-2, -1))
    return a[..., ::-1] if turn >= 4 else a


def load(files, parts):
    """Boards by size."""
    by_size = {}
    for name in sorted(files):
        data = np.load(name)
        sizes = {key.split("_")[0] for key in data.files}
        for size in sizes:
            columns = {n: data[f"{size}_{n}"] for n in NAMES}
            keep = np.isin(columns["part"], list(parts))
            by_size.setdefault(size, []).append({n: c[keep] for n, c in columns.items()})
    boards = {}
    for size, pieces in by_size.items():
        width, height = map(int, size.split("x"))
        columns = {n: np.concatenate([p[n] for p in pieces]) for n in NAMES}
        if len(columns["part"]):
            boards[(width, height)] = Boards(columns, width, height)
    return boards

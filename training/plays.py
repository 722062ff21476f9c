"""Trains the network of likely plays, on one core or a graphics card, and writes its weights.

`plays.py POSITIONS... --out FOLDER --minutes N --weights FILE --cases FILE`. Positions are what the example `moves`
writes. Goes on from the last checkpoint in the folder.

The network gives a number a point. Which play of a game is chosen depends on the whole board; which is chosen within a
part of it mostly on that part: so it is asked for the play within a window of 5 to 19 points a side around it. Half
of the boards show no stone far from the window, as a diagram in a book does not.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import data
import export
import loop
from model import Network

SIDE, PLANES = 19, 10
BLOCKS, CHANNELS = 8, 48
RECORD = SIDE * SIDE + 3
WINDOWS = (5, 7, 7, 9, 9, 11, 13, 19)
# Stones are seen so many points beyond the window, at least and at most.
BEYOND = (1, 5)


def network(blocks, channels):
    return Network(blocks, channels, PLANES, 1, ())


class Positions:
    """Positions with the plays chosen in them, on the device that learns."""

    def __init__(self, records, device):
        self.records = torch.from_numpy(records).to(device)
        self.device = device
        self.line = torch.arange(SIDE, device=device)
        self.codes = torch.arange(1, PLANES, device=device, dtype=torch.uint8).view(1, -1, 1, 1)
        self.windows = torch.tensor(WINDOWS, device=device)

    def __len__(self):
        return len(self.records)

    def drawn(self, index, window=None, is_cut=0.5):
        """Planes, the points of the windows, and the plays."""
        rows, count = self.records[index], len(index)
        codes = rows[:, : SIDE * SIDE].view(count, SIDE, SIDE)
        play = rows[:, SIDE * SIDE].long() + 256 * rows[:, SIDE * SIDE + 1].long()
        whole = lambda most: torch.randint(most, (count,), device=self.device)
        side = self.windows[whole(len(WINDOWS))] if window is None else torch.full_like(play, window)
        begins = lambda at: torch.where(side == SIDE, 0, at - (torch.rand(count, device=self.device) * side).long())
        top, left = begins(play // SIDE), begins(play % SIDE)

        def within(more):
            inside = lambda begin: (self.line >= (begin - more)[:, None]) & (self.line < (begin + side + more)[:, None])
            return inside(top)[:, :, None] & inside(left)[:, None, :]

        window = within(torch.zeros_like(side)) & (codes == 0)
        cut = torch.rand(count, device=self.device) < is_cut
        seen = within(torch.where(cut, BEYOND[0] + whole(BEYOND[1] - BEYOND[0] + 1), SIDE))
        codes = torch.where(seen, codes, 0)
        board = torch.ones_like(codes, dtype=torch.bool)[:, None]
        return torch.cat([board, codes[:, None] == self.codes], 1).float(), window, play

    def batch(self, index):
        """The same, looked at from eight sides in turn."""
        drawn = self.drawn(index)
        sides = []
        for turn in range(8):
            part = slice(len(index) * turn // 8, len(index) * (turn + 1) // 8)
            planes, window, play = (value[part] for value in drawn)
            sides.append((loop.turned(planes, turn), loop.turned(window, turn), turned_place(play, turn)))
        planes, window, play = (torch.cat(values) for values in zip(*sides))
        return planes.contiguous(memory_format=torch.channels_last), window, play


def turned_place(place, turn):
    y, x = place // SIDE, place % SIDE
    for _ in range(turn % 4):
        y, x = SIDE - 1 - x, y
    return y * SIDE + (SIDE - 1 - x if turn >= 4 else x)


def logits(net, planes, window):
    with torch.autocast(planes.device.type, torch.bfloat16):
        out = net(planes)
    return out[:, 0].float().masked_fill(~window, -1e4).flatten(1)


def evaluate(net, unseen):
    """In how many of 100 positions the likeliest play within a window is the one chosen."""
    net.eval()
    result = {}
    # The same windows each time, and training draws on as if nothing had been drawn here.
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(7)
        for window in (7, 9, 13, 19):
            right = 0
            for part in torch.arange(len(unseen), device=unseen.device).split(1024):
                planes, points, play = unseen.drawn(part, window, 0.0)
                right += int((logits(net, planes, points).argmax(1) == play).sum())
            result[f"within_{window}"] = round(100 * right / max(1, len(unseen)), 2)
    net.train()
    return result


CASES = """
. . X O . .
X X X O O O
O O O X X .
. . O X . X
. O O O X X
O . . O X O

. X O . . O .
X X O O O O .
. X X X X O O
. X . . X X X
X . X O . . .
"""


def cases(integers):
    """Boards, and what the weights give for them with Black to play."""
    out = []
    for text in CASES.strip().split("\n\n"):
        rows = [row.split() for row in text.split("\n")]
        board = np.array([[".XO".index(cell) for cell in row] for row in rows])
        codes = np.where(board > 0, np.clip(liberties(board), 1, 4) + 4 * (board == 2), 0)
        planes = np.stack([np.ones_like(codes)] + [codes == code for code in range(1, PLANES)])
        out.append(text + "\n--\n" + " ".join(str(n) for n in integers.run(planes).ravel()))
    return "\n\n".join(out) + "\n"


def liberties(board):
    """The liberties of the chain of each stone."""
    found = np.zeros_like(board)
    beside = lambda y, x: [
        (v, w)
        for v, w in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x))
        if 0 <= v < board.shape[0] and 0 <= w < board.shape[1]
    ]
    for start in zip(*np.nonzero(board)):
        chain, free = [start], set()
        for stone in chain:
            for near in beside(*stone):
                if board[near] == 0:
                    free.add(near)
                elif board[near] == board[start] and near not in chain:
                    chain.append(near)
        found[start] = len(free)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("positions", nargs="+")
    loop.arguments(parser)
    parser.add_argument("--device", default="cpu")
    parser.set_defaults(blocks=BLOCKS, channels=CHANNELS, decay=1e-3, rate=3e-3)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--unseen", type=int, default=8192, help="positions for the curve")
    parser.add_argument("--weights", required=True)
    parser.add_argument("--cases", required=True)
    args = parser.parse_args()
    records = np.concatenate([np.fromfile(name, np.uint8).reshape(-1, RECORD) for name in args.positions])
    part = records[:, -1]
    learn, choose = np.flatnonzero(np.isin(part, data.LEARN)), np.flatnonzero(np.isin(part, data.CHOOSE))
    if not len(learn):
        raise SystemExit("no game to learn from: the games of these archives belong to other parts")
    choose = np.random.default_rng(5).permutation(choose)[: args.unseen]
    positions, unseen = Positions(records[learn], args.device), Positions(records[choose], args.device)
    print(len(positions), len(unseen), flush=True)

    def loss_of(net, _):
        index = torch.randint(len(positions), (args.batch,), device=args.device)
        planes, window, play = positions.batch(index)
        return F.cross_entropy(logits(net, planes, window), play)

    make = lambda: network(args.blocks, args.channels)
    integers = export.Integers(loop.train(args, make, loss_of, lambda net, _: evaluate(net, unseen)))
    export.write(integers, args.weights, args.cases, cases(integers))


if __name__ == "__main__":
    main()

"""Writes the weights in eight bits, and boards with the sums that integers give for them.

`export.py CHECKPOINT DATA... --out FILE --cases FILE`
"""

import argparse
import struct

import numpy as np
import torch

import data
from model import POOLED, Network

PLACES = 8


def layer(weight, bias):
    """Weights (taps, inputs, outputs) in eight bits, biases, and a power of two for each output."""
    if weight.ndim == 4:
        taps = weight.permute(2, 3, 1, 0).reshape(-1, weight.shape[1], weight.shape[0]).numpy()
    else:
        taps = weight.T[None].numpy()
    most = np.maximum(np.abs(taps).max((0, 1)), 1e-6)
    shift = np.clip(np.floor(np.log2(127 / most)), 0, 14).astype(np.int64)
    scale = 2.0**shift
    weights = np.clip(np.round(taps * scale), -127, 127).astype(np.int64)
    # Half a unit, so that the shift rounds to the nearest.
    half = np.where(shift > 0, 2.0 ** (shift - 1), 0)
    biases = np.round(bias.numpy() * scale * 2**PLACES + half).astype(np.int64)
    return weights, biases, shift


def write(integers, weights, cases, text):
    """Writes the weights, and the cases that the program must reproduce."""
    with open(weights, "wb") as f:
        f.write(integers.bytes())
    with open(cases, "w") as f:
        f.write(text)


def packed(parts):
    weights, biases, shift = parts
    head = b"".join(struct.pack("<Bi", int(s), int(b)) for s, b in zip(shift, biases))
    return head + weights.astype(np.int8).tobytes()


def convolved(x, parts, reach):
    """x: height, width, channels."""
    weights, biases, shift = parts
    height, width, _ = x.shape
    padded = np.pad(x, ((reach, reach), (reach, reach), (0, 0)))
    sums = np.zeros((height, width, weights.shape[2]), np.int64) + biases
    for tap in range(weights.shape[0]):
        dy, dx = divmod(tap, 2 * reach + 1)
        sums += padded[dy : dy + height, dx : dx + width] @ weights[tap]
    assert np.abs(sums).max() < 2**31
    return sums >> shift


def rectified(x):
    return np.clip(x, 0, 32767)


class Integers:
    """The network as the program computes it."""

    def __init__(self, state):
        get = lambda name: layer(state[name + ".weight"], state[name + ".bias"])
        self.input = get("input")
        self.blocks = []
        while f"blocks.{len(self.blocks)}.first.weight" in state:
            name = f"blocks.{len(self.blocks)}"
            pool = get(name + ".pool") if name + ".pool.weight" in state else None
            self.blocks.append((get(name + ".first"), get(name + ".second"), pool))
        self.output = get("output")

    def run(self, planes):
        """planes: planes, height, width, of 0 and 1; outputs with 8 binary places: height, width, outputs."""
        x = (planes.transpose(1, 2, 0) * 2**PLACES).astype(np.int64)
        x = rectified(convolved(x, self.input, 1))
        for first, second, pool in self.blocks:
            inner = rectified(convolved(x, first, 1))
            x = x + convolved(inner, second, 1)
            if pool:
                mean = inner.sum((0, 1)) // (inner.shape[0] * inner.shape[1])
                x = x + ((mean @ pool[0][0] + pool[1]) >> pool[2])
            x = rectified(x)
        return convolved(x, self.output, 0)

    def bytes(self):
        pooled = sum(1 << i for i, block in enumerate(self.blocks) if block[2])
        out = b"AN1" + bytes([len(self.blocks), self.output[0].shape[1], pooled]) + packed(self.input)
        for first, second, pool in self.blocks:
            out += packed(first) + packed(second) + (packed(pool) if pool else b"")
        return out + packed(self.output)


CASES = """
. . X O . . . O .
X X X O O O O O O
O O O X X X X X .
. . O X . X . . X
. O O O X X X X .
O . . O X O . X X
. O O O O O X X .
. O X X O X . X .
. X . . . X X . .

. X O . . O .
X X O O O O .
. X X X X O O
. X . . X X X
X . X O . . .

O . . X . . . . . . . . .
. O X . . . . . X . . . .
O O X . . . . . . . O O .
X X . . . . . . . . . X .
. . . . . . . . . . . . .
. . . X . . . . . O . . .
. . . . . . O . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . X . . .
. . . . . . . . . . X X .
. . O . . . . . . X O O .
. . . . . . . . . X O . .
. . . . . . . . . . . . .
"""


def cases(integers):
    """Boards, and the sums for them with nothing known."""
    out = []
    for text in CASES.strip().split("\n\n"):
        rows = [row.split() for row in text.split("\n")]
        board = np.array([[".XO".index(c) for c in row] for row in rows], np.uint8)[None]
        height, width = board.shape[1:]
        columns = {n: np.zeros_like(board) for n in data.NAMES}
        columns["board"] = board
        columns["part"] = columns["kind"] = np.zeros(1, np.uint8)
        ids = data.chain_ids(board)[0]
        for chain in np.unique(ids[ids > 0]):
            stones = np.argwhere(ids == chain)
            free = {
                (y + dy, x + dx)
                for y, x in stones
                for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if 0 <= y + dy < height and 0 <= x + dx < width and not board[0, y + dy, x + dx]
            }
            for y, x in stones:
                columns["liberties"][0, y, x] = len(free)
        b = data.Boards(columns, width, height)
        # Nothing is shown as pass-alive: Benson's algorithm is the program's.
        planes = b.planes(np.array([0]), np.zeros_like(board))[0]
        sums = integers.run(planes).reshape(-1, 3)
        out.append(text + "\n--\n" + "\n".join(f"{a} {b} {c}" for a, b, c in sums))
    return "\n\n".join(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("data", nargs="*")
    parser.add_argument("--out", required=True)
    parser.add_argument("--cases", required=True)
    args = parser.parse_args()
    state = torch.load(args.checkpoint, map_location="cpu")["average"]
    integers = Integers(state)
    write(integers, args.out, args.cases, cases(integers))
    if args.data:
        # How far the integers are from what was trained.
        network = Network(len(integers.blocks), integers.output[0].shape[1])
        network.load_state_dict(state)
        worst, same, points = 0.0, 0, 0
        for b in data.load(args.data, data.CHOOSE).values():
            for i in b.hard[:60]:
                planes = b.planes(np.array([i]), np.where(b.life[[i]] == 4, 0, b.life[[i]]))
                with torch.no_grad():
                    exact = network(torch.from_numpy(planes))[0].permute(1, 2, 0).numpy()
                found = integers.run(planes[0]) / 2**PLACES
                worst = max(worst, np.abs(exact - found).max())
                same += (exact.argmax(2) == found.argmax(2)).sum()
                points += found.shape[0] * found.shape[1]
        print(f"largest difference of a logit {worst:.3f}; the same class on {same} of {points} points")


if __name__ == "__main__":
    main()

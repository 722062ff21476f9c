"""Trains the network of margins on one core and writes its weights.

`margins.py ROWS... --out FOLDER --minutes N --weights FILE --cases FILE`. Rows are what the example `last_moves`
prints of what `early.py` makes. Goes on from the last checkpoint in the folder.

The network gives ten numbers a point; their mean over the board, sixteen times, are the logits of ten classes: the
margin is 4 points less for the side to play than the one to which the board was played, 3 less, and so on to 4
more; and all others.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import data
import loop
from export import Integers
from model import Network

PLANES, MOST, SCALE, SIDE = 28, 4, 16, 19
CHANNELS = 48
OUTPUTS = 2 * MOST + 2
# Of a batch: records as they stop, such with moves less, and games that were ended, cut short.
SHARES = (24, 16, 24)
# Planes with colours exchanged.
EXCHANGED = [0, 5, 6, 7, 8, 1, 2, 3, 4, 10, 9, 11, 13, 12, 15, 14, 16, 17, 18, 20, 19, 22, 21, 23, 24, 25, 26, 27]


def load(files):
    """Bits of the planes, classes, parts, and which of the three kinds of a batch each is."""
    bits, classes, parts, kinds = [], [], [], []
    for name in sorted(files):
        with open(name) as lines:
            for line in lines:
                title, more, *planes = line.rstrip("\n").split("\t")
                kind, part, _, less = title.split(":")
                more = float(more)
                is_near = abs(more) <= MOST and more == round(more)
                classes.append(round(more) + MOST if is_near else OUTPUTS - 1)
                bits.append(np.frombuffer(bytes.fromhex("".join(planes)), np.uint8))
                parts.append(int(part))
                kinds.append(2 if kind == "cut" else int(less != "0"))
    return np.stack(bits), np.array(classes), np.array(parts), np.array(kinds)


def unpacked(bits):
    planes = np.unpackbits(bits.reshape(len(bits), PLANES, -1), axis=2)[:, :, : SIDE * SIDE]
    return planes.reshape(-1, PLANES, SIDE, SIDE).astype(np.float32)


def exchanged(x, y):
    return x[:, EXCHANGED], np.where(y < OUTPUTS - 1, OUTPUTS - 2 - y, y)


def batch(bits, classes, random):
    """Turned at random and with colours exchanged at random."""
    x, y = unpacked(bits), classes
    if random.random() < 0.5:
        x, y = exchanged(x, y)
    return np.ascontiguousarray(data.turned(x, random.integers(0, 8))), y


def logits(network, x):
    x = torch.from_numpy(x).to(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        out = network(x)
    return out.float().mean((2, 3)) * SCALE


def chances(network, bits):
    network.eval()
    with torch.no_grad():
        parts = [torch.softmax(logits(network, unpacked(bits[i : i + 128])), 1) for i in range(0, len(bits), 128)]
    network.train()
    return torch.cat(parts).numpy()


def evaluate(network, bits, classes):
    """How sure it is of the true margin; how often one it gives a chance of 0.25 or more, other than the one
    that was counted, is the true one, and is one off it."""
    p = chances(network, bits)
    own = p[np.arange(len(classes)), classes]
    at = np.arange(OUTPUTS - 1)
    told = p[:, :-1] >= 0.25
    told[:, MOST] = False
    right = told & (at == classes[:, None])
    beside = told & (np.abs(at - classes[:, None]) == 1) & (classes[:, None] < OUTPUTS - 1)
    return {
        "boards": len(classes),
        "counted": round(100 * float((classes == MOST).mean()), 2),
        "likeliest": round(100 * float((p[:, :-1].argmax(1) == classes).mean()), 2),
        "cross_entropy": round(float(-np.log(own + 1e-9).mean()), 4),
        "told": round(100 * float(right.sum() / len(classes)), 2),
        "told_beside": round(100 * float(beside.sum() / len(classes)) / 2, 2),
    }


def cases(integers, count=2):
    """Boards of random planes, and what the weights give for them."""
    random = np.random.default_rng(1)
    lines = []
    for _ in range(count):
        seed = int(random.integers(1, 2**31))
        planes = np.array([[drawn(seed, plane, at) for at in range(SIDE * SIDE)] for plane in range(PLANES)])
        sums = integers.run(planes.reshape(PLANES, SIDE, SIDE)).sum((0, 1))
        lines.append(f"{seed} " + " ".join(str(s) for s in sums))
    return "\n".join(lines) + "\n"


def drawn(seed, plane, at):
    """A bit that the program draws likewise."""
    return (seed * (31 * at + 7 * plane + 1) % 2147483647) >> 8 & 3 == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="+")
    loop.arguments(parser)
    parser.set_defaults(channels=CHANNELS)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--cases", required=True)
    args = parser.parse_args()
    bits, classes, parts, kinds = load(args.rows)
    learn, choose = np.isin(parts, list(data.LEARN)), np.isin(parts, list(data.CHOOSE))
    groups = [np.flatnonzero(learn & (kinds == kind)) for kind in range(len(SHARES))]
    print([len(g) for g in groups], int(choose.sum()), flush=True)
    if not learn.any():
        raise SystemExit("no board to learn from: the games of these archives belong to other parts")

    def loss_of(network, random):
        index = np.concatenate([random.choice(group, n) for group, n in zip(groups, SHARES) if len(group)])
        x, y = batch(bits[index], classes[index], random)
        loss = F.cross_entropy(logits(network, x), torch.from_numpy(y), reduction="none")
        # Players who end the game err more than professionals.
        return (loss * torch.from_numpy(np.where(kinds[index] == 2, 0.5, 1).astype(np.float32))).mean()

    make = lambda: Network(args.blocks, args.channels, PLANES, OUTPUTS)
    shown = lambda mean, step: evaluate(mean, bits[choose], classes[choose]) if choose.any() else {}
    integers = Integers(loop.train(args, make, loss_of, shown))
    with open(args.weights, "wb") as f:
        f.write(integers.bytes())
    with open(args.cases, "w") as f:
        f.write(cases(integers))


if __name__ == "__main__":
    main()

"""Trains the network of margins, on one core or a graphics card, and writes its weights.

`margins.py ROWS... --out FOLDER --minutes N --weights FILE --cases FILE`. Rows are what the example `last_moves`
prints of what `early.py` makes. Goes on from the last checkpoint in the folder.

The network gives fourteen numbers a point; their mean over the board, sixteen times, are the logits of fourteen
classes: the margin is 6 points less for the side to play than the one to which the board was played, 5 less, and so
on to 6 more; and all others.

A larger network, the teacher, learns beside it from the same boards, and the small one learns as much from what the
teacher says of a board as from its record (Hinton, Vinyals and Dean 2015). Only the small one is kept.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import data
import export
import loop
from model import Network

PLANES, MOST, SCALE, SIDE = 28, 6, 16, 19
BLOCKS, CHANNELS = 8, 48
TEACHER, DROPOUT = 96, 0.1
POOLED = (2, 4, 6)
OUTPUTS = 2 * MOST + 2
# Of a batch: records as they stop, such with moves less, and games that were ended, cut short.
SHARES = (0.375, 0.25, 0.375)
# Planes with colours exchanged.
EXCHANGED = [0, 5, 6, 7, 8, 1, 2, 3, 4, 10, 9, 11, 13, 12, 15, 14, 16, 17, 18, 20, 19, 22, 21, 23, 24, 25, 26, 27]
# Players who end the game err more than professionals.
ENDED_WEIGHT = 0.5
# Boards are looked at in so many ways: turned, mirrored, with colours exchanged.
WAYS = 16


def load(files):
    """Bits of the planes, how many points the record is off, parts, and which of the three kinds of a batch each is."""
    bits, more, parts, kinds = [], [], [], []
    for name in sorted(files):
        with open(name) as lines:
            for line in lines:
                title, off, *planes = line.rstrip("\n").split("\t")
                kind, part, _, less = title.split(":")
                more.append(float(off))
                bits.append(np.frombuffer(bytes.fromhex("".join(planes)), np.uint8))
                parts.append(int(part))
                kinds.append(2 if kind == "cut" else int(less != "0"))
    return np.stack(bits), np.array(more), np.array(parts), np.array(kinds)


def classes_of(more):
    is_near = (np.abs(more) <= MOST) & (more == np.round(more))
    return np.where(is_near, np.round(more) + MOST, OUTPUTS - 1).astype(np.int64)


class Boards:
    """Boards with their classes, on the device that learns."""

    def __init__(self, bits, classes, kinds, device):
        self.bits = torch.from_numpy(np.ascontiguousarray(bits)).to(device)
        self.classes = torch.from_numpy(classes).to(device)
        self.kinds = torch.from_numpy(kinds.astype(np.int64)).to(device)
        self.places = torch.arange(7, -1, -1, device=device, dtype=torch.uint8)

    def __len__(self):
        return len(self.bits)

    def planes(self, index):
        bits = self.bits[index].reshape(len(index), PLANES, -1, 1) >> self.places & 1
        planes = bits.flatten(2)[:, :, : SIDE * SIDE].reshape(-1, PLANES, SIDE, SIDE)
        return planes.float().contiguous(memory_format=torch.channels_last)

    def batch(self, index):
        """Planes and classes, the boards looked at in all ways in turn."""
        planes, classes = self.planes(index), self.classes[index]
        boards, labels = [], []
        for way in range(WAYS):
            part = slice(len(index) * way // WAYS, len(index) * (way + 1) // WAYS)
            x, y = loop.turned(planes[part], way % 8), classes[part]
            if way >= 8:
                x, y = x[:, EXCHANGED], torch.where(y < OUTPUTS - 1, OUTPUTS - 2 - y, y)
            boards.append(x)
            labels.append(y)
        return torch.cat(boards).contiguous(memory_format=torch.channels_last), torch.cat(labels)


class Pair(nn.Module):
    """The network, and a larger one that it learns from."""

    def __init__(self, blocks, channels, teacher):
        super().__init__()
        self.small = Network(blocks, channels, PLANES, OUTPUTS, POOLED)
        self.teacher = Network(blocks, teacher, PLANES, OUTPUTS, POOLED, DROPOUT) if teacher else None


def logits(network, planes):
    with torch.autocast(planes.device.type, torch.bfloat16):
        out = network(planes)
    return out.float().mean((2, 3)) * SCALE


def evaluate(network, boards):
    """How sure it is of the true margin; how often one it gives a chance of 0.25 or more, other than the one
    that was counted, is the true one, and is one off it."""
    network.eval()
    with torch.no_grad():
        parts = torch.arange(len(boards), device=boards.bits.device).split(512)
        p = torch.cat([torch.softmax(logits(network, boards.planes(part)), 1) for part in parts]).cpu().numpy()
    network.train()
    classes = boards.classes.cpu().numpy()
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


def train(args, bits, more, parts, kinds):
    """The weights of the small network, by name."""
    learn, choose = np.isin(parts, list(data.LEARN)), np.isin(parts, list(data.CHOOSE)) & (kinds == 0)
    if not learn.any():
        raise SystemExit("no board to learn from: the games of these archives belong to other parts")
    made = lambda chosen: Boards(bits[chosen], classes_of(more[chosen]), kinds[chosen], args.device)
    boards, unseen = made(learn), made(choose)
    groups = [torch.nonzero(boards.kinds == kind)[:, 0] for kind in range(len(SHARES))]
    print([len(group) for group in groups], len(unseen), flush=True)

    def loss_of(pair, _):
        draw = lambda group, share: group[torch.randint(len(group), (round(share * args.batch),), device=args.device)]
        index = torch.cat([draw(group, share) for group, share in zip(groups, SHARES) if len(group)])
        index = index[torch.randperm(len(index), device=args.device)]
        planes, classes = boards.batch(index)
        weights = torch.where(boards.kinds[index] == 2, ENDED_WEIGHT, 1.0)
        mean = lambda losses: (losses * weights).sum() / weights.sum()
        small = logits(pair.small, planes)
        loss = F.cross_entropy(small, classes, reduction="none")
        if pair.teacher is None:
            return mean(loss)
        teacher = logits(pair.teacher, planes)
        loss = (loss + F.cross_entropy(small, torch.softmax(teacher.detach(), 1), reduction="none")) / 2
        return mean(loss + F.cross_entropy(teacher, classes, reduction="none"))

    def shown(pair, _):
        if not len(unseen):
            return {}
        result = evaluate(pair.small, unseen)
        if pair.teacher is not None:
            result["teacher_cross_entropy"] = evaluate(pair.teacher, unseen)["cross_entropy"]
        return result

    average = loop.train(args, lambda: Pair(args.blocks, args.channels, args.teacher), loss_of, shown)
    return {k.removeprefix("small."): v for k, v in average.items() if k.startswith("small.")}


def main():
    parser = argparse.ArgumentParser()
    loop.arguments(parser)
    parser.add_argument("--device", default="cpu")
    parser.set_defaults(blocks=BLOCKS, channels=CHANNELS, decay=1e-2)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--teacher", type=int, default=TEACHER, help="its channels; 0 for none")
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--weights", required=True)
    parser.add_argument("--cases", required=True)
    args = parser.parse_args()
    integers = export.Integers(train(args, *load(args.rows)))
    export.write(integers, args.weights, args.cases, cases(integers))


if __name__ == "__main__":
    main()

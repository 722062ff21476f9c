"""Trains the network on one core: `train.py DATA... --out FOLDER --minutes N`. Goes on from the last
checkpoint in the folder."""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import data
import loop
from model import Network

BATCH_POINTS = 64 * 361


def evaluate(network, boards, most=1500):
    """Hard boards on which every unsettled stone's chain is told right, and points told right."""
    network.eval()
    result = {}
    with torch.no_grad():
        for size, b in boards.items():
            index = b.hard[:most]
            if not len(index):
                continue
            right, points, sure, sure_right = 0, [], 0, 0
            for start in range(0, len(index), 32):
                part = index[start : start + 32]
                life = b.life[part].copy()
                life[life == data.UNSETTLED] = 0
                p = torch.softmax(network(torch.from_numpy(b.planes(part, life))), 1).numpy()
                for row, i in enumerate(part):
                    asked = (b.life[i] == data.UNSETTLED) & (b.known[i] > 0)
                    ok, worst = True, 1.0
                    for chain in np.unique(b.chain[i][asked]):
                        stones = b.chain[i] == chain
                        color = b.board[i][stones][0]
                        own = p[row, color][stones].mean()
                        foe = p[row, 3 - color][stones].mean()
                        truth = (b.owner[i][stones] == color).mean() > 0.5
                        ok &= (own > foe) == truth
                        worst = min(worst, max(own, foe))
                    right += ok
                    sure += worst > 0.95
                    sure_right += ok and worst > 0.95
            result[f"{size[0]}x{size[1]}"] = {
                "hard": len(index), "right": round(100 * right / len(index), 2),
                "sure": int(sure), "sure_right": round(100 * sure_right / max(1, sure), 2),
            }
    network.train()
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="+")
    loop.arguments(parser)
    parser.set_defaults(device="cpu")
    parser.add_argument("--hard", type=float, default=0.35)
    parser.add_argument("--share", type=float, default=0.6, help="share of batches on 19x19")
    args = parser.parse_args()
    learn, choose = data.load(args.data, data.LEARN), data.load(args.data, data.CHOOSE)
    print({str(k): (len(b), len(b.hard)) for k, b in learn.items()}, flush=True)
    if not learn:
        raise SystemExit("no board to learn from: the games of these archives belong to other parts")
    sizes = sorted(learn)
    large = [19 * 19 == w * h for w, h in sizes]
    odds = np.array([args.share if l else 1 - args.share for l in large])
    odds = odds / odds.sum()

    def loss_of(network, random):
        size = sizes[random.choice(len(sizes), p=odds)]
        x, y, w = learn[size].batch(max(16, BATCH_POINTS // (size[0] * size[1]) // 2), args.hard, random)
        x = torch.from_numpy(x).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = network(x)
        loss = F.cross_entropy(out.float(), torch.from_numpy(y), reduction="none")
        w = torch.from_numpy(w)
        return (loss * w).sum() / w.sum()

    most = lambda step: 5000 if step is None else 200 if step == 20 else 600
    make = lambda: Network(args.blocks, args.channels)
    loop.train(args, make, loss_of, lambda mean, step: evaluate(mean, choose, most(step)))


if __name__ == "__main__":
    main()

"""Trains the network on one core: `train.py DATA... --out FOLDER --minutes N`. Goes on from the last
checkpoint in the folder."""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
from model import BLOCKS, CHANNELS, Network

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
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=BLOCKS)
    parser.add_argument("--channels", type=int, default=CHANNELS)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--hard", type=float, default=0.35)
    parser.add_argument("--share", type=float, default=0.6, help="share of batches on 19x19")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    learn, choose = data.load(args.data, data.LEARN), data.load(args.data, data.CHOOSE)
    print({str(k): (len(b), len(b.hard)) for k, b in learn.items()}, flush=True)
    if not learn:
        raise SystemExit("no board to learn from: the games of these archives belong to other parts")
    network = Network(args.blocks, args.channels).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-4)
    average = {k: v.clone() for k, v in network.state_dict().items()}
    step, spent = 0, 0.0
    checkpoint = os.path.join(args.out, "checkpoint.pt")
    if os.path.exists(checkpoint):
        saved = torch.load(checkpoint)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        average, step, spent = saved["average"], saved["step"], saved["spent"]
    random = np.random.default_rng([args.seed, step])
    sizes = sorted(learn)
    large = [19 * 19 == w * h for w, h in sizes]
    odds = np.array([args.share if l else 1 - args.share for l in large])
    odds = odds / odds.sum()
    began, shown, losses = time.time(), 0.0, []
    while spent + time.time() - began < 60 * args.minutes:
        done = (spent + time.time() - began) / (60 * args.minutes)
        rate = args.rate * min(1, (step + 1) / 100) * max(0.01, 0.5 * (1 + math.cos(math.pi * done)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        size = sizes[random.choice(len(sizes), p=odds)]
        x, y, w = learn[size].batch(max(16, BATCH_POINTS // (size[0] * size[1]) // 2), args.hard, random)
        x = torch.from_numpy(x).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = network(x)
        loss = F.cross_entropy(out.float(), torch.from_numpy(y), reduction="none")
        w = torch.from_numpy(w)
        loss = (loss * w).sum() / w.sum()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        # The mean over the last steps is better than any of them.
        keep = min(0.998, 1 - 10 / (step + 20))
        for k, v in network.state_dict().items():
            average[k].mul_(keep).add_(v, alpha=1 - keep)
        losses.append(loss.item())
        step += 1
        if time.time() - shown > 300 or step == 20:
            shown = time.time()
            now = spent + time.time() - began
            mean = Network(args.blocks, args.channels)
            mean.load_state_dict(average)
            report = {"step": step, "minutes": round(now / 60, 1), "loss": round(float(np.mean(losses[-200:])), 4),
                      **evaluate(mean, choose, 200 if step == 20 else 600)}
            print(json.dumps(report), flush=True)
            with open(os.path.join(args.out, "curve.jsonl"), "a") as f:
                f.write(json.dumps(report) + "\n")
            torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict(),
                        "average": average, "step": step, "spent": now}, checkpoint + ".new")
            os.replace(checkpoint + ".new", checkpoint)
    mean = Network(args.blocks, args.channels)
    mean.load_state_dict(average)
    report = {"step": step, "minutes": args.minutes, **evaluate(mean, choose, 5000)}
    print(json.dumps(report), flush=True)
    with open(os.path.join(args.out, "curve.jsonl"), "a") as f:
        f.write(json.dumps(report) + "\n")
    torch.save({"average": average, "step": step, "args": vars(args)}, os.path.join(args.out, "final.pt"))


if __name__ == "__main__":
    main()

"""The training of a network, on one core or a graphics card, which goes on from the last checkpoint in its folder."""

import json
import math
import os
import time

import numpy as np
import torch

from model import BLOCKS, CHANNELS


def arguments(parser):
    """What every training is told, and besides its `device`."""
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=BLOCKS)
    parser.add_argument("--channels", type=int, default=CHANNELS)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=1e-4)


def turned(x, turn):
    """Boards looked at from one of eight sides."""
    x = torch.rot90(x, turn % 4, (-2, -1))
    return torch.flip(x, (-1,)) if turn >= 4 else x


def train(args, make, loss_of, evaluate):
    """Trains what `make` makes, and gives the weights: the mean over the last steps.

    `loss_of(network, random)` draws a batch and gives its loss; `evaluate(network, step)` gives what is noted of
    the curve, with no step at the end."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    network = make().to(args.device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay)
    average = {k: v.clone() for k, v in network.state_dict().items()}
    step, spent = 0, 0.0
    checkpoint = os.path.join(args.out, "checkpoint.pt")
    if os.path.exists(checkpoint):
        saved = torch.load(checkpoint, map_location=args.device)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        average, step, spent = saved["average"], saved["step"], saved["spent"]
    # What goes on draws other boards than what was drawn before.
    random = np.random.default_rng([args.seed, step])
    torch.manual_seed(args.seed + step)

    def report(at, **more):
        mean = make().to(args.device)
        mean.load_state_dict(average)
        line = {"step": step, **more, **evaluate(mean, at)}
        print(json.dumps(line), flush=True)
        with open(os.path.join(args.out, "curve.jsonl"), "a") as f:
            f.write(json.dumps(line) + "\n")

    began, shown, losses = time.time(), 0.0, []
    while spent + time.time() - began < 60 * args.minutes:
        done = (spent + time.time() - began) / (60 * args.minutes)
        rate = args.rate * min(1, (step + 1) / 100) * max(0.01, 0.5 * (1 + math.cos(math.pi * done)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss = loss_of(network, random)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        # The mean over the last steps is better than any of them.
        keep = min(0.998, 1 - 10 / (step + 20))
        torch._foreach_lerp_(list(average.values()), list(network.state_dict().values()), 1 - keep)
        losses.append(loss.detach())
        step += 1
        if time.time() - shown > min(300, 6 * args.minutes) or step == 20:
            shown = time.time()
            now = spent + time.time() - began
            report(step, minutes=round(now / 60, 1), loss=round(float(torch.stack(losses[-200:]).mean()), 4))
            torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict(),
                        "average": average, "step": step, "spent": now}, checkpoint + ".new")
            os.replace(checkpoint + ".new", checkpoint)
    report(None, minutes=args.minutes)
    average = {k: v.cpu() for k, v in average.items()}
    torch.save({"average": average, "step": step, "args": vars(args)}, os.path.join(args.out, "final.pt"))
    return average

"""How often what the network says of an unsettled chain is its label, by how sure it is, on the part
of the data that nothing was trained on: `calibrate.py CHECKPOINT DATA... [--diagram FILE.svg]`. The
table in `src/analysis/estimate/settle.rs` is made from it."""

import argparse
import pathlib

import numpy as np
import torch

import data
from model import Network

BOUNDS = (0.0, 0.4, 0.8, 0.9, 0.95, 0.99, 1.01)
SIDE = 320  # of the diagram, in its units
EDGE = 50  # around it


def diagram(bins):
    """A reliability diagram as SVG: for each bin (chains, balance, right) a dot, its area the chains.

    With a balance between staying and going of b, what is likelier has a chance of (1 + b) / 2."""
    x, y = (lambda chance: EDGE + SIDE * chance), (lambda right: EDGE + SIDE * (1 - right))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + 2 * EDGE} {SIDE + 2 * EDGE}" role="img" '
        'aria-label="How sure the network is, and how often it is right" font-family="sans-serif" font-size="12">',
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIDE}" height="{SIDE}" fill="#fff" stroke="#999"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<text x="{x(0.5)}" y="{y(0) + 40}" text-anchor="middle" fill="#777">the chance that it gives, on average</text>',
        f'<text x="16" y="{y(0.5)}" text-anchor="middle" fill="#777" transform="rotate(-90 16 {y(0.5)})">right</text>',
    ]
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        parts.append(f'<text x="{x(tick)}" y="{y(0) + 20}" text-anchor="middle" fill="#777">{tick}</text>')
        parts.append(f'<text x="{x(0) - 8}" y="{y(tick) + 4}" text-anchor="end" fill="#777">{tick}</text>')
    for chains, balance, right in bins:
        dot = f'cx="{x((1 + balance) / 2):.1f}" cy="{y(right):.1f}" r="{3 + chains**0.5 / 3:.1f}"'
        parts.append(f'<circle {dot} fill="#3a6ea5" fill-opacity="0.6"><title>{chains} chains</title></circle>')
    return "\n".join([*parts, "</svg>\n"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("data", nargs="+")
    parser.add_argument("--diagram", type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    network = Network()
    network.load_state_dict(torch.load(args.checkpoint, map_location="cpu")["average"])
    network.eval()
    told = []
    for size, b in sorted(data.load(args.data, data.CHOOSE).items()):
        for start in range(0, len(b.hard), 32):
            part = b.hard[start : start + 32]
            life = np.where(b.life[part] == data.UNSETTLED, 0, b.life[part])
            with torch.no_grad():
                chances = torch.softmax(network(torch.from_numpy(b.planes(part, life))), 1).numpy()
            for row, i in enumerate(part):
                asked = (b.life[i] == data.UNSETTLED) & (b.known[i] > 0)
                for chain in np.unique(b.chain[i][asked]):
                    stones = b.chain[i] == chain
                    color = b.board[i][stones][0]
                    balance = (chances[row, color] - chances[row, 3 - color])[stones].mean()
                    lives = (b.owner[i][stones] == color).mean() > 0.5
                    told.append((size[0], abs(balance), (balance > 0) == lives))
    if not told:
        print("no board with unsettled groups to choose by")
        return
    told = np.array(told, float)
    for side in sorted(set(told[:, 0])) + [0]:
        rows = told if side == 0 else told[told[:, 0] == side]
        bins = []
        print(f"{int(side) or 'all'}: {len(rows)} chains, {100 * rows[:, 2].mean():.1f} % right")
        for low, high in zip(BOUNDS, BOUNDS[1:]):
            within = rows[(rows[:, 1] >= low) & (rows[:, 1] < high)]
            if len(within):
                chains, said, right = len(within), within[:, 1].mean(), within[:, 2].mean()
                bins.append((chains, said, right))
                print(f"  {low:.2f}-{min(high, 1):.2f}: {chains:5} said {said:.3f} right {right:.3f}")
    if args.diagram:
        args.diagram.write_text(diagram(bins))


if __name__ == "__main__":
    main()

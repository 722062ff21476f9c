"""How often what the network says of an unsettled chain is its label, by how sure it is, on the part
of the data that nothing was trained on: `calibrate.py CHECKPOINT DATA...`. The table in
`src/analysis/estimate/settle.rs` is made from it."""

import argparse

import numpy as np
import torch

import data
from model import Network

BOUNDS = (0.0, 0.4, 0.8, 0.9, 0.95, 0.99, 1.01)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("data", nargs="+")
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
        print(f"{int(side) or 'all'}: {len(rows)} chains, {100 * rows[:, 2].mean():.1f} % right")
        for low, high in zip(BOUNDS, BOUNDS[1:]):
            within = rows[(rows[:, 1] >= low) & (rows[:, 1] < high)]
            if len(within):
                said = within[:, 1].mean()
                print(f"  {low:.2f}-{min(high, 1):.2f}: {len(within):5} said {said:.3f} right {within[:, 2].mean():.3f}")


if __name__ == "__main__":
    main()

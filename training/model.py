"""The networks: 3x3 input layer, residual blocks, mean pooling in some of them, a few outputs a point."""

import torch
from torch import nn

PLANES = 20
CLASSES = 3
BLOCKS = 6
CHANNELS = 32
POOLED = (2, 4)


class Block(nn.Module):
    def __init__(self, channels, pooled, dropout):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.pool = nn.Linear(channels, channels) if pooled else None
        self.dropout = nn.Dropout2d(dropout)
        with torch.no_grad():
            self.second.weight.mul_(0.3)
            self.second.bias.zero_()
            if pooled:
                self.pool.weight.mul_(0.3)
                self.pool.bias.zero_()

    def forward(self, x):
        inner = torch.relu(self.first(x))
        out = x + self.second(self.dropout(inner))
        if self.pool is not None:
            out = out + self.pool(inner.mean((2, 3)))[:, :, None, None]
        return torch.relu(out)


class Network(nn.Module):
    def __init__(self, blocks=BLOCKS, channels=CHANNELS, planes=PLANES, outputs=CLASSES, pooled=POOLED, dropout=0.0):
        super().__init__()
        self.input = nn.Conv2d(planes, channels, 3, padding=1)
        self.blocks = nn.ModuleList(Block(channels, i in pooled, dropout) for i in range(blocks))
        self.output = nn.Conv2d(channels, outputs, 1)

    def forward(self, x):
        x = torch.relu(self.input(x))
        for block in self.blocks:
            x = block(x)
        return self.output(x)

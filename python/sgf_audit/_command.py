"""The command `audit`, in this process."""

import signal
import sys

from . import _native


def main() -> int:
    """Run the command with the arguments of the process; its exit code."""
    # As a program of its own has it, until an audit handles the signal itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["audit", *sys.argv[1:]], _native.__file__)

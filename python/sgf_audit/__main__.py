"""`python -m sgf_audit` is the command `audit`."""

import sys

from ._command import main

if __name__ == "__main__":
    sys.exit(main())

"""`python -m sgf_audit` is the command `audit`."""

import sys

from ._command import main

sys.exit(main())

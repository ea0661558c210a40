"""`python -m durak` is the command `durak`."""

import sys

from durak.cli import main

sys.exit(main())

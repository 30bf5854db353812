"""``python -m critique_core.cli`` does what the command ``claimlens`` does."""

import sys

from critique_core.cli import main

sys.exit(main())

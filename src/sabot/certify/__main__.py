"""``python -m sabot.certify FILE...``."""

import sys

from sabot.certify.checker import main

raise SystemExit(main(sys.argv[1:]))

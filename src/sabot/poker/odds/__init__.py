"""Exact chances of poker hands, in integers: what is drawn, what others hold, what to discard."""

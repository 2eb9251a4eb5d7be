"""Exact chances of poker hands, in integers: what is drawn, what the others hold, what to discard."""

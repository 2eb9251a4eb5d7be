"""Betting games with types in [0, 1] (poker with continuous hands), played by thresholds."""

from __future__ import annotations

"""Analysis of games and strategies: evaluation, leaks, simulation, sweeps, cost of solving."""

from __future__ import annotations

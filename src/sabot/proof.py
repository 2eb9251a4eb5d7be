"""The names that theorems had before they were objects; kept for those who import them."""

from __future__ import annotations

from sabot.results.theorem import ProofInterrupted, Theorem

Proof = Theorem

__all__ = ["Proof", "ProofInterrupted"]

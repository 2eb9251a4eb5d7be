"""The tools by name: what the report calls them, and how to get them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks import ours
from benchmarks.peers import float_lp, gambit, lrs, qsopt
from benchmarks.tool import Tool


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool before it is loaded: loading imports it, and may find it missing."""

    label: str
    load: Callable[[], Tool]


TOOLS: dict[str, Entry] = {
    "sabot": Entry("Sabot, exact and certified", ours.solving),
    "sabot-check": Entry("Sabot, check of the certificate", ours.checking),
    "sabot-equilibria": Entry("Sabot, extreme strategies", ours.enumerating),
    "gambit": Entry("Gambit, rational LP", partial(gambit.solving, rational=True)),
    "gambit-float": Entry("Gambit, float LP", partial(gambit.solving, rational=False)),
    "lrsnash": Entry("lrsnash", lrs.enumerating),
    "qsopt": Entry("QSopt_ex", qsopt.solving),
    "nashpy": Entry("nashpy, float LP", float_lp.nashpy),
    "quantecon": Entry("QuantEcon, float minmax", float_lp.quantecon),
}

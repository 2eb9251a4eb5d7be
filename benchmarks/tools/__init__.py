"""The tools by name: what the report calls them, and how to get them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.tools import float_lp, gambit, lrs, openspiel, ours, qsopt, soplex
from benchmarks.tools.tool import Tool


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
    "sabot-every": Entry("Sabot, all equilibria, proved", ours.every),
    "sabot-one": Entry("Sabot, one equilibrium, certified", ours.one),
    "gambit-one": Entry("Gambit, lcp in rationals", gambit.one),
    "lrsnash-every": Entry("lrsnash", partial(lrs.enumerating, pairs=True)),
    "gambit-every": Entry("Gambit, enummixed in rationals", gambit.every),
    "nashpy-every": Entry("nashpy, float vertices", float_lp.every),
    "qsopt": Entry("QSopt_ex", qsopt.solving),
    "soplex": Entry("SoPlex exact", soplex.solving),
    "highs": Entry("HiGHS, float, same program", float_lp.highs),
    "openspiel": Entry("OpenSpiel, float LP", openspiel.solving),
    "nashpy": Entry("nashpy, float LP", float_lp.nashpy),
    "quantecon": Entry("QuantEcon, float minmax", float_lp.quantecon),
}

BASE = "@base"
"""After a tool of ours: the same measured with another checkout of Sabot (`--base`)."""


def entry(name: str) -> Entry:
    """Return the tool of that name."""
    return TOOLS[name.removesuffix(BASE)]


def label(name: str) -> str:
    """Return what the report calls the tool."""
    plain = entry(name).label
    return f"{plain.replace('Sabot', 'Sabot base', 1)}" if name.endswith(BASE) else plain

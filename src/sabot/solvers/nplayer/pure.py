"""All pure equilibria of a finite game for any number of players, by enumeration of all profiles.

What each player is paid at a profile of pure strategies is added up in integers, leaf by leaf; a
profile is an equilibrium where no player is paid more at another strategy of its own. The number of
profiles is known before anything is built, and bounded. The payoffs go into the certificate of
every n-player result in the same form.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.forms.reduced_normal import count_pure_strategies, pure_realization_plans
from sabot.progress import report_progress
from sabot.results.nplayer import PureEquilibria, PureEquilibrium

if TYPE_CHECKING:
    from sabot.forms.sequence import Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.lp.program import IntArray


def nplayer_form_to_json(form: NPlayerSequenceForm) -> dict[str, object]:
    """Return infosets and payoffs: a sequence of each seat, then what each seat is paid.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> nplayer_form_to_json(form_of_game(load("kuhn-poker(players=3)")))["payoffs"][0]
    [1, 1, 1, -1, -1, 2]
    """
    return {
        "kind": "seats",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": json_safe_integer(form.denominator),
        "payoffs": [
            [*end.sequences, *map(json_safe_integer, end.payoffs)]
            for end in form.ends
            if any(end.payoffs)
        ],
    }


MOST_PROFILES = 4_000_000
"""Profiles of pure strategies: a table of their payoffs takes 32 MB a seat."""
MOST_LISTED = 20_000
"""Equilibria that are written out."""
CHECKED_PROFILES, CHECKED_WORK = 1_000_000, 20_000_000
"""Profiles, and payoffs added up for them, that the checker goes through: it has the same."""
_INT64_LIMIT = 2**62
"""Sums below this are kept in machine integers."""


def find_pure_equilibria(game: str, form: NPlayerSequenceForm) -> PureEquilibria:
    """Return all pure equilibria; refuse a game with more profiles than can be looked at.

    >>> from sabot import load
    >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    >>> form = nplayer_form_of_tree(load("kuhn-poker(ranks=2)").tree())
    >>> found = find_pure_equilibria("kuhn", form)
    >>> found.sizes, found.count
    ((9, 16), 4)
    """
    sizes = tuple(map(count_pure_strategies, form.sides))
    _require_few_profiles(sizes)
    ways = [pure_realization_plans(side)[1] for side in form.sides]
    stable: NDArray[np.bool_] = np.ones(sizes, dtype=bool)
    tables = []
    for seat, name in enumerate(form.seats):
        report_progress(f"paying {name}", seat + 1, len(sizes), "seats")
        paid = payoff_table(form, seat, ways, sizes)
        stable &= paid == paid.max(axis=seat, keepdims=True)
        tables.append(paid)
    spots = np.argwhere(stable)
    if len(spots) > MOST_LISTED:
        raise NoMethodError(
            f"{game}: {len(spots):,} of {prod(sizes):,} profiles of pure strategies are "
            f"equilibria; up to {MOST_LISTED:,} are listed"
        )
    found = (_pure_equilibrium(form, ways, tables, tuple(map(int, spot))) for spot in spots)
    shown = {"form": nplayer_form_to_json(form)} if _is_checkable(form, ways, sizes) else None
    return PureEquilibria(game, form.seats, sizes, tuple(found), shown)


def _is_checkable(
    form: NPlayerSequenceForm, ways: list[list[list[int]]], sizes: tuple[int, ...]
) -> bool:
    """Return whether the checker goes through a list of these: in pure Python it takes longer."""
    written = grown = 0
    for side, size in zip(form.sides, sizes, strict=True):
        written += size * side.count
        grown += size * len(side.cells) * (side.count // 64)
    if prod(sizes) > CHECKED_PROFILES or max(written, grown) > CHECKED_WORK:
        return False
    using = [np.array(plans).reshape(len(plans), -1).sum(axis=0).tolist() for plans in ways]
    work = 0
    for end in form.ends:
        if not any(end.payoffs):
            continue
        words = max(amount.bit_length() for amount in end.payoffs) // 64 + 1
        comes = prod(own[s] for own, s in zip(using, end.sequences, strict=True))
        work += words * len(sizes) * comes
    return work <= CHECKED_WORK


def _require_few_profiles(sizes: tuple[int, ...]) -> None:
    """Refuse a game with too many profiles before anything is built."""
    many = prod(sizes)
    if many <= MOST_PROFILES:
        return
    shown = " x ".join(_count_text(size) for size in sizes)
    raise NoMethodError(
        f"pure equilibria: {shown} profiles of pure strategies; up to {MOST_PROFILES:,} are "
        "looked at\n"
        "  `sabot value` judges a profile of any size; `sabot solve GAME --gap 1/100` looks for "
        "one in which no seat gains more than that"
    )


def _count_text(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"10^{int(log10(count))}"


def payoff_table(
    form: NPlayerSequenceForm, seat: int, ways: list[list[list[int]]], sizes: tuple[int, ...]
) -> IntArray:
    """Return what *seat* is paid at every profile: integers over the form's denominator."""
    most = sum(abs(end.payoffs[seat]) for end in form.ends)
    table: IntArray = np.zeros(sizes, dtype=np.int64 if most < _INT64_LIMIT else object)
    comes = [np.array(plans, dtype=bool).reshape(len(plans), -1) for plans in ways]
    for end in form.ends:
        amount = end.payoffs[seat]
        if amount:
            at = (np.flatnonzero(come[:, s]) for come, s in zip(comes, end.sequences, strict=True))
            table[np.ix_(*at)] += amount
    return table


def _pure_equilibrium(
    form: NPlayerSequenceForm,
    ways: list[list[list[int]]],
    tables: list[IntArray],
    spot: tuple[int, ...],
) -> PureEquilibrium:
    payoffs = tuple(Fraction(int(table[spot]), form.denominator) for table in tables)
    chosen = {
        side.name: _chosen_actions(side, plans[index])
        for side, plans, index in zip(form.sides, ways, spot, strict=True)
    }
    return PureEquilibrium(chosen, payoffs)


def _chosen_actions(side: Treeplex, plan: list[int]) -> dict[str, str]:
    """Return what is chosen at the infosets that the seat's own choices come to."""
    return {
        cell.key: cell.actions[s - cell.first]
        for cell in side.cells
        for s in cell.sequences
        if plan[s]
    }

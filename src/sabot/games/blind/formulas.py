"""The games of two with one parameter left open: what the theorems on them are about."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.errors import NoMethodError
from sabot.forms.polynomial import Domain
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.hint import Hint
from sabot.forms.threshold.opened import OpenHands, as_amount
from sabot.games.blind.family import (
    betting,
    demand_bluffs,
    is_free,
    seats,
    tell,
    tell_von_neumann,
    von_neumann,
)
from sabot.games.blind.opening import forced_hint, free_hint, von_neumann_hint
from sabot.shoe import INF
from sabot.telling.hands import Betting


def open_blind(values: Mapping[str, Any]) -> OpenHands:
    """Return the game with a blind for two players, its q left open."""
    players, q = values["players"], values["q"]
    _demand_real(values)
    if players != 2:
        raise NoMethodError(
            f"players={players}: only with two the equations of the cuts are linear; "
            "solve it for one q, or prove it for players=2"
        )
    free = is_free(players, values["look"])
    if free:
        demand_bluffs(values["bluff"])
    form = Betting(seats(players), as_amount).form(lambda table: tell(table, q, free=free))

    def hint(at: Fraction) -> Hint:
        if free:
            return free_hint(lambda there, count: betting(there, True, count), players, at)
        return forced_hint(lambda there, count: betting(there, False, count), players, at)

    return OpenHands("q", form, Domain(Fraction(0), Fraction(1), whole=False), hint)


def open_von_neumann(key: str, values: Mapping[str, Any]) -> OpenHands:
    """Return von Neumann's game with one of its bets left open."""
    _demand_real(values)

    def hint(at: Fraction) -> Hint:
        bets = {**values, key: at}
        form = _bets(Betting(von_neumann.seats), bets["A"], bets["B"])
        return von_neumann_hint(form, bets["A"], bets["B"])

    form = _bets(Betting(von_neumann.seats, as_amount), values["A"], values["B"])
    return OpenHands(key, form, Domain(Fraction(0), None, whole=False), hint)


def _bets(table: Betting, high: Any, low: Any) -> ThresholdForm:
    return table.form(lambda one: tell_von_neumann(one, high, low))


def _demand_real(values: Mapping[str, Any]) -> None:
    if values["ranks"] != INF:
        raise NoMethodError(
            f"ranks={values['ranks']}: a theorem is about hands that are real numbers; "
            "leave ranks out"
        )

"""Baccara for every number of decks: the same counting, with polynomials for numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.errors import NoMethodError
from sabot.games.baccara.count import counted
from sabot.games.baccara.rules import conducts

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm


def baccara_for_all_decks(
    *, model: str, decks: Any, shoe: object = None, **options: Any
) -> PolynomialForm:
    """Return a model without replacement with polynomials in the number of decks."""
    return _form("decks", model, 4 * decks, Fraction(1), options)


def baccara_for_all_cards(*, model: str, cards: Any, **options: Any) -> PolynomialForm:
    """Return the same with polynomials in the number of cards of each rank (decks = cards / 4)."""
    options.pop("shoe", None)
    return _form("cards", model, cards, Fraction(3), options)


def _form(
    name: str, model: str, per_rank: Any, low: Fraction, options: dict[str, Any]
) -> PolynomialForm:
    """Return the game dealt from *per_rank* cards of each rank, tens and court cards together."""
    from sabot.forms.polynomial import Domain, PolynomialForm

    if model.startswith("A"):
        raise NoMethodError(f"model {model} puts every card back: it has no number of decks")
    counts = [4 * per_rank, *[per_rank] * 9]
    game = counted(counts, conducts(model, **options))
    return PolynomialForm.of(name, game.sides, game.payoffs, game.denominator, Domain(low))

"""Baccara for every number of decks, or every commission: counting with polynomials for numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.errors import NoMethodError
from sabot.games.baccara.count import counted, lost
from sabot.games.baccara.rules import Conduct, conducts, dealing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sabot.forms.pair import PolynomialPair
    from sabot.forms.polynomial import Domain, PolynomialForm

MOST_COMMISSION = Fraction(1, 10)
"""A theorem is about commissions up to this, the range of Ethier and Lee (2023)."""


def baccara_for_all_commissions(
    *,
    model: str,
    commission: Any,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Any,
) -> PolynomialPair:
    """Return one shoe's game with the commission on Banker's wins left open."""
    from sabot.forms.polynomial import Domain

    cards = dealing(model, decks, shoe)
    domain = Domain(Fraction(0), MOST_COMMISSION, whole=False)
    seats = conducts(model, **options)
    return _pair("commission", cards.counts, seats, cards.replaced, (commission, 1), domain)


def baccara_with_commission_for_all_decks(
    *, model: str, decks: Any, commission: Fraction, shoe: object = None, **options: Any
) -> PolynomialPair:
    """Return a model without replacement, at one commission, with the number of decks left open."""
    from sabot.forms.polynomial import Domain

    low = Domain(Fraction(1))
    return _per_rank("decks", model, 4 * decks, commission, low, options)


def baccara_with_commission_for_all_cards(
    *, model: str, cards: Any, commission: Fraction, shoe: object = None, **options: Any
) -> PolynomialPair:
    """Return the same with the number of cards of each rank left open (decks = cards / 4)."""
    from sabot.forms.polynomial import Domain

    return _per_rank("cards", model, cards, commission, Domain(Fraction(3)), options)


def _per_rank(
    name: str,
    model: str,
    per_rank: Any,
    commission: Fraction,
    domain: Domain,
    options: dict[str, Any],
) -> PolynomialPair:
    """Return the game at one commission, dealt from *per_rank* cards of each rank."""
    _demand_decks(model)
    counts = [4 * per_rank, *[per_rank] * 9]
    share = commission.as_integer_ratio()
    return _pair(name, counts, conducts(model, **options), False, share, domain)


def _pair(
    name: str,
    counts: Sequence[Any],
    seats: tuple[Conduct, Conduct],
    replaced: bool,
    commission: tuple[Any, int],
    domain: Domain,
) -> PolynomialPair:
    """Return the game in which Banker pays a commission, a numerator over a number."""
    from sabot.forms.pair import PolynomialPair

    game = counted(counts, seats, replaced=replaced)
    wins = counted(counts, seats, replaced=replaced, score=lost).payoffs
    share, unit = commission
    paid = {
        spot: (unit * lead, -unit * lead - share * wins.get(spot, 0))
        for spot in {**game.payoffs, **wins}
        for lead in [game.payoffs.get(spot, 0)]
    }
    return PolynomialPair.of(name, game.sides, paid, unit * game.denominator, domain)


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

    _demand_decks(model)
    counts = [4 * per_rank, *[per_rank] * 9]
    game = counted(counts, conducts(model, **options))
    return PolynomialForm.of(name, game.sides, game.payoffs, game.denominator, Domain(low))


def _demand_decks(model: str) -> None:
    if model.startswith("A"):
        raise NoMethodError(f"model {model} puts every card back: it has no number of decks")

"""A second opinion: Bo Haglund's double dummy solver, through endplay, on deals of one suit.

A deal of single-suit whist is a bridge deal at no-trump: West and North hold all the spades, East
and South hold hearts and diamonds and can only discard, so that West (with East) plays against
North (with South). Endplay is not needed to use Sabot; without it these tests are skipped.
"""

import pytest

from sabot.games.whist import strategy
from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import RANKS, Deal, Position

try:
    from endplay import dds, types
except ImportError:
    dds = None

needs_dds = pytest.mark.skipif(
    dds is None, reason="needs the double dummy solver: pip install endplay"
)


def spades(deal, seat):
    top = RANKS[-2 * deal.n :]
    return "".join(top[card - 1].replace("10", "T") for card in reversed(deal.hand(seat)))


def board(deal, lead):
    """Return the bridge deal: our West in West, our East in North."""
    rest = "AKQJT98765432"[: deal.n]
    found = types.Deal(f"N:{spades(deal, 'E')}... .{rest}.. ..{rest}. {spades(deal, 'W')}...")
    found.trump = types.Denom.nt
    found.first = types.Player.west if lead == "W" else types.Player.north
    return found


def prices(solved):
    """Return the tricks of the side on lead for each card, by rank."""
    return {str(card)[1].replace("T", "10"): tricks for card, tricks in solved}


@needs_dds
@pytest.mark.parametrize("n", range(1, 7))
def test_every_card_of_every_deal_is_priced_as_dds_prices_it(n):
    positions = [Position(Deal(d), lead) for d in iterate_deals(n) for lead in ("W", "E")]
    for begin in range(0, len(positions), 200):
        some = positions[begin : begin + 200]
        boards = dds.solve_all_boards([board(one.deal, one.lead) for one in some])
        for position, solved in zip(some, boards, strict=True):
            names = RANKS[-2 * n :]
            west = strategy.card_prices(position)
            ours = {
                names[card - 1]: tricks if position.lead == "W" else n - tricks
                for card, tricks in west.items()
            }
            assert prices(solved) == ours, position

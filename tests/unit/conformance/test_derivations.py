"""The second road of the tie: a direct form, or polynomials, that are not what the rules tell."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from flint import fmpz_poly
from tests.unit.forging import document
from tests.unit.naming import named, saved, theorem, tied

import sabot
from sabot.conformance.check import play_difference
from sabot.conformance.derivations import enumerate_tree
from sabot.conformance.labelled_form import deal_of_game
from sabot.errors import CertificateError
from sabot.forms.parametric import ParameterDomain, PolynomialForm
from sabot.forms.sequence import MatrixForm, Treeplex
from sabot.game_rules.capabilities import CertifiedDeal
from sabot.game_rules.family import REGISTRY, Family
from sabot.games.whist.deal import WHIST
from sabot.games.whist.family import WhistFamily, greedy_whist


@pytest.fixture(autouse=True)
def _games_of_here_only():
    """Forget the families of a test after it."""
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)


def test_a_direct_form_that_is_not_what_the_rules_tell_is_found_out():
    class Miscounted(Family):
        """A choice of two, paid 1 or 2; its form says 1 or 3."""

        name, seats = "miscounted", ("row", "column")

        def play(self, table):
            table.pay(row=1 if table.ask("row", ("a", "b")) == "a" else 2)

        def form(self, game):
            return MatrixForm.of([[1], [3]], rows=["a", "b"], columns=["-"])

    Miscounted()
    told = saved(MatrixForm.of([[1], [3]], rows=["a", "b"], columns=["-"]), "miscounted")
    with pytest.raises(CertificateError, match="column at -: a view that the file has"):
        tied(told)


class Growing(Family):
    """One hand that pays n, or n squared, as the polynomials of a test will have it."""

    name, seats = "growing", ("one", "two")
    leaves_open = MappingProxyType({"n": {}})
    power = 1

    def play(self, table, *, n: int = 1):
        """Pay n."""
        table.ask("one", ("take", "leave"))
        table.pay(one=n)

    def opened(self, key, values):
        """Return n, or n squared, whatever is chosen."""
        sides = Treeplex.flat("one", {"-": ("take", "leave")}), Treeplex.flat("two", {})
        amount = fmpz_poly([0] * self.power + [1])
        return PolynomialForm.of(
            "n", sides, {(1, 0): amount, (2, 0): amount}, 1, ParameterDomain(Fraction(1))
        )


def test_polynomials_that_are_what_the_rules_tell_are_tied():
    Growing()
    assert "by running its rules at n = 1, 2" in tied(theorem("growing(n=*)")).words


def test_polynomials_that_are_not_what_the_rules_tell_are_found_out():
    Growing().power = 2  # right at n = 1, wrong at n = 2
    with pytest.raises(CertificateError, match=r"growing\(n=2\)\n  one take; two no choice"):
        tied(theorem("growing(n=*)"))


# ---------------------------------------------------------------------- deals, card by card


def deal(game):
    told = sabot.load(game)
    assert isinstance(told.rules, CertifiedDeal)
    return deal_of_game(game, told.rules.deal(told))


GAMES = [
    "whist(deal=EWEWWE, lead=W)",
    "whist(deal=EWEWWE, lead=E, led=3)",
    "greedy-whist(deal=EWEWWE, lead=W)",
    "five-card(deal=WEEWWE, lead=E)",
    "misere-whist(deal=KQ10/AJ9, lead=W)",
]


def test_a_deal_that_is_not_what_the_rules_tell_is_found_out():
    class Odd(WhistFamily):
        """Tells whist, and says of itself that it is greedy."""

        __module__ = WhistFamily.__module__  # as if it shipped: nobody else's whist is taken for it

        def deal(self, game):
            return greedy_whist.deal(greedy)

    greedy = sabot.load("greedy-whist(deal=EWEWWE, lead=W)")
    told = named(document(str(greedy)), "whist(deal=EWEWWE, lead=W)")
    Odd(WHIST)  # in whist's own place
    with pytest.raises(CertificateError, match="E may play 3 6 in the file, 1 3 6 in the game"):
        tied(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_played_card_by_card_is_what_its_rules_tell(game):
    assert play_difference(deal(game), enumerate_tree(sabot.load(game), 10_000)) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"holders": "EWEWEW"}, "W may play 2 4 6 in the file, 2 4 5 in the game"),
        ({"lead": "E"}, "E is to play in the file and not in the game"),
        ({"led": 4}, "E is to play in the file and not in the game"),
        ({"greedy": True}, "E may play 3 6 in the file, 1 3 6 in the game"),
        ({"pays": (1, 1, 2)}, "a hand pays West"),
        ({"pays": (0, 1, 1)}, "a hand pays West"),
        ({"names": ("1", "2", "6", "4", "5", "3")}, "in the game"),
        ({"holders": "EWWE", "names": ("1", "2", "3", "4")}, "in the game"),
    ],
)
def test_a_deal_played_card_by_card_is_no_other(change, words):
    tree = enumerate_tree(sabot.load(GAMES[0]), 10_000)
    found = play_difference(replace(deal(GAMES[0]), **change), tree)
    assert found is not None
    assert words in found

"""Families told as classes: what they may override, and whose fault a fault in it is."""

import pytest

import sabot
from sabot.api.solving import OwnSolver
from sabot.errors import RulesError
from sabot.game_rules import capabilities, family
from sabot.game_rules.bytecode import allows_lazy_cards
from sabot.game_rules.family import Family, PerfectInformation, own_methods
from sabot.play.events import HasJudge
from sabot.plotting import HasFigures
from sabot.render.views.session import HasNarrator
from sabot.render.views.solution import PrintsSolution, ShowsSolution
from sabot.web.game_links import HasOwnPage
from sabot.web.tasks.solution import HasHeadline

CAPABILITIES = [
    *(
        one
        for module in (capabilities, family)
        for one in vars(module).values()
        if getattr(one, "_is_runtime_protocol", False)
    ),
    *(HasFigures, HasJudge, HasNarrator, HasOwnPage, HasHeadline),
    *(OwnSolver, PrintsSolution, ShowsSolution),
]


def methods_of(protocol):
    return [name for name in vars(protocol) if not name.startswith("_")]


class Coin(Family):
    """Ann calls; heads pays her."""

    name, seats = "test-coin", ("ann", "bob")

    def play(self, table, *, heads: int = 1):
        """Roll, and ask her."""
        up = self.rolled(table, heads)
        table.pay(ann=1 if table.ask("ann", ("heads", "tails")) == up else -1)

    def rolled(self, table, heads):
        return table.roll({"heads": heads, "tails": 1})


class Prying(Coin):
    """The same, looking under the card."""

    name = "test-prying"

    def rolled(self, table, heads):
        return "heads" if type(table.shoe(ranks=2, suits=1).draw()) is int else "tails"


def test_a_class_tells_a_family_with_its_docstring_for_rules():
    coin = Coin()
    assert sabot.load("test-coin(heads=2)").rules is coin
    assert coin.__doc__ == "Ann calls; heads pays her."
    assert sabot.solve(coin(heads=3)).value == sabot.solve("test-coin(heads=3)").value != 0
    assert (coin.direct, coin.open_to) == (False, ())
    assert not [one for one in CAPABILITIES if isinstance(coin, one)]


def test_methods_that_the_play_calls_are_read_before_it_is_believed():
    assert allows_lazy_cards(Coin().play)
    assert not allows_lazy_cards(Prying().play)


class Promising(Coin):
    """The same, with a strategy by name and a parameter left open that it never tells."""

    name, strategies, leaves_open = "test-promising", ("bold",), {"heads": {}}


def test_a_family_that_does_not_tell_what_it_names_is_told_which_method_it_lacks():
    game = Promising()(heads=2)
    with pytest.raises(RulesError, match=r"'bold' and does not define it: .* strategy\(self, name"):
        sabot.value(game, "bold")
    with pytest.raises(RulesError, match=r"cannot leave heads open yet: .* opened\(self, key"):
        sabot.prove("test-promising(heads=*)")


def test_what_all_families_share_is_not_theirs_to_override():
    own = own_methods(Coin())
    assert {"play", "form", "faults", "rolled"} <= set(own)
    assert not {"game", "polynomial", "shown", "direct", "solved"} & set(own)


def test_a_family_has_a_capability_by_its_methods_alone():
    class Open(Coin):
        name = "test-open-coin"

        def solved(self, game):
            return None

    assert isinstance(Open(), PerfectInformation)
    assert not isinstance(Coin(), PerfectInformation)


def test_no_method_of_the_base_class_belongs_to_a_capability():
    assert not {"play", *vars(Family)} & {name for one in CAPABILITIES for name in methods_of(one)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda text: (tmp_path / "g.py").write_text(text, encoding="utf-8")


GUARDED = """
import sabot

class Odd(sabot.Family):
    name, seats = "odd", ("a", "b")
    leaves_open = {{"t": {{}}}}
    strategies = ("wild",)

    def play(self, table, *, t: int = 1):
        table.pay(a=table.roll({{0: 1, 1: t}}))

    def {method}(self, *given):
        raise KeyError("of the user's own")

odd = Odd()
"""


def _calls(method):
    """Return what runs a method of the family of a game."""
    family = {
        "faults": lambda game: game.rules(t=2),
        "opened": lambda game: game.rules.polynomial({"t": "*"}, "odd(t=*)"),
        "play": lambda game: game.tree(),
        "seating": lambda game: game.seats,
        "legend": lambda game: game.sees("a"),
        "form": lambda game: game.form(),
        "possible_views": lambda game: game.never_shown(()),
        "demand_walkable": lambda game: game.tree(),
        "binary": lambda game: game.binary(),
        "solved": lambda game: game.perfect(),
        "cost": lambda game: game.cost(),
        "deal_many": lambda game: game.many({}, 1, 1),
    }
    return family.get(method, lambda game: getattr(game.rules, method)())


METHODS = sorted(
    {name for one in (Family, *CAPABILITIES) for name in methods_of(one)}
    & {"play", *own_methods(Coin()), *(name for one in CAPABILITIES for name in methods_of(one))}
)


@pytest.mark.parametrize("method", METHODS)
def test_a_fault_in_any_method_of_a_family_is_the_users_with_its_line(folder, method):
    folder(GUARDED.format(method=method))
    with pytest.raises(RulesError, match=r"^g\.py, line 13: KeyError: .of the user's own"):
        _calls(method)(sabot.load("g.py"))

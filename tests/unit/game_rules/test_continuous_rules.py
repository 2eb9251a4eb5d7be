"""Betting on real hands in users' rules: the tree that is read from them, and what is refused."""

import random
from fractions import Fraction

import pytest

import sabot
from sabot.errors import NoMethodError, RulesError
from sabot.forms.continuous.betting_game import FoldNode, ShowdownNode
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.continuous import betting_of_rules, require_public_choices

SEATS = ("ann", "bob")


def one_bet(table, *, bet=Fraction(2)):
    ann, bob = table.hand("ann"), table.hand("bob")
    if table.ask("ann", ("check", "bet"), sees=ann) == "check":
        return table.pay(ann=1 if ann > bob else -1)
    if table.ask("bob", ("fold", "call")) == "fold":
        return table.pay(ann=1)
    return table.showdown({"ann": 1 + bet, "bob": 1 + bet}, among=["ann", "bob"])


def betting(play, seats=SEATS):
    return betting_of_rules(seats, play)


def test_a_comparison_and_a_showdown_are_the_same_end():
    root = betting(one_bet).root
    checked, bet = root.after
    assert checked == ShowdownNode((0, 1), (1, 1))
    assert bet.view == "ann bet"
    assert bet.after == (FoldNode((1, -1)), ShowdownNode((0, 1), (3, 3)))


def test_lower_hands_may_win():
    def low(table):
        ann, bob = table.hand("ann"), table.hand("bob")
        return table.pay(ann=1 if ann < bob else -2)

    assert betting(low).root == ShowdownNode((0, 1), (-1, -2))


def test_the_best_of_three_takes_the_pot():
    def three(table):
        held = {seat: table.hand(seat) for seat in table.seats}
        best = max(table.seats, key=lambda seat: held[seat])
        return table.pay({seat: 4 if seat == best else -2 for seat in table.seats})

    assert betting(three, ("a", "b", "c")).root == ShowdownNode((0, 1, 2), (2, 2, 2))


def test_three_hands_without_a_choice_are_solved():
    def deal(table):
        for seat in table.seats:
            table.hand(seat)
        return table.showdown(dict.fromkeys(table.seats, 1), among=list(table.seats))

    found = sabot.solve(sabot.rules(name="no-choice", seats=("a", "b", "c"))(deal)())
    assert set(found.payoffs.values()) == {0}
    assert "Nobody has a choice." in str(found)


def test_rules_without_hands_have_no_betting():
    def cards(table):
        return table.pay(ann=table.roll({1: 1, -1: 1}))

    assert betting(cards) is None
    assert continuous_types(sabot.rules(name="no-hands", seats=SEATS)(cards)()) is None


def endless(table):
    table.hand("ann"), table.hand("bob")
    while table.ask("ann", ("raise", "fold")) == "raise":
        pass
    return table.pay(ann=-1)


def shown_to_both(table):
    ann, _ = table.hand("ann"), table.hand("bob")
    table.show("bob", ann)


def shown_in_a_list(table):
    ann, bob = table.hand("ann"), table.hand("bob")
    table.ask("ann", ("fold", "play"), sees=[{"hands": (ann, bob)}])


def shown_in_an_object(table):
    ann, _ = table.hand("ann"), table.hand("bob")
    table.show("bob", lambda: ann)


def paid_in_hands(table):
    ann, _ = table.hand("ann"), table.hand("bob")
    return table.pay(ann=2 * ann - 1)


def against_a_constant(table):
    ann, _ = table.hand("ann"), table.hand("bob")
    return table.pay(ann=1 if ann > Fraction(1, 2) else -1)


def asked_after_a_comparison(table):
    ann, bob = table.hand("ann"), table.hand("bob")
    return table.pay(ann=1 if ann > bob and table.ask("ann", ("a", "b")) == "a" else -1)


def with_a_rake(table):
    ann, bob = table.hand("ann"), table.hand("bob")
    return table.pay(ann=1, bob=-2) if ann > bob else table.pay(ann=-2, bob=1)


def one_hand_only(table):
    table.hand("ann")
    table.ask("ann", ("a", "b"))


def two_hands(table):
    table.hand("ann"), table.hand("ann")


def declared_alone(table):
    table.hand("ann"), table.hand("bob")
    table.declare(ann=("low", "high"))


def declared_as_text(table):
    table.hand("ann"), table.hand("bob")
    table.declare(ann="xy", bob=("x", "y"))


def declared_without_seats(table):
    table.hand("ann"), table.hand("bob")
    table.declare("ab")


def told_by_the_menu(table):
    table.hand("ann"), table.hand("bob")
    menus = iter((("low", "high"), ("low", "high")))
    said = table.ask("ann", next(menus))
    table._views["bob"].clear()  # as if bob had not seen it
    return table.pay(ann=len(table.ask("bob", (said, "fold"))))


def with_a_die(table):
    table.hand("ann"), table.hand("bob")
    return table.pay(ann=table.roll({1: 1, -1: 1}))


def printed(table):
    return table.pay(ann=len(f"{table.hand('ann')}"))


def paid_by_the_number(table):
    ann, _ = table.hand("ann"), table.hand("bob")
    return table.pay(ann=ann.number)


def with_random_numbers(table):
    table.hand("ann"), table.hand("bob")
    return table.pay(ann=random.randrange(9))


COUNTS = [0]


def with_a_count_of_hands(table):
    table.hand("ann"), table.hand("bob")
    COUNTS[0] += 1
    return table.pay(ann=COUNTS[0])


def with_actions_alike(table):
    table.hand("ann"), table.hand("bob")
    if table.ask("ann", ("fold", "A")) == "A":
        table.ask("bob", ("fold", "\u0410"))
    return table.pay(ann=1)


def with_histories_that_print_the_same(table):
    table.hand("ann"), table.hand("bob")
    if table.ask("ann", ("x", "x, bob y")) == "x":
        table.ask("bob", ("y", "z"))
    table.ask("ann", ("fold", "go"))
    return table.pay(ann=1)


def with_less_than_nothing_paid(table):
    table.hand("ann"), table.hand("bob")
    return table.showdown({"ann": -2, "bob": 1}, ["ann", "bob"])


def with_an_impossible_chance(table):
    table.hand("ann"), table.hand("bob")
    return table.showdown({"ann": 1, "bob": 1}, ["ann", "bob"], Fraction(3, 2))


REFUSED = {
    endless: "more than 40 choices",
    shown_to_both: "bob is shown the hand of ann",
    shown_in_a_list: "ann is shown the hand of bob",
    shown_in_an_object: "bob is shown a function",
    paid_in_hands: "look at the hand of ann itself: they calculate with it",
    against_a_constant: "compared with the hand of another seat only",
    asked_after_a_comparison: "asked after hands were compared",
    with_a_rake: r"test_continuous_rules.py, line \d+, after -: .* sum to 0",
    one_hand_only: "bob: no hand to compare",
    two_hands: "two hands",
    declared_alone: "two seats or more",
    declared_as_text: r"declare\(\) needs a list of actions for ann, got 'xy'",
    declared_without_seats: r"declare\(\) needs the actions of each seat, got 'ab'",
    told_by_the_menu: "would tell a declaration",
    with_a_die: "all that is left to chance",
    printed: "print it",
    paid_by_the_number: "read its number",
    with_random_numbers: "the rules use random",
    with_a_count_of_hands: "change the global 'COUNTS'",
    with_actions_alike: "print alike",
    with_histories_that_print_the_same: "print the same, 'ann x, bob y'; .* without commas",
    with_less_than_nothing_paid: "says that ann has paid -2; .* 0 or more",
    with_an_impossible_chance: "improves with probability 3/2",
}


@pytest.mark.parametrize("play", REFUSED, ids=lambda play: play.__name__)
def test_what_is_no_betting_on_hands_is_refused(play):
    with pytest.raises(RulesError, match=REFUSED[play]):
        betting(play)


def test_betting_that_computes_without_an_end_is_stopped(monkeypatch):
    def busy(table):
        table.hand("ann"), table.hand("bob")
        while True:
            pass

    monkeypatch.setenv("SABOT_HAND_SECONDS", "0.05")
    with pytest.raises(RulesError, match="one hand takes more than"):
        betting(busy)


LESS = """from fractions import Fraction
from typing import Annotated

import sabot
from sabot.game_rules.parameters import Exact


@sabot.rules(name="less", seats=("ann", "bob"))
def less(table, *, bet: Annotated[Fraction, Exact(Fraction(3))] = Fraction(4)):
    table.hand("ann"), table.hand("bob")
    if table.ask("ann", ("check", "bet")) == "bet":
        if table.ask("bob", ("fold", "call")) == "fold":
            return table.pay(ann=1, bob=-1)
        return table.showdown({"ann": bet - 2, "bob": bet - 2}, ["ann", "bob"])
    return table.showdown({"ann": 1, "bob": 1}, ["ann", "bob"])
"""


def test_what_is_left_open_is_tried_in_its_own_range(tmp_path):
    """At bet=1 a showdown would be for less than nothing; the range begins at 3."""
    rules = tmp_path / "less.py"
    rules.write_text(LESS)
    assert sabot.prove(f"{rules}:less(bet=*)").pieces


def test_a_dictionary_of_hands_finds_the_winner():
    def by_hand(table):
        seats = {table.hand(seat): seat for seat in table.seats}
        best = seats[max(seats)]
        return table.pay({seat: 1 if seat == best else -1 for seat in table.seats})

    assert betting(by_hand).root == ShowdownNode((0, 1), (1, 1))


def test_hands_after_a_choice_are_refused_with_the_remedy():
    def late(table):
        table.ask("ann", ("a", "b"))
        return table.pay(ann=1 if table.hand("ann") > table.hand("bob") else -1)

    with pytest.raises(RulesError, match="before anybody chooses"):
        sabot.solve(sabot.rules(name="late", seats=SEATS)(late)())


def test_eight_players_are_too_many():
    seats = tuple("abcdefgh")

    def many(table):
        for seat in table.seats:
            table.hand(seat)
        return table.showdown(dict.fromkeys(table.seats, 1), table.seats)

    with pytest.raises(RulesError, match="8 seats have real hands; 7 at most"):
        betting(many, seats)


def both_bid(table, *, high=Fraction(2)):
    table.hand("ann"), table.hand("bob")
    said = table.declare(ann=("low", "high"), bob=("low", "high"))
    if said["ann"] == said["bob"]:
        bid = high if said["ann"] == "high" else 1
        return table.showdown({"ann": bid, "bob": bid}, among=["ann", "bob"])
    under = "ann" if said["ann"] == "low" else "bob"
    if table.ask(under, ("pass", "see")) == "pass":
        return table.pay({under: -1, "bob" if under == "ann" else "ann": 1})
    return table.showdown({"ann": high, "bob": high}, among=["ann", "bob"])


def test_a_declaration_is_seen_after_the_last_one():
    form = betting(both_bid)
    assert form.has_unobserved_choices and not betting(one_bet).has_unobserved_choices
    assert [(turn.seat, turn.view) for turn in form.turns()] == [
        (0, "-"),
        (1, "-"),
        (0, "ann low, bob high"),
        (1, "bob low, ann high"),
    ]
    assert len(form.information_sets[1, "-"]) == 2


def test_a_declaration_is_hidden_with_cards_too():
    """The same rules with ranks: at its turn bob knows his card and nothing else."""

    def with_cards(table):
        held = {seat: table.roll(dict.fromkeys(range(3), 1)) for seat in table.seats}
        for seat in table.seats:
            table.show(seat, held[seat])
        said = table.declare(dict.fromkeys(table.seats, ("low", "high")))
        stake = 2 if set(said.values()) == {"high"} else 1
        sign = (held["ann"] > held["bob"]) - (held["ann"] < held["bob"])
        if said["ann"] != said["bob"]:
            sign = 1 if said["ann"] == "high" else -1
        return table.pay(ann=stake * sign)

    found = sabot.solve(sabot.rules(name="cards-at-once", seats=SEATS)(with_cards)())
    assert found.value == 0 and set(found["bob"]) == {"0", "1", "2"}


def test_declarations_are_solved_simulated_and_have_no_theorem():
    game = sabot.rules(name="both-bid", seats=SEATS)(both_bid)
    found = sabot.solve(game())
    assert found.exact and found.payoffs == {"ann": 0, "bob": 0}
    assert found["ann"]["-"] == [["1/2", {"low": "2/3", "high": "1/3"}], ["1", "high"]]
    low, high = sabot.simulate(game(), hands=4000, seed=3).interval(99)
    assert low < 0 < high
    assert set(sabot.value(game(), found).gains) == {0}
    form = betting(both_bid)
    with pytest.raises(NoMethodError, match="choices that all see"):
        require_public_choices(form, "high")


def test_a_search_that_fails_is_not_blamed_on_the_kind_of_game(monkeypatch):
    monkeypatch.setattr(
        "sabot.solvers.continuous.zero_sum.threshold_candidates", lambda form: iter(())
    )
    with pytest.raises(NoMethodError, match=r"no equilibrium was found.*no other method is known"):
        sabot.solve(sabot.rules(name="both-bid", seats=SEATS)(both_bid)())


@pytest.mark.parametrize("verb", [sabot.equilibria, sabot.reduce, sabot.correlated])
def test_a_verb_that_needs_finitely_many_deals_says_which_one_takes_real_hands(verb):
    with pytest.raises(RulesError, match=r"finitely many deals.*sabot solve takes them"):
        verb(sabot.rules(name="both-bid", seats=SEATS)(both_bid)())


def test_a_mixture_is_locked_only_where_one_player_has_the_other_turns():
    game = sabot.rules(name="both-bid", seats=SEATS)(both_bid)()
    mixed = {"-": [["1/2", {"low": "2/3", "high": "1/3"}], ["1", "high"]]}
    with pytest.raises(NoMethodError, match=r"ann: -: a mixture cannot be locked where two"):
        sabot.value(game, {"ann": mixed}, locked=True)
    given = {"ann": {**mixed, "ann low, bob high": "see"}}
    assert sabot.value(game, given, locked=True)["bob"].gain == 0


def test_users_rules_are_solved_played_and_simulated():
    game = sabot.rules(name="one-bet", seats=SEATS)(one_bet)()
    found = sabot.solve(game)
    assert found.payoffs["ann"] == Fraction(1, 9) and found.bound == 0
    run = sabot.simulate(game, hands=2000, seed=3)
    low, high = run.interval(99)
    assert low < 1 / 9 < high


def test_an_open_amount_need_not_make_sense_at_1(tmp_path):
    """At 1 the rules say that a player has paid -1; the default and the range avoid that."""
    path = tmp_path / "less.py"
    path.write_text(LESS.replace("Annotated[Fraction, Exact(Fraction(3))]", "Fraction"))
    proof = sabot.prove(f"{path}:less(bet=*)", low=3, high=5)
    assert [piece.value.at(4) for piece in proof.pieces] == [Fraction(1, 10)]
    with pytest.raises(RulesError, match=r"at bet = .*ann has paid -.*\n.*--from, --to"):
        sabot.prove(f"{path}:less(bet=*)")

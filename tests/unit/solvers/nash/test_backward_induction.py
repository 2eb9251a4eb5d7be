"""Trees are cut into closed parts and solved backward, however deep and whatever the stakes."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import NoMethodError
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.game_rules.to_form import form_of_game
from sabot.solvers.nash import backward_induction, solve
from sabot.solvers.nash.backward_induction import find_closed_parts
from sabot.solvers.nash.equilibrium import compute_regrets
from sabot.solvers.nash.solve import find_tree_equilibrium, solve_general_sum_tree
from sabot.solvers.nplayer.solve import solve_nplayer

SEATS = ("ann", "bob")


def centipede(turns, seats=SEATS):
    """Return the game in which whoever takes ends it, and stakes double until then."""

    @sabot.rules(name="centipede", seats=seats)
    def play(table):
        stake = 1
        for turn in range(turns):
            taker = seats[turn % len(seats)]
            word = table.ask(taker, ("take", "pass"))
            table.announce(word)
            if word == "take":
                return table.pay({seat: 4 * stake if seat == taker else stake for seat in seats})
            stake *= 2
        return table.pay(dict.fromkeys(seats, stake))

    return play()


@sabot.rules(name="stages", seats=SEATS)
def stages(table, *, rounds=3):
    """Play a battle of the sexes some times, each round seen and worth more."""
    paid = [0, 0]
    for number in range(1, rounds + 1):
        ann = table.ask("ann", ("left", "right"))
        bob = table.ask("bob", ("left", "right"))
        table.announce(ann, bob)
        if ann == bob:
            paid[0] += number * (3 if ann == "left" else 1)
            paid[1] += number * (1 if ann == "left" else 3)
    return table.pay(ann=paid[0], bob=paid[1])


@sabot.rules(name="raked", seats=SEATS)
def raked(table, *, ranks=3):
    """Deal a card each; both may bet once, and the house takes a tenth of a pot that is shown."""
    shoe = table.shoe(ranks=ranks, suits=1)
    cards = {seat: shoe.draw() for seat in SEATS}
    for seat, card in cards.items():
        table.show(seat, card)
    stake = 1
    for better, other in (SEATS, SEATS[::-1]):
        word = table.ask(better, ("check", "bet"))
        table.show(other, word)
        if word == "bet":
            answer = table.ask(other, ("fold", "call"))
            table.show(better, answer)
            if answer == "fold":
                return table.pay({better: 1, other: -1})
            stake = 2
            break
    winner, loser = SEATS if cards["ann"] > cards["bob"] else SEATS[::-1]
    return table.pay({winner: stake * F(4, 5), loser: -stake})


def test_stakes_that_double_a_hundred_times_are_no_trouble():
    found = sabot.solve(centipede(100))
    assert dict(found.payoffs) == {"ann": 4, "bob": 1}
    assert found.method == "sequence form; backward induction, 100 information sets"
    assert found.perfect
    assert {seat: found.uniqueness.get(seat) for seat in SEATS} == {"ann": None, "bob": False}
    assert all(mix["take"] == 1 for seat in SEATS for mix in found.strategies[seat].values())
    assert sabot.check(found)


def test_a_tree_a_thousand_moves_deep_is_solved():
    form = nplayer_form_of_tree(centipede(1000).tree())
    found = solve_general_sum_tree(form)
    assert found.payoffs == (4, 1)
    assert found.perfect


def test_three_players_move_in_turns():
    found = sabot.solve(centipede(60, ("ann", "bob", "cid")))
    assert dict(found.payoffs) == {"ann": 4, "bob": 1, "cid": 1}
    assert found.method == "backward induction, 60 information sets; payoffs and gains exact"
    assert sabot.check(found)


def test_every_round_is_a_subgame():
    form = form_of_game(stages(rounds=3))
    parts = find_closed_parts(form)
    assert [len(part.infosets) for part in parts] == [2] * (1 + 4 + 16)
    found = solve_general_sum_tree(form)
    assert found.method == "sequence form; backward through 21 parts; 21 of them by Lemke"
    each = {(3, 1), (1, 3), (F(3, 4), F(3, 4))}
    assert any(
        (a + 2 * b + 3 * c, x + 2 * y + 3 * z) == found.payoffs
        for a, x in each
        for b, y in each
        for c, z in each
    )


def test_a_small_tree_is_solved_as_a_whole():
    found = solve_general_sum_tree(nplayer_form_of_tree(centipede(10).tree()))
    assert found.method.startswith("sequence form; Lemke, ")


@pytest.mark.parametrize("game", ["kuhn-poker(rake=1/10)", "leduc-poker(rake=1/10)"])
def test_where_cards_stay_hidden_nothing_is_cut_off(game):
    assert len(find_closed_parts(form_of_game(sabot.load(game)))) == 1


def test_a_search_for_parts_that_takes_long_ends_and_the_rest_is_one_part(monkeypatch):
    monkeypatch.setattr(backward_induction, "_MOST_STEPS", 0)
    form = form_of_game(stages(rounds=3))
    parts = find_closed_parts(form)
    held = [spot for part in parts for spot in part.infosets]
    assert len(parts) < 21
    assert len(set(held)) == len(held) == 42
    found = solve_general_sum_tree(form)
    assert not any(compute_regrets(form, found.plans))


def test_of_equal_actions_the_one_that_mistakes_favour_is_taken():
    @sabot.rules(name="ties", seats=SEATS)
    def ties(table):
        for turn in range(30):
            seat, other = SEATS[turn % 2], SEATS[1 - turn % 2]
            word = table.ask(seat, ("stay", "leave"))
            table.announce(word)
            if word == "leave":
                return table.pay({seat: 1, other: 0})
        return table.pay(ann=1, bob=1)

    found = solve_general_sum_tree(nplayer_form_of_tree(ties().tree()))
    assert found.payoffs[0] == 1
    assert found.perfect


def test_a_part_for_three_that_is_not_solved_leaves_the_game_to_the_other_methods(monkeypatch):
    @sabot.rules(name="three", seats=("ann", "bob", "cid"))
    def three(table):
        word = table.ask("ann", ("l", "r"))
        table.announce(word)
        said = [table.ask(seat, ("l", "r")) for seat in table.seats]
        alike = len(set(said))
        return table.pay({seat: alike + n for n, seat in enumerate(table.seats)})

    monkeypatch.setattr(backward_induction, "_SMALL", 6)
    form = form_of_game(three())
    assert "backward through 3 parts" in solve_nplayer("three", form).method

    def refuse(game, part):
        raise NoMethodError("none")

    monkeypatch.setattr("sabot.solvers.nplayer.solve.solve_two_binary_players", lambda *given: None)
    inner = solve_nplayer

    def only_the_whole(game, part):
        return inner(game, part) if part is form else refuse(game, part)

    monkeypatch.setattr("sabot.solvers.nplayer.solve.solve_nplayer", only_the_whole)
    found = inner("three", form)
    assert "backward" not in found.method
    assert found.equilibrium


def test_ties_that_rounding_breaks_wrongly_are_broken_by_a_perturbation(monkeypatch):
    def refuse(begin):
        pytest.fail("pivots in integers take minutes here")

    monkeypatch.setattr("sabot.solvers.nash.complementary_pivoting.run_lemke", refuse)
    form = form_of_game(raked(ranks=30))
    found = find_tree_equilibrium(form)
    assert found.method.startswith("Lemke in floats")
    assert not any(compute_regrets(form, found.plans))


def test_an_equilibrium_that_no_edge_shows_to_be_perfect_is_not_called_perfect(monkeypatch):
    monkeypatch.setattr(solve, "_perfect_plans", lambda *given: None)
    found = find_tree_equilibrium(form_of_game(raked(ranks=4)))
    assert not found.perfect
    assert found.method.endswith("ties broken by a perturbation")

"""The judge of games with private hands: its worths are those in the game tree."""

from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.unit.game_rules.test_private_hands import (
    DECKS,
    PACK,
    hands_of,
    pair_or_high,
    parity,
    random_strategies,
    written,
)

import sabot
from sabot.analysis.best_response import decision_probability, infoset_values
from sabot.analysis.private_hands import find_decision
from sabot.cli.main import cli
from sabot.errors import FormError, NoMethodError
from sabot.game_rules import hand_strengths, private_hands
from sabot.game_rules.private_hands import private_hands_of
from sabot.play.events import Question
from sabot.play.judges import PLAYED_GAP, PrivateHandsJudge, SolutionJudge
from sabot.play.session import Session


def asked_for_one_word(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.draw(), shoe.draw()
    table.show("ann", ann)
    table.show("bob", bob)
    table.announce(table.ask("ann", ("go",)))
    said = table.ask("bob", ("stay", "raise"))
    table.announce(said)
    if said == "raise":
        table.announce(table.ask("ann", ("on",)))
        if table.ask("ann", ("drop", "call")) == "drop":
            return table.pay(bob=1)
        return table.pay(ann=2 * table.compare(ann, bob))
    return table.pay(ann=table.compare(ann, bob))


def games():
    yield sabot.load("kuhn-poker(ranks=4)")
    yield sabot.load("von-neumann(ranks=3)")
    yield sabot.rules(parity, seats=("ann", "bob"))()
    yield sabot.rules(asked_for_one_word, seats=("ann", "bob"))()
    yield hands_of(*DECKS["copies"], second_first=True)
    yield sabot.load("holdem-river(board=AhKd8c5s2c, range1=[AsAd,QsJs,77], range2=[KsKh,88])")


@pytest.mark.parametrize("game", list(games()), ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_worths_are_those_in_the_game_tree(game, seat):
    hands = private_hands_of(game)
    strategies = written(hands, random_strategies(hands))
    judge = PrivateHandsJudge(game, hands, hands.seats[seat], strategies)
    form = game.form()
    plans = [side.plan(strategies[side.name]) for side in form.sides]
    expected = infoset_values(form, seat, plans)
    for view, found in expected.items():
        question = Question(hands.seats[seat], view, tuple(found.worth), ())
        if found.chance:
            assert judge.worth(question) == found.worth
        assert judge.hint(question) == strategies[hands.seats[seat]][view]
    assert judge.asked == decision_probability(form.sides[seat], expected)
    judged = sabot.value(game, strategies)
    low, high = (judged[name].secures for name in hands.seats)
    assert judge.gap == high - low
    assert judge.value == (-low if seat else high)


def test_hands_of_a_large_game_are_played_and_judged():
    session = Session("kuhn-poker(ranks=2000)", seed=3, hands=3)
    session.deal()
    while session.waiting is not None or not session.over:
        if session.waiting is None:
            session.deal()
            continue
        assert sum(session.hint().values()) == 1
        session.answer(session.best()[0])
    assert isinstance(session.judge, PrivateHandsJudge)
    assert 0 < session.judge.gap <= 2 * PLAYED_GAP
    assert abs(session.value - Fraction(-1333997, 23988000)) <= session.judge.gap
    assert len(session.decisions) >= 3 and not any(one.loss for one in session.decisions)
    question = Question("first", "2000,pass,bet", ("fold", "call"), ())
    assert session.judge.worth(question) == {"fold": -1, "call": 2}
    question = Question("first", "1,pass,bet", ("fold", "call"), ())
    assert session.judge.worth(question) == {"fold": -1, "call": -2}


def test_a_game_whose_tree_could_be_solved_is_played_against_its_optimum():
    session = Session("kuhn-poker(ranks=400)", seat="second")
    assert isinstance(session.judge, PrivateHandsJudge)
    assert session.judge.gap == 0 and session.value == Fraction(17821, 319200)


def test_a_solution_that_is_given_judges_though_the_tree_is_large(monkeypatch):
    monkeypatch.setattr(private_hands, "PRIVATE_HANDS_FROM", 100)
    found = sabot.solve("kuhn-poker(ranks=6)")
    assert isinstance(Session("kuhn-poker(ranks=6)", solution=found).judge, SolutionJudge)
    assert isinstance(Session("kuhn-poker(ranks=6)").judge, PrivateHandsJudge)


@pytest.mark.parametrize("game", ["kuhn-poker", "kuhn-poker(ranks=500)"])
def test_a_solution_of_another_kind_is_refused_in_words(game):
    with pytest.raises(FormError, match="or nothing"):
        Session(game, solution="optimal")


def test_bounds_of_play_are_a_part_of_the_largest_amount():
    gaps = {}
    for amount in (1, 1000):
        game = sabot.load(f"kuhn-poker(ranks=2000, ante={amount}, bet={amount})")
        judge = PrivateHandsJudge(game, private_hands_of(game), "first")
        gaps[amount] = judge.gap
        assert 0 < judge.gap <= 2 * amount * PLAYED_GAP
    assert gaps[1000] == 1000 * gaps[1]


def twice_asked(table):
    live = table.shoe(PACK)
    ann, bob = live.deal(2), live.deal(2)
    table.show("ann", ann)
    table.show("bob", bob)
    if table.ask("ann", ("check", "bet")) == "bet":
        return table.pay(ann=2 * table.compare(ann, bob, by=pair_or_high))
    table.show("bob", "check")
    if table.ask("bob", ("check", "bet")) == "check":
        return table.pay(ann=table.compare(ann, bob, by=pair_or_high))
    table.show("ann", "bet")
    if table.ask("ann", ("fold", "call")) == "fold":
        return table.pay(ann=-1)
    return table.pay(ann=2 * table.compare(ann, bob, by=pair_or_high))


@pytest.mark.parametrize("seat", ["ann", "bob"])
def test_a_second_decision_with_classes_of_hands_is_judged(seat, monkeypatch):
    monkeypatch.setattr(hand_strengths, "MOST_LISTED_HANDS", 1000)
    monkeypatch.setattr(private_hands, "PRIVATE_HANDS_FROM", 1000)
    game = sabot.rules(twice_asked, seats=("ann", "bob"))()
    form = private_hands_of(game)
    assert form.hands == (169, 169)
    tables = written(form, random_strategies(form))
    session = Session(game, seat=seat, seed=3, hands=20, solution=tables)
    views = set()
    while not session.over:
        session.deal()
        while session.waiting is not None:
            question = session.waiting
            views.add(",".join(item.text for item in question.seen[1:]))
            worth = session.worth()
            number, place = find_decision(form, form.seats.index(seat), question.view)
            view = form.decisions[form.seats.index(seat)][number].infoset(form.deal.names(0)[place])
            assert session.hint() == tables[seat][view]
            worst = min(question.actions, key=worth.__getitem__)
            decision, *_ = session.answer(worst)
            assert decision.loss == max(worth.values()) - min(worth.values())
    assert views == ({"", "check,bet"} if seat == "ann" else {"check"})
    assert any(one.loss for one in session.decisions)


def test_a_command_recognizes_a_game_once(tmp_path, monkeypatch):
    """Five cards take half a minute each time."""
    looked, look = [], private_hands._form_or_refusal
    monkeypatch.setattr(
        private_hands, "_form_or_refusal", lambda game: looked.append(game) or look(game)
    )
    game, file = "kuhn-poker(ranks=600)", str(tmp_path / "file.json")
    for words in (
        ("solve", game, "--gap", "1/100", "-o", file),
        ("play", game),
        ("play", game, "--strategy", file),
        ("value", game, "--strategy", file),
    ):
        looked.clear()
        assert CliRunner().invoke(cli, [*words], input="q\n").exit_code == 0
        assert len(looked) == 1, words


@pytest.mark.slow
def test_hands_that_draw_are_not_played():
    with pytest.raises(NoMethodError, match="sums over all draws"):
        Session("blind-poker(hands=cards, draw=apart)")

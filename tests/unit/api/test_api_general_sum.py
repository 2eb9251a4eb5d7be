"""Three seats, and sums that are not 0: every verb serves such a game or says why it does not."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.evaluation import ProfileJudgement
from sabot.cli.program import VERBS, cli
from sabot.errors import FormError, NoMethodError, SeatsError
from sabot.forms.extensive import ChanceNode, TerminalNode
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, nplayer_form_of_tree
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.to_form import form_of_game
from sabot.loading import load_parametric
from sabot.solvers.registry import METHODS, choose_method, choose_prover, prove_form

FILE = '''
import sabot


@sabot.rules(name="trio", seats=("ann", "bob", "cleo"))
def trio(table, *, ranks: int = 3, rake: int = 0):
    """Ann and bob stay or fold; cleo, who sees who stayed, bets on the higher card."""
    shoe = table.shoe(ranks=ranks, suits=1)
    cards = {"ann": shoe.draw(), "bob": shoe.draw()}
    stay = [s for s in cards if table.ask(s, ("fold", "stay"), sees=cards[s]) == "stay"]
    table.show("cleo", len(stay))
    bet = table.ask("cleo", ("ann", "bob"))
    if not stay:
        return table.pay(ann=0, bob=0, cleo=-rake)
    best = max(stay, key=cards.get)
    paid = {s: 3 if s == best else -1 if s in stay else 0 for s in cards}
    paid["bob"] += -2 if bet == best else 2
    return table.pay(**paid, cleo=-sum(paid.values()) - rake)


@sabot.rules(name="stag", seats=("one", "two"))
def stag(table):
    """Both hunt the stag, or either takes a hare."""
    one, two = table.ask("one", ("stag", "hare")), table.ask("two", ("stag", "hare"))
    both = one == two == "stag"
    table.pay(one=5 if both else int(one == "hare"), two=4 if both else int(two == "hare"))
'''
TRIO = "g.py:trio"
HALF = Fraction(1, 2)
PROFILE = {
    "ann": {"1": {"fold": "1/3", "stay": "2/3"}, "rest": "stay"},
    "bob": {"3": "stay", "rest": "fold"},
    "cleo": {"0": "ann", "1": {"ann": "1/2", "bob": "1/2"}, "2": "bob"},
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Stand in a folder with the games and two profiles."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.py").write_text(FILE, encoding="utf-8")
    (tmp_path / "p.json").write_text(json.dumps(PROFILE), encoding="utf-8")
    short = {seat: PROFILE[seat] for seat in ("ann", "cleo")}
    (tmp_path / "short.json").write_text(json.dumps(short), encoding="utf-8")
    return tmp_path


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **options)


def done(*words):
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def walked(tree, tables):
    """Return what every seat is paid, hand by hand: shares nothing with the form."""
    found = [Fraction(0)] * len(tree.seats)
    stack = [(tree.root, Fraction(1))]
    while stack:
        node, chance = stack.pop()
        if isinstance(node, TerminalNode):
            found = [f + chance * pay for f, pay in zip(found, node.payoffs, strict=True)]
        elif isinstance(node, ChanceNode):
            for child, weight in zip(node.children, node.weights, strict=True):
                stack.append((child, chance * Fraction(weight, node.total)))
        else:
            mix = tables[tree.seats[node.seat]][tree.infosets[node.seat][node.view].key]
            for child, action in zip(node.children, node.labels, strict=True):
                stack.append((child, chance * mix.get(action, 0)))
    return tuple(found)


def pure_tables(tree, seat):
    infosets = tree.infosets[seat]
    for choice in product(*(infoset.actions for infoset in infosets)):
        yield {s.key: {a: Fraction(1)} for s, a in zip(infosets, choice, strict=True)}


# ------------------------------------------------------------------ a profile, judged


@pytest.mark.parametrize("rake", [0, 1])
def test_payoffs_and_gains_are_those_of_all_hands_and_all_pure_strategies(rake):
    game = sabot.load(f"g.py:trio(rake={rake})")
    found = sabot.value(game, PROFILE)
    assert isinstance(found, ProfileJudgement)
    assert found.zero_sum is (rake == 0)
    tree, tables = game.tree(), {part.seat: part.strategy for part in found.parts}
    assert found.payoffs == walked(tree, tables)
    for seat, name in enumerate(game.seats):
        best = max(walked(tree, {**tables, name: own})[seat] for own in pure_tables(tree, seat))
        assert found.gains[seat] == best - found.payoffs[seat]
        assert sum(loss.hand for loss in found[name].losses) == found.gains[seat]
        reply = {view: {action: Fraction(1)} for view, action in found[name].reply.items()}
        assert walked(tree, {**tables, name: reply})[seat] == best
    assert any(found.gains)
    assert not found.equilibrium


def test_two_seats_that_do_not_play_for_0_have_payoffs_and_gains():
    both = sabot.value("g.py:stag", {"one": {"-": "stag"}, "two": {"-": "stag"}})
    assert (both.payoffs, both.gains, both.equilibrium) == ((5, 4), (0, 0), True)
    mixed = sabot.value("g.py:stag", {"one": {"-": "hare"}, "two": {"-": "stag"}})
    assert (mixed.payoffs, mixed.gains) == ((1, 0), (4, 1))
    even = {"-": {"stag": HALF, "hare": HALF}}
    assert sabot.value("g.py:stag", {"one": even, "two": even}).payoffs == (
        Fraction(7, 4),
        HALF * 3,
    )


def test_the_document_has_payoffs_and_gains_in_place_of_a_value():
    found = json.loads(done("value", TRIO, "--strategy", "p.json", "--json"))
    judged = sabot.value(TRIO, PROFILE)
    assert found["schema"] == "sabot/value/1"
    assert found["seats"] == ["ann", "bob", "cleo"]
    assert list(map(Fraction, found["payoffs"])) == list(judged.payoffs)
    assert list(map(Fraction, found["gains"])) == list(judged.gains)
    assert "value" not in found
    assert found["strategies"]["cleo"]["best_reply"]["actions"]
    text = done("value", TRIO, "--strategy", "p.json")
    assert "not an equilibrium" in text
    assert "cleo's best reply" in text
    equal = json.dumps({"one": {"-": "stag"}, "two": {"-": "stag"}})
    with open("s.json", "w", encoding="utf-8") as file:
        file.write(equal)
    assert "an equilibrium: no seat gains" in done("value", "g.py:stag", "--strategy", "s.json")


def test_a_seat_without_a_strategy_is_refused_with_the_remedy():
    with pytest.raises(FormError, match="no strategy for bob; here every seat needs one"):
        sabot.value(TRIO, {"ann": PROFILE["ann"], "cleo": PROFILE["cleo"]})
    result = run("value", TRIO, "--strategy", "short.json")
    assert result.exit_code == 3
    assert "short.json: no strategy for bob" in result.stderr
    assert 'add "bob": {view: action}' in result.stderr
    with pytest.raises(SeatsError, match="strategy 'optimal': 3 seats"):
        sabot.value(TRIO, "optimal")


# ------------------------------------------------------------------ every other verb

REFUSED = [
    ("reduce", TRIO),
    ("export", TRIO, "--csv"),
]


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_needs_two_seats_says_so_and_what_serves_instead(words):
    result = run(*words)
    assert result.exit_code == 5
    assert result.stdout == ""
    assert result.stderr.startswith("sabot: error: 3 seats (ann, bob, cleo); ")
    assert "two seats" in result.stderr
    assert (
        "`sabot value` judges a profile of strategies, `sabot simulate --strategy` plays it"
        in result.stderr
    )


def test_hands_of_three_are_dealt_by_the_equilibrium_that_is_found_unless_others_are_given():
    found = sabot.simulate(TRIO, hands=300, seed=5)
    assert found.exact == tuple(sabot.solve(TRIO).payoffs.values())
    told = json.loads(done("simulate", TRIO, "--hands", "300", "--seed", "5", "--json"))
    assert told["counts"] == found.to_json()["counts"]
    assert told["payoffs"] == [str(amount) for amount in found.exact]
    result = run("simulate", TRIO, "--strategy", "optimal")  # which of many is meant
    assert result.exit_code == 5 and "3 seats (ann, bob, cleo)" in result.stderr


def test_solve_finds_an_equilibrium_of_three_and_equilibria_lists_the_pure_ones():
    form = form_of_game(sabot.load(TRIO))
    for found in (sabot.solve(TRIO), sabot.solve(form)):
        assert sabot.value(TRIO, found.strategies).gains == (0, 0, 0)
    listed: Any = sabot.equilibria(TRIO, pure=True)
    assert listed == replace(sabot.equilibria(form, pure=True), game=str(sabot.load(TRIO)))
    assert listed.sizes == (8, 8, 8)
    for one in listed.equilibria:
        assert sabot.value(TRIO, one.strategies).equilibrium


def test_a_value_of_three_is_refused_with_what_each_method_would_need():
    with pytest.raises(NoMethodError, match="3 seats") as fault:
        prove_form(form_of_game(sabot.load(TRIO)))
    special = {"thresholds", "open cards", "profiles"}
    assert {method.name for method in METHODS if method.name in str(fault.value)} == {
        method.name for method in METHODS
    } - special


def test_a_method_is_chosen_by_what_a_form_declares():
    def named(form):
        return choose_method(form).name

    assert named(form_of_game(sabot.load(TRIO))) == "profiles"
    real, seen = sabot.load("von-neumann"), sabot.load("whist(deal=KQ10/AJ9, lead=W)")
    assert named(continuous_types(real)) == "thresholds"
    assert named(seen.perfect()) == "open cards" and named(seen.form()) == "sequence form"
    assert named(form_of_game(sabot.load("matrix([[2|1,0|0],[0|0,1|2]])"))) == "Lemke-Howson"
    proved = {"le-her(suits=*)": "polynomials", "von-neumann(A=*)": "thresholds"}
    proved["baccara(model=A1, commission=*)"] = "all equilibria"
    assert {game: choose_prover(load_parametric(game)[1]).name for game in proved} == proved


def test_a_solution_of_any_kind_has_the_same_words():
    for game in ("kuhn-poker", "von-neumann", TRIO, "matrix([[2|1,0|0],[0|0,1|2]])"):
        found = sabot.solve(game)
        assert list(found.payoffs) == list(found.seats) == list(found.strategies)
        assert found[found.seats[0]] == found.strategies[found.seats[0]]
        if found.zero_sum:
            assert found.value == found.payoffs[found.seats[0]]
        else:
            with pytest.raises(sabot.SabotError, match="has no one value"):
                found.value  # noqa: B018
    assert sabot.solve("von-neumann").zero_sum and not sabot.solve(TRIO).unique


def test_two_that_sum_to_zero_are_solved_in_any_form():
    assert sabot.solve(nplayer_form_of_tree(sabot.load("kuhn-poker").tree())).value == Fraction(
        -1, 18
    )


def test_a_judged_profile_is_saved_and_has_tables():
    text = done("value", TRIO, "--strategy", "p.json", "-o", "v.json")
    again = done("table", "v.json")
    assert again.startswith(text.rstrip()) and again.endswith("as saved; not checked\n")
    head, *rows = done("table", "v.json", "--csv").splitlines()
    assert head == "seat,payoff,gain" and rows[0].startswith("ann,")


def test_prove_refuses_as_it_does_for_any_game_in_a_file():
    assert "parameters of g.py:trio that can: none" in run("prove", "g.py:trio(ranks=*)").stderr


def test_the_rules_are_shown_without_a_value():
    text = done("show", TRIO)
    assert "ann, bob, cleo\n  each seat has its own payoff" in text
    assert json.loads(done("show", TRIO, "--json"))["seats"] == ["ann", "bob", "cleo"]


def test_the_size_is_counted_seat_by_seat():
    found = json.loads(done("size", TRIO, "--json"))
    assert found["kind"] == "general"
    assert found["views"] == [3, 3, 3]
    assert found["pure"] == ["8", "8", "8"]
    assert found["solvable"] is False
    text = done("size", TRIO)
    assert "cleo     3 views, 6 moves, 8 reduced pure strategies" in text
    assert "Nothing else is guessed: 3 seats (ann, bob, cleo)." in text
    words = "Only pure equilibria are listed (512 profiles of pure strategies; the limit is"
    assert words in text or "sabot equilibria looks for all equilibria" in text


def test_hands_are_played_and_every_seat_has_its_average():
    found = json.loads(done("simulate", TRIO, "--strategy", "p.json", "--hands", "4000", "--json"))
    exact = sabot.value(TRIO, PROFILE).payoffs
    assert list(map(Fraction, found["payoffs"])) == list(exact)
    for mean, own in zip(exact, found["paid"], strict=True):
        assert abs(own["decimal"] - float(mean)) < 4 * own["standard_error"]
    assert found["paid"][0]["mean"] == found["mean"]
    text = done("simulate", TRIO, "--strategy", "p.json", "--hands", "400")
    assert text.count("inside the 9") + text.count("outside") == 3
    tables = {part.seat: part.strategy for part in sabot.value(TRIO, PROFILE).parts}
    again = sabot.simulate(TRIO, tables, hands=4000)
    assert again.of(2).mean == Fraction(found["paid"][2]["mean"])
    assert "to cleo" in str(again.of(2)) and "to ann" not in str(again)


def test_a_judged_profile_shows_itself_as_the_command_line_does():
    judged = sabot.value(TRIO, PROFILE)
    text = done("value", TRIO, "--strategy", "p.json")
    assert str(judged).replace("by you", "by p.json").split() == text.split()
    assert "<table" in judged._repr_html_()
    assert all(form.endswith("\n") for form in (judged.to_latex(), judged.to_csv()))


def test_a_sweep_has_rows_with_what_each_is_paid():
    found = json.loads(done("sweep", "g.py:trio(ranks=2..3)", "--json"))
    assert [len(row["payoffs"]) for row in found["rows"]] == [3, 3]
    assert "unique for both" not in done("sweep", "g.py:trio(ranks=2..3)")


def test_the_tree_goes_to_other_programs():
    text = done("export", TRIO, "--efg")
    assert text.startswith('EFG 2 R "g.py:trio" { "ann" "bob" "cleo" }')
    assert "{ 0, 1, -1 }" in text


# ------------------------------------------------------------------ one protocol for forms


def test_hands_that_come_to_0_by_their_chances_are_solved():
    @sabot.rules(name="weather", seats=("a", "b"))
    def weather(table):
        a, b = table.ask("a", ("x", "y")), table.ask("b", ("x", "y"))
        luck = 1 if table.roll({"sun": 1, "rain": 1}) == "sun" else -1
        stake = 1 if a == b else -1
        table.pay(a=stake + luck, b=luck - stake)

    assert isinstance(form_of_game(weather()), sabot.SequenceForm)
    assert sabot.solve(weather()).value == 0
    assert not isinstance(form_of_game(sabot.load("g.py:stag")), sabot.SequenceForm)
    assert isinstance(form_of_game(sabot.load("g.py:stag")), NPlayerSequenceForm)


def test_a_seat_that_forgets_is_refused_in_a_game_of_three_too():
    @sabot.rules(name="sieve", seats=("a", "b", "c"))
    def sieve(table):
        if table.roll({"deal": 1, "skip": 1}) == "deal":
            table.show("a", "left")
        else:
            table.ask("a", ("left", "right"))
        table.ask("a", ("in", "out"))
        table.pay(a=0, b=0, c=0)

    with pytest.raises(sabot.SabotError):
        sabot.value(sieve(), {"a": {"rest": "in"}, "b": {}, "c": {}})


def test_a_simulation_prints_every_seat_as_the_command_line_does():
    mixes = {part.seat: dict(part.strategy) for part in sabot.value(TRIO, PROFILE).parts}
    found = sabot.simulate(TRIO, mixes, hands=300, seed=5)
    shown = done("simulate", TRIO, "--strategy", "p.json", "--hands", "300", "--seed", "5")
    assert str(found) == shown.rpartition("\n\n")[0]  # how long it took is the command line's
    told = [line.split() for line in shown.splitlines()[3:6]]
    assert [line[0] for line in told] == ["ann", "bob", "cleo"]
    page = found._repr_html_()
    assert all(f">{seat}</td>" in page for seat in ("ann", "bob", "cleo"))
    assert found.to_csv().splitlines()[0] == "seat,mean,95 %,exact,"
    stag = {"one": {"-": {"stag": Fraction(1)}}, "two": {"-": {"hare": Fraction(1)}}}
    paid = str(sabot.simulate("g.py:stag", stag, hands=10)).splitlines()[3:]
    assert [line.split()[:2] for line in paid] == [["one", "0.0000"], ["two", "1.0000"]]


def test_a_file_of_gambits_holds_three_seats_there_and_back():
    done("export", TRIO, "-o", "trio.efg")
    told, read = sabot.load(TRIO), sabot.load("trio.efg")
    assert read.seats == told.seats == ("ann", "bob", "cleo")
    assert nplayer_form_of_tree(read.tree()).ends == nplayer_form_of_tree(told.tree()).ends
    ours, theirs = (sabot.value(game, PROFILE) for game in (TRIO, "trio.efg"))
    assert (ours.payoffs, ours.gains) == (theirs.payoffs, theirs.gains)
    assert (
        done("export", "trio.efg", "--efg").splitlines()[1:]
        == (done("export", TRIO, "--efg").splitlines()[1:])
    )


def test_every_verb_serves_three_seats_in_a_file_or_says_why_not():
    done("export", TRIO, "-o", "trio.efg")
    assert "each seat has its own payoff" in done("show", "efg(file=trio.efg)")
    assert "ann, bob, cleo" in done("show", "trio.efg")
    assert "with 3, 3 and 3 information sets" in done("size", "trio.efg")
    value = done("value", "trio.efg", "--strategy", "p.json").splitlines()
    assert value[1:] == done("value", TRIO, "--strategy", "p.json").splitlines()[1:]
    simulated = done("simulate", "trio.efg", "--strategy", "p.json", "--hands", "500")
    assert [line.split()[0] for line in simulated.splitlines()[3:6]] == ["ann", "bob", "cleo"]
    refused = run("reduce", "trio.efg")
    assert refused.exit_code == 5 and "3 seats" in refused.stderr
    assert "an equilibrium: no seat gains" in done("solve", "trio.efg")


def told_in(words, code, *parts):
    """Return what a command says, which ends with a code and speaks of some things."""
    given = "\n" * 9 if words[0] == "play" else None
    result = run(*words, input=given)
    assert result.exit_code == code, (words, result.output)
    assert all(part in result.output for part in parts), (words, result.output)
    return result


EVERY_VERB = {
    "games": (["games"], 0, []),
    "show": (["show", TRIO], 0, ["ann, bob, cleo"]),
    "size": (["size", TRIO], 0, ["ann"]),
    "solve": (["solve", TRIO, "-o", "t.json"], 0, ["an equilibrium"]),
    "check": (["check", "t.json", "--game", TRIO], 0, ["proved"]),
    "reduce": (["reduce", TRIO], 5, ["3 seats"]),
    "equilibria": (["equilibria", TRIO, "--pure"], 0, ["ann, bob, cleo", "equilibria"]),
    "correlated": (["correlated", TRIO], 0, ["8 x 8 x 8 = 512"]),
    "properties": (["properties", TRIO], 0, ["8 x 8 x 8 = 512"]),
    "prove": (["prove", "g.py:trio(ranks=*)"], 2, ["ranks: cannot be left open"]),
    "value": (["value", TRIO, "--strategy", "t.json"], 0, ["an equilibrium"]),
    "report": (["report", TRIO], 0, ["cleo", "How long a hand takes"]),
    "sweep": (["sweep", "g.py:trio(ranks=3..4)"], 0, ["trio(ranks=3"]),
    "simulate": (["simulate", TRIO, "--strategy", "p.json", "--hands", "9"], 0, ["cleo"]),
    "play": (["play", TRIO, "--hands", "1"], 0, ["against one equilibrium"]),
    "table": (["table", "t.json", "--csv"], 0, ["ann,"]),
    "plot": (["plot", TRIO], 0, ["game tree"]),
    "export": (["export", TRIO, "--efg"], 0, ["EFG 2 R"]),
}
"""By verb: a command about three seats, how it ends, and what it speaks of."""
OF_NO_GAME = {"hand", "equity", "paper", "completion", "web", "whist", "draw"}


def test_a_game_of_three_goes_through_every_verb():
    assert {*EVERY_VERB, *OF_NO_GAME} == set(VERBS)
    for words, code, parts in EVERY_VERB.values():
        told_in(words, code, *parts)

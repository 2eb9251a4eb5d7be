"""``check --rules``: a file's payoffs are those of the game that it names, or it is refused."""

import inspect
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.few import few
from tests.unit.forging import OLDER, certificate, document, resealed
from tests.unit.naming import named, saved, theorem, tied
from tests.unit.traced import run

import sabot
from sabot import certify
from sabot.conformance import RefutedError, check
from sabot.conformance.check import COMPARATORS
from sabot.errors import CertificateError
from sabot.forms.parametric import ParameterDomain
from sabot.forms.sequence import Infoset, SequenceForm, Treeplex
from sabot.loading import load_parametric

SOLVED = [
    "le-her(ranks=4, suits=2)",
    "le-her(ranks=4, suits=2, reply=open)",
    "le-her(ranks=4, suits=inf)",
    "le-her(ranks=4, suits=2, strategies=threshold)",
    "kuhn-poker",
    "leduc-poker",
    "baccara(model=A2)",
    "baccara(model=B1, shoe=[0,2,2,2,2,2,2,2,2,2])",
    "baccara(model=B3, decks=6)",
    "foster-1964",
    "baccara-grid",
    "whist(deal=EWEWWE, lead=W)",
    "whist(deal=KQ10/AJ9, lead=E, led=9)",
    "greedy-whist(n=8, seed=3)",
    "five-card(n=3, seed=1)",
    "misere-whist(hands=KQ10/AJ9)",
]
LONG = SOLVED[6:9]
"""Of baccara with cards dealt from a shoe; foster-1964 and baccara-grid are its quick members."""
PROVED = [
    "le-her(ranks=3, suits=*)",
    "le-her(ranks=3, suits=*, strategies=threshold)",
    "kuhn-poker(bet=*)",
    "baccara(model=B1, decks=*)",
    "baccara(model=B1, cards=*)",
]
NAMED_BEFORE = [
    path
    for path in sorted(OLDER.glob("*.json"))
    if path.stem.split("-")[0] in ("kuhn", "le", "misere", "shoe", "whist")
]


def kinds(statement):
    """Return every class of statements below one."""
    found = set(statement.__subclasses__())
    return found.union(*map(kinds, found))


def test_a_statement_of_every_kind_can_be_tied():
    assert set(COMPARATORS) == {
        one for one in kinds(certify.Verdict) if not inspect.isabstract(one)
    }


def reordered(form):
    """Return the same game, its views told the last first and their actions too."""
    sides, moved = [], []
    for side in form.sides:
        assert not any(cell.parent for cell in side.cells)
        cells, places, first = [], {0: 0}, 1
        for cell in reversed(side.cells):
            cells.append(Infoset(cell.key, cell.actions[::-1], 0, first))
            for k in reversed(range(len(cell.actions))):
                places[cell.first + k] = first
                first += 1
        sides.append(Treeplex(side.name, tuple(cells)))
        moved.append(places)
    payoffs = sorted((moved[0][i], moved[1][j], amount) for i, j, amount in form.payoffs)
    return SequenceForm((sides[0], sides[1]), tuple(payoffs), form.denominator)


def changed(form, spot=0, by=1):
    """Return a form with one payoff changed."""
    i, j, amount = form.payoffs[spot]
    payoffs = (*form.payoffs[:spot], (i, j, amount + by), *form.payoffs[spot + 1 :])
    return replace(form, payoffs=payoffs)


# ---------------------------------------------------------------------- what is tied


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[pytest.mark.slow] * (one in LONG)) for one in SOLVED]
)
def test_a_solved_game_is_the_one_it_names(game):
    assert tied(document(game)).game == str(sabot.load(game))


@pytest.mark.parametrize("path", NAMED_BEFORE, ids=lambda path: path.stem)
def test_a_file_of_an_earlier_sabot_is_the_game_it_names(path):
    assert tied(certify.read_document(path)).derivations


def test_a_certificate_that_stands_alone_is_tied_too():
    assert len(tied(certificate("le-her(ranks=4, suits=2)")).derivations) == 2


@pytest.mark.parametrize("game", few(3, PROVED))
def test_a_theorem_is_about_the_family_it_names(game):
    told = tied(theorem(game))
    assert told.derivations[0] == "as polynomials"


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("le-her(ranks=4, suits=2)", 2),
        ("foster-1964", 2),
        ("whist(deal=EWEWWE, lead=W)", 2),
        ("leduc-poker", 2),
        ("kuhn-poker", 1),  # told with open cards in the first place
    ],
)
def test_two_roads_are_taken_where_there_are_two(game, ways):
    assert len(tied(document(game)).derivations) == ways


@pytest.mark.slow
def test_a_tree_too_large_to_be_walked_besides_is_told():
    told = tied(document("baccara(model=B1, decks=1)"))
    assert told.derivations == ("directly",)
    assert "more than 30,000 nodes" in told.words


def test_the_games_at_the_first_values_of_a_theorem_are_looked_at_one_by_one():
    assert "running its rules with open cards at suits = 1, 2" in tied(theorem(PROVED[0])).words


def test_the_order_of_views_and_actions_does_not_matter():
    told = saved(
        reordered(sabot.load("le-her(ranks=4, suits=2)").form()), "le-her(ranks=4, suits=2)"
    )
    assert told["certificate"]["form"]["cells"]["receiver"][0][:2] == ["4", ["exchange", "hold"]]
    assert tied(told).derivations


def test_the_scale_of_the_integers_does_not_matter():
    form = sabot.load("le-her(ranks=4, suits=2)").form()
    payoffs = tuple((i, j, 7 * amount) for i, j, amount in form.payoffs)
    scaled = replace(form, payoffs=payoffs, denominator=7 * form.denominator)
    assert tied(saved(scaled, "le-her(ranks=4, suits=2)")).derivations


def test_numbers_too_long_for_a_machine_are_compared_too():
    assert tied(document("le-her(ranks=4, suits=1000000000)")).derivations


def test_a_game_in_a_data_file_is_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.csv").write_text("1,-1\n-1,2\n")
    told = document("game.csv")
    assert tied(told).game == "matrix(file=game.csv)"
    (tmp_path / "game.csv").write_text("1,-1\n-1,3\n")
    with pytest.raises(CertificateError, match="row 2; column 2: the file has 2, the game 3"):
        tied(told)


def test_a_theorem_on_a_data_file_is_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.csv").write_text("t,-1\n-1,2*t**2\n")
    told = theorem("matrix(file=game.csv, t=*)")
    assert tied(told).derivations[0] == "as polynomials"
    assert all("at t = 0, 1" in road for road in tied(told).derivations[1:])
    (tmp_path / "game.csv").write_text("t,-1\n-1,2*t**2+1\n")
    with pytest.raises(CertificateError, match=r"the file has 2\*t\*\*2, the game 2\*t\*\*2 \+ 1"):
        tied(told)


# ---------------------------------------------------------------------- forgeries


def refused(told, *words):
    """Demand that a document proves its statement, and is not about the game that it names."""
    certify.check(told)  # raises nothing: the payoffs are the game's, whatever it is called
    with pytest.raises(CertificateError) as fault:
        tied(told)
    for word in words:
        assert word in str(fault.value)


def test_a_constant_is_not_baccara():
    game = "baccara(model=B3, decks=6)"
    refused(saved([[Fraction(1, 2)]], game), game, "the file's seats are row, column")


def test_a_constant_with_baccaras_seats_is_not_baccara_either():
    form = sabot.MatrixForm.of([[1]], seats=("Player", "Banker"))
    refused(saved(form, "baccara(model=A1)"), "a view that the game has and the file has not")


def test_another_familys_theorem_is_not_baccaras():
    told = named(theorem("le-her(ranks=3, suits=*)"), "baccara(model=B3, decks=*)")
    refused(told, "baccara(model=B3, decks=*)", "parameter is suits, the game's decks")


@pytest.mark.parametrize("by", [1, -1, 10**30])
def test_one_payoff_changed_is_seen_with_its_place_and_both_numbers(by):
    form = sabot.load("le-her(ranks=4, suits=2)").form()
    told = saved(changed(form, by=by), "le-her(ranks=4, suits=2)")
    refused(told, "receiver hold at 1; dealer keep at 1: the file has ", ", the game -1/28")


@pytest.mark.parametrize("spot", range(0, 30, 7))
def test_every_payoff_of_a_tree_counts(spot):
    refused(saved(changed(sabot.load("kuhn-poker").form(), spot), "kuhn-poker"), "the file has")


def test_a_long_number_is_told_in_short():
    form = changed(sabot.load("kuhn-poker").form(), by=10**250)
    with pytest.raises(CertificateError) as fault:
        tied(saved(form, "kuhn-poker"))
    assert len(str(fault.value)) < 200


def test_a_payoff_left_out_is_seen():
    form = sabot.load("kuhn-poker").form()
    told = saved(replace(form, payoffs=form.payoffs[1:]), "kuhn-poker")
    refused(told, "the file has 0, the game -1/6")


def test_two_views_with_their_names_swapped_are_seen():
    form = sabot.load("le-her(ranks=4, suits=2)").form()
    one, two = form.sides
    swap = {"1": "2", "2": "1"}
    cells = tuple(replace(cell, key=swap.get(cell.key, cell.key)) for cell in one.cells)
    told = saved(replace(form, sides=(Treeplex(one.name, cells), two)), "le-her(ranks=4, suits=2)")
    refused(told, "receiver hold at 2; dealer keep at 1")


def test_two_actions_with_their_names_swapped_are_seen():
    form = sabot.load("kuhn-poker").form()
    one, two = form.sides
    cells = (replace(one.cells[0], actions=one.cells[0].actions[::-1]), *one.cells[1:])
    told = saved(replace(form, sides=(Treeplex(one.name, cells), two)), "kuhn-poker")
    refused(told, "first at J,pass,bet: it comes by bet at J in the file, it comes by pass at J")


def test_other_actions_are_seen():
    form = sabot.load("kuhn-poker").form()
    one, two = form.sides
    cells = (replace(one.cells[0], actions=("pass", "raise")), *one.cells[1:])
    told = saved(replace(form, sides=(Treeplex(one.name, cells), two)), "kuhn-poker")
    refused(told, "first at J: the file's actions are pass, raise, the game's pass, bet")


def test_a_view_that_is_left_out_is_seen():
    told = saved(sabot.load("le-her(ranks=3, suits=2)").form(), "le-her(ranks=4, suits=2)")
    refused(told, " at 4", ": a view that the game has and the file has not")


def test_seats_that_changed_places_are_seen():
    told = saved(sabot.load("kuhn-poker").form().swapped(), "kuhn-poker")
    refused(told, "the file's seats are second, first, the game's first, second")


def test_views_called_unreachable_must_be_views_of_the_game():
    told = document("le-her(ranks=4, suits=2)")
    told["unreachable"] = {"receiver": ["9"]}
    refused(resealed(told), "'unreachable' is not true of receiver at 9", "not a view of")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("whist(deal=EWEWEW, lead=W)", "who holds each card"),
        ("whist(deal=EWEWWE, lead=E)", "the lead: the file has W, the game E"),
        ("whist(deal=EWEWWE, lead=W, led=4)", "the card led: the file has none, the game 4"),
        ("greedy-whist(deal=EWEWWE, lead=W)", "must win if it can: the file has no, the game yes"),
        ("misere-whist(deal=EWEWWE, lead=W)", "the file has 1 1 1, the game -1 -1 -1"),
        ("whist(deal=KQ10/AJ9, lead=W)", "the cards' names"),
        ("kuhn-poker", "the file holds a deal of one suit, and the game is not such a deal"),
    ],
)
def test_a_deal_is_not_another_one(game, words):
    refused(named(document("whist(deal=EWEWWE, lead=W)"), game), words)


def test_the_lowest_card_is_told_by_its_number():
    told = document("whist(deal=WEWEEW, lead=W)")
    refused(named(told, "whist(deal=WEWEEW, lead=W, led=1)"), "the file has none, the game 1")


def test_numbers_under_the_name_of_a_game_for_three_are_refused():
    @sabot.rules(name="three", seats=("a", "b", "c"))
    def three(table):
        table.pay(a=1, b=-1, c=0)

    refused(saved([[1]], "three"), "the file's seats are row, column, the game's a, b, c")


def test_numbers_under_the_name_of_a_game_that_is_not_zero_sum_are_refused():
    @sabot.rules(name="gift", seats=("row", "column"))
    def gift(table):
        table.pay(row=1, column=1)

    refused(saved([[1]], "gift"), "a hand pays 1 and 1: the game is not zero-sum")


# ---------------------------------------------------------------------- forged theorems


def proved(form, game):
    """Return a theorem on polynomials under the name of a family."""
    return named(theorem(form), game)


def test_one_polynomial_changed_is_seen_with_both():
    name, form = load_parametric("kuhn-poker(bet=*)")
    i, j, amount = form.payoffs[3]
    told = proved(
        replace(form, payoffs=(*form.payoffs[:3], (i, j, 2 * amount), *form.payoffs[4:])), name
    )
    refused(told, "first bet at J; second call at Q,bet: the file has (-bet - 1)/3, ")


def test_a_theorem_says_nothing_of_values_that_the_game_has_not():
    name, form = load_parametric("kuhn-poker(bet=*)")
    told = proved(replace(form, domain=ParameterDomain(Fraction(-1, 2), whole=False)), name)
    refused(told, "bet from -1/2 to infinity; it may be every real number >= 0")


def test_decks_are_whole_numbers_whatever_a_theorem_says():
    name, form = load_parametric("le-her(ranks=3, suits=*)")
    told = proved(replace(form, domain=ParameterDomain(Fraction(1), whole=False)), name)
    refused(told, "the file speaks of real numbers, and suits is a whole one")


def test_a_theorem_on_a_part_of_the_range_is_tied():
    told = theorem("le-her(ranks=3, suits=*)", low=2, high=2)
    assert "at suits = 2" in tied(told).words


def test_a_point_of_a_theorem_is_about_the_game_at_that_value():
    told = theorem("le-her(ranks=3, suits=*)")
    piece = told["pieces"][0]
    piece["certificate"] = resealed(piece["certificate"] | {"game": "le-her(ranks=3, suits=7)"})
    told = named(told, told["game"])
    refused(told, "at suits = 1 the file is about le-her(ranks=3, suits=7)")


# ---------------------------------------------------------------------- views that never come up


def claimed_off(game, **more):
    """Return a solution, sealed, that says of more views that they never come up."""
    told = json.loads(json.dumps(sabot.solve(game).to_json()))
    for seat, views in more.items():
        told["off_path"][seat] += views
    return resealed(told)


OFF = [
    ("kuhn-poker(ante=0)", {"first": ["K"]}, "first at K"),
    ("kuhn-poker(ante=0)", {"second": ["Q,pass"]}, "second at Q,pass"),
    ("kuhn-poker(ante=0, rake=1/20)", {"first": ["K"]}, "first at K"),
]


@pytest.mark.parametrize(("game", "more", "where"), OFF)
def test_a_view_that_is_said_never_to_come_up_and_does_is_refused_by_the_rules(game, more, where):
    false = claimed_off(game, **more)
    certify.check(false)  # hands that pay nothing are not in the file
    with pytest.raises(RefutedError, match=f"'off_path' is not true of {where}: by the rules of"):
        tied(false)


@pytest.mark.parametrize("game", ["kuhn-poker(ante=0)", "kuhn-poker(ante=0, rake=1/20)"])
def test_views_that_never_come_up_are_left_to_stand(game):
    assert tied(claimed_off(game)).off_path == ""


def test_a_form_without_chances_is_walked_for_them_or_the_tie_says_that_it_was_not(monkeypatch):
    bare = replace(sabot.load("kuhn-poker(ante=0)").form(), reach=None)
    monkeypatch.setattr(check, "form_of_game", lambda game: bare)
    false = claimed_off("kuhn-poker(ante=0)", first=["K"])
    with pytest.raises(RefutedError, match="first at K"):
        tied(false)
    monkeypatch.setattr(check, "MAX_ENUMERATED_NODES", 1)
    found = tied(false)
    assert found.off_path
    assert "that all views in 'off_path' never come up was not checked: " in found.words


def test_the_verb_says_what_is_not_true_by_the_rules(tmp_path):
    path = tmp_path / "false.json"
    path.write_text(json.dumps(claimed_off("kuhn-poker(ante=0)", first=["K"])))
    found = run("check", str(path), "--rules")
    assert found.exit_code == 1
    assert "payoffs: those of the game; by its rules something else" in found.stdout
    assert "'off_path' is not true of first at K" in found.stderr

"""Theorems: formulas, the proof as a document, and a checker that refuses every other one."""

import copy
import json
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpz_poly
from tests.few import few

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError, GameStringError, NumberError
from sabot.forms.parametric import (
    ParameterDomain,
    PolynomialForm,
    polynomial_expression,
    quotient_expression,
)
from sabot.forms.sequence import Treeplex
from sabot.results.parametric import Proof

GAMES = [
    "le-her(ranks=4, suits=*)",
    "le-her(ranks=4, suits=*, reply=open)",
    "le-her(ranks=6, suits=*, strategies=threshold)",
    "kuhn-poker(bet=*)",
    "baccara(model=B1, decks=*)",
]


def matrix_game(rows, *, low=0, high=None, whole=True, below=1):
    """Return a matrix game whose entries are lists of coefficients."""
    labels = [tuple(map(str, range(n))) for n in (len(rows), len(rows[0]))]
    sides = Treeplex.flat("row", {"-": labels[0]}), Treeplex.flat("column", {"-": labels[1]})
    payoffs = {
        (i + 1, j + 1): fmpz_poly(entry)
        for i, row in enumerate(rows)
        for j, entry in enumerate(row)
    }
    top = None if high is None else Fraction(high)
    return PolynomialForm.of("t", sides, payoffs, below, ParameterDomain(Fraction(low), top, whole))


def document(game):
    """Return a proof as a file would hold it."""
    return json.loads(json.dumps(sabot.prove(game).document))


def refused(proof):
    """Tell whether a document is refused even with a digest made anew."""
    with pytest.raises((CertificateError, FileError)):
        certify.check(proof | {"digest": certify.digest(proof)})


@pytest.mark.parametrize("game", GAMES)
def test_a_proof_is_checked_saved_and_loaded(game, tmp_path):
    proof = sabot.prove(game)
    formulas = sabot.check(proof)
    assert formulas == [piece["value"] for piece in proof.pieces]
    proof.save(tmp_path / "proof.json")
    assert Proof.load(tmp_path / "proof.json").document == proof.document
    printed = json.loads(json.dumps(proof.to_json()))
    assert certify.check(printed).value == formulas
    assert proof.game in str(proof)


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_solve(game):
    proof = sabot.prove(game)
    for value in (1, 2, 3, 5, 11):
        at = Fraction(value, 1 if proof.whole else 3)
        solution = sabot.solve(proof.game.replace("*", str(at)))
        assert proof.value_at(at) == solution.value
        claims = proof.unique_at(at)
        for seat in proof.seats:
            if claims[seat] is not None:
                assert claims[seat] == solution.uniqueness[seat]
            if claims[seat]:
                found, table = proof.strategies_at(at)[seat], solution[seat]
                live = [view for view in table if view not in solution.off_path[seat]]
                assert all(
                    {a: c for a, c in found[v].items() if c} == _used(table[v]) for v in live
                )


def _used(mix):
    return {action: chance for action, chance in mix.items() if chance}


def _numbers(part, path=()):
    """Return the path of every number in a document."""
    if isinstance(part, int) and not isinstance(part, bool):
        yield path
    elif isinstance(part, dict | list):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _numbers(inner, (*path, key))


def _changed(proof, path, by):
    changed = copy.deepcopy(proof)
    spot = changed
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] += by
    return changed


@pytest.mark.parametrize("game", few(1, ["le-her(ranks=3, suits=*)", "kuhn-poker(bet=*)"]))
def test_one_number_changed_anywhere_is_refused(game):
    proof = document(game)
    for path in list(_numbers(proof)):
        changed = _changed(proof, path, 1)
        with pytest.raises((CertificateError, FileError)):
            certify.check(changed)


@pytest.mark.slow
def test_one_coefficient_of_the_proof_changed_is_refused_even_when_sealed_again():
    proof = document("baccara(model=B1, decks=*)")
    tail = proof["pieces"][-1]
    refused(_changed(proof, ("pieces", 1, "value_parts", 0, 3), 1))
    for seat, plan in tail["plans"].items():
        refused(_changed(proof, ("pieces", 1, "plans", seat, "below", 0), 1))
        for s in plan["tops"]:
            refused(_changed(proof, ("pieces", 1, "plans", seat, "tops", s, 1), -1))
    used = [{0, *plan["sure"], *map(int, plan["tops"])} for plan in tail["plans"].values()]
    for number, (i, j, _) in enumerate(proof["form"]["payoffs"]):
        if i in used[0] and j in used[1]:  # what is never played may be worth anything less
            refused(_changed(proof, ("form", "payoffs", number, 2, 2), 1))


def test_a_formula_written_otherwise_than_proved_is_refused():
    proof = document("baccara(model=B1, decks=*)")
    for change in (
        lambda piece: piece.update(value=piece["value"].replace("439", "438").replace("8", "9", 1)),
        lambda piece: piece["strategies"]["Player"]["5"].update(draw="1/2"),
        lambda piece: piece["strategies"]["Player"]["5"].update(draw="__import__('os')"),
        lambda piece: piece["strategies"]["Banker"]["6,-"].pop("draw"),
        lambda piece: piece["strategies"].pop("Banker"),
    ):
        changed = copy.deepcopy(proof)
        change(changed["pieces"][1])
        refused(changed)


def test_gaps_and_overlaps_are_refused():
    proof = document("baccara(model=B1, decks=*)")
    one, two = proof["pieces"]
    refused(proof | {"pieces": [one]})
    refused(proof | {"pieces": [two]})
    refused(proof | {"pieces": []})
    refused(proof | {"pieces": [one | {"to": 2}, two]})
    refused(proof | {"pieces": [one | {"to": 4}, two | {"from": 5}]})
    refused(proof | {"pieces": [one | {"to": 2}, two | {"from": 3}]})
    refused(proof | {"pieces": [one, two, two]})
    refused(proof | {"domain": proof["domain"] | {"from": 0}})
    real = document("kuhn-poker(bet=*)")
    for number in range(len(real["pieces"])):
        left = [piece for k, piece in enumerate(real["pieces"]) if k != number]
        refused(real | {"pieces": left})


def test_false_claims_of_uniqueness_are_refused():
    proof = document("le-her(ranks=4, suits=*, reply=open)")
    tail = len(proof["pieces"]) - 1
    assert proof["pieces"][tail]["unique"] == {"receiver": True, "dealer": False}
    for seat, claim in (("dealer", True), ("receiver", False)):
        changed = copy.deepcopy(proof)
        changed["pieces"][tail]["unique"][seat] = claim
        refused(changed)
    same = copy.deepcopy(proof)
    same["pieces"][tail]["another"]["dealer"] = same["pieces"][tail]["plans"]["dealer"]
    refused(same)


def test_a_chance_that_vanishes_at_one_value_makes_no_claim_there():
    # the column seat's mix has the chance (t - 5)^2 of its last column: at 5 the row seat may vary
    square = [25, -10, 1]
    form = matrix_game([[[1], [0], [0]], [[0], square, [1]], [[0], [1], square]], low=2)
    proof = sabot.prove(form)
    sabot.check(proof)
    for at in range(2, 12):
        assert proof.unique_at(at) in (
            sabot.solve(form.at(at)).uniqueness,
            {"row": None, "column": None},
        )


def test_ties_of_a_double_root_are_found():
    form = matrix_game([[[0], [49, -14, 1]]], low=0)  # (t - 7)^2 against 0
    proof = sabot.prove(form)
    assert [(p["from"], p["to"]) for p in proof.pieces] == [(0, 6), (7, 7), (8, None)]
    assert [p["unique"]["column"] for p in proof.pieces] == [True, False, True]
    assert proof.value_at(7) == 0


def test_real_breakpoints_are_algebraic_where_they_must_be():
    form = matrix_game([[[0], [-2, 0, 1]]], high=5, whole=False)  # 0 against t^2 - 2
    proof = sabot.prove(form)
    one, two = proof.pieces
    assert one["to"] == two["from"] and one["to"]["root_of"] == [-2, 0, 1]
    assert (proof.value_at(1), proof.value_at(Fraction(3, 2))) == (-1, 0)
    sabot.check(proof)
    changed = json.loads(json.dumps(proof.document))
    for end in (changed["pieces"][0]["to"], changed["pieces"][1]["from"]):
        end["root_of"] = [-3, 0, 1]
    refused(changed)


def test_ends_must_make_sense():
    with pytest.raises(NumberError, match="may be"):
        sabot.prove("le-her(ranks=4, suits=*)", low=0)
    with pytest.raises(NumberError, match="nothing"):
        sabot.prove("le-her(ranks=4, suits=*)", low=5, high=4)
    with pytest.raises(NumberError, match="whole"):
        sabot.prove("le-her(ranks=4, suits=*)", low=Fraction(3, 2))
    with pytest.raises(NumberError, match="outside"):
        sabot.prove("le-her(ranks=4, suits=*)", high=4).value_at(5)
    with pytest.raises(GameStringError, match="replacement"):
        sabot.prove("baccara(model=A1, decks=*)")
    with pytest.raises(GameStringError, match="exactly one"):
        sabot.prove("le-her(ranks=*, suits=*)")


def test_formulas_are_python():
    assert polynomial_expression(fmpz_poly([0]), "d") == "0"
    assert polynomial_expression(fmpz_poly([1, -1]), "d") == "-d + 1"
    assert quotient_expression(fmpz_poly([-2]), fmpz_poly([4]), "d") == "-1/2"
    assert quotient_expression(fmpz_poly([1, 1]), fmpz_poly([0, 1]), "d") == "(d + 1)/(d)"
    proof = sabot.prove("baccara(model=B1, decks=*)")
    for piece in proof.pieces:
        at = piece["from"]
        assert eval(piece["value"], {"decks": Fraction(at)}) == proof.value_at(at)


def test_where_two_real_pieces_meet():
    """Kuhn 1950: with a bet of 1 the first seat has a family of strategies, the second just one."""
    proof = sabot.prove("kuhn-poker(bet=*)")
    assert [(p["from"], p["to"]) for p in proof.pieces] == [(0, 1), (1, 2), (2, None)]
    assert proof.value_at(1) == Fraction(-1, 18)
    assert proof.unique_at(Fraction(1, 2)) == {"first": True, "second": False}
    assert proof.unique_at(1) == {"first": False, "second": True}
    for bet in (0, 1, 2):
        solution = sabot.solve(f"kuhn-poker(bet={bet})")
        assert proof.unique_at(bet) == solution.uniqueness
    assert proof.verdict("second") == "not unique inside every piece"


def test_of_two_optimal_strategies_the_dominated_one_is_named_second():
    last = sabot.prove("kuhn-poker(bet=*)").pieces[-1]
    named = last.strategies_at(3)["second"]
    assert named["K,bet"]["call"] == named["K,pass"]["bet"] == 1  # a king is not folded
    assert last.unique["second"] is False and last.another["second"]


def test_a_value_may_be_told_as_text_and_never_as_a_float():
    proof = sabot.prove("kuhn-poker(bet=*)")
    assert proof.unique_at("1") == proof.unique_at(1) != proof.unique_at("1/2")
    assert proof.value_at("0.1") == proof.value_at("10%") == proof.value_at(Fraction(1, 10))
    assert proof.strategies_at("1/3") == proof.strategies_at(Fraction(1, 3))
    asks = [proof.value_at, proof.unique_at, proof.strategies_at, proof.piece_at]
    for ask in [*asks, proof.sorts_at]:
        for wrong in (0.1, float("nan"), "abc", None, [1], 1 + 2j):
            with pytest.raises(NumberError, match=r"^bet: .* exact number"):
                ask(wrong)
        with pytest.raises(NumberError, match="bet = -1 is outside of what was proved: every"):
            ask("-1")
    with pytest.raises(NumberError, match="is a float"):
        proof.pieces[0].value.at(0.5)


def test_the_sorts_of_choices_are_asked_by_text_too():
    proof = sabot.prove("baccara(model=B1, decks=*)")
    assert proof.sorts_at("2") == proof.sorts_at(2) != {}
    with pytest.raises(NumberError, match="outside of what was proved: every whole number"):
        proof.sorts_at("1/2")


def roots_of_two():
    """Return a proof with a breakpoint at the root of 2: for one seat two rows meet there."""
    return sabot.prove(matrix_game([[[1], [0]], [[0], [-2, 0, 1]]], low=1, high=2, whole=False))


def test_an_algebraic_breakpoint():
    proof = roots_of_two()
    sabot.check(proof)
    one, root, two = proof.breakpoints
    assert (one.at, two.at, root.at.root_of) == (1, 2, (-2, 0, 1))
    # at the root row 2 pays nothing either, but the second column is still the only good one
    assert root.unique == {"row": False, "column": True}
    assert proof.verdict("column") == "unique" and proof.verdict("row").endswith("every piece")


@pytest.mark.parametrize(
    "change",
    [
        lambda points: points[1]["unique"].update(row=True),
        lambda points: points[1]["unique"].update(column=False),
        lambda points: points[1]["unique"].update(column="yes"),
        lambda points: points[1]["unique"].pop("row"),
        lambda points: points[1].update(at=points[0]["at"]),
        lambda points: points[1]["at"].update(root_of=[-3, 0, 1]),
        lambda points: points[1].update(certificate=points[0]["certificate"]),
        lambda points: points[0]["unique"].update(row=not points[0]["unique"]["row"]),
        lambda points: points[0].update(certificate=points[2]["certificate"]),
        lambda points: points.pop(1),
        lambda points: points.append(points[0]),
    ],
)
def test_false_claims_at_breakpoints_are_refused(change):
    proof = json.loads(json.dumps(roots_of_two().document))
    assert certify.check(proof)
    change(proof["breakpoints"])
    refused(proof)


def test_what_is_not_decided_or_not_said_of_breakpoints_is_not_claimed():
    proof = json.loads(json.dumps(roots_of_two().document))
    proof["breakpoints"][1]["unique"] = {"row": None, "column": None}
    assert certify.check(proof | {"digest": certify.digest(proof)})
    del proof["breakpoints"]
    assert certify.check(proof | {"digest": certify.digest(proof)})
    assert Proof.from_json(proof).unique_at(1) == {"row": None, "column": None}
    whole = document("le-her(ranks=3, suits=*)")
    refused(whole | {"breakpoints": []})


def test_a_witness_that_is_not_optimal_is_refused():
    proof = document("kuhn-poker(bet=*)")
    piece = proof["pieces"][1]
    assert piece["unique"] == {"first": True, "second": False}
    assert set(piece["witness"]) == {"first"}
    without = copy.deepcopy(proof)
    del without["pieces"][1]["witness"]
    refused(without)
    refused(_changed(proof, ("pieces", 1, "witness", "first", "below", 0), 1))
    for s in piece["witness"]["first"]["tops"]:
        refused(_changed(proof, ("pieces", 1, "witness", "first", "tops", s, 0), 1))


@pytest.mark.parametrize(
    ("ranks", "pieces", "several"), few(1, [(11, [1, 2, 6, 7], {1, 6}), (13, [1, 2, 4], set())])
)
def test_the_receiver_of_open_le_her_is_settled_for_ever(ranks, pieces, several):
    """The dealer's plan in a corner leaves him doubts that only a plan inside the face removes."""
    proof = sabot.prove(f"le-her(ranks={ranks}, suits=*, reply=open)")
    assert [piece["from"] for piece in proof.pieces] == pieces
    sabot.check(proof)
    for suits in (*range(1, 13), 100):
        assert proof.unique_at(suits) == {"receiver": suits not in several, "dealer": False}
        game = proof.game.replace("*", str(suits))
        assert proof.unique_at(suits) == sabot.solve(game).uniqueness
    tail = proof.pieces[-1]
    assert "receiver" in tail["witness"]


def test_real_pieces_end_where_their_formulas_do():
    """Not where the second strategy that shows them not to be unique happens to end."""
    proof = sabot.prove("kuhn-poker(ranks=4, bet=*)")
    assert [piece["to"] for piece in proof.pieces] == ["1/2", 1, 2, 4, None]
    sabot.check(proof)
    claims = [tuple(piece["unique"].values()) for piece in proof.pieces]
    assert claims == [(True, False)] * 3 + [(False, False)] * 2
    for one, two in pairwise(proof.pieces):
        assert one["strategies"] != two["strategies"]


def test_too_many_optimal_plans_to_list_leave_the_verdicts(monkeypatch):
    """Then the vertices of smaller faces show that an optimal plan is not the only one."""
    claims = [piece["unique"] for piece in sabot.prove("kuhn-poker(ranks=5, bet=*)").pieces]
    monkeypatch.setattr("sabot.solvers.parametric.candidate._MOST_COMPARISONS", 300)
    proof = sabot.prove("kuhn-poker(ranks=5, bet=*)")
    sabot.check(proof)
    assert [piece["unique"] for piece in proof.pieces] == claims


def test_a_second_strategy_that_ends_where_it_was_found():
    """Tried first at 1/2, the middle: there the second row is as good, but only by chance."""
    falls = [-1, 1, -1]
    rows = [[[1], falls, [1, -1], [-1, 1, 1]], [[1, -1, -1], falls, [1, -1, 1], [-1, 0, 1]]]
    proof = sabot.prove(matrix_game(rows, low=-2, high=3, whole=False))
    sabot.check(proof)
    assert proof.value_at(Fraction(1, 4)) == Fraction(-13, 16)


def test_a_step_into_the_face_must_hold_where_it_starts():
    """Found by hypothesis: at 2 the first seat's second chance is 1/106, less than a step back."""
    gaps = [
        [[], [-2, 3, 3], [], [5, 0, -6]],
        [[1], [-6], [0, 0, -1], [1, -4, 3]],
        [[0, 2], [], [1], [0, 0, -2]],
    ]
    one, two = (
        Treeplex.flat("one", {"-": ("a", "b", "c")}),
        Treeplex.flat("two", dict.fromkeys("xyz", ("k", "s"))),
    )
    payoffs = {
        (i, 2 * n + 2): fmpz_poly(gap) for n, own in enumerate(gaps) for i, gap in enumerate(own)
    }
    proof = sabot.prove(
        PolynomialForm.of("t", (one, two), payoffs, 1, ParameterDomain(Fraction(0)))
    )
    sabot.check(proof)
    assert [(piece["from"], piece["to"]) for piece in proof.pieces] == [
        (0, 0), (1, 1), (2, 4), (5, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [
        [[[0], [2], [0]], [[2], [-1], [2]], [[-1], [2], [-1]]],
        [[[0, 1], [2]], [[0, 1], [1, 1]], [[0, 1], [0]]],
    ],
)
def test_other_strategies_are_looked_for_inside_the_range_only(rows):
    """The range begins at -5, and at -7 the payoffs are no numbers."""
    theorem = sabot.prove(matrix_game(rows, low=-5, below=fmpz_poly([7, 1])))
    sabot.check(theorem)
    for t in (-5, -4, 0, 30):
        game = [[Fraction(int(fmpz_poly(e)(t)), t + 7) for e in row] for row in rows]
        assert theorem.value_at(t) == sabot.solve(game).value


@pytest.mark.parametrize(
    "rows",
    [
        [["t", 1], [1, 0]],
        [["t**2 - 2", 0], [0, 1]],
        [["t**3 - t", "t"], [1, "t**2"]],
        [["t", "t"], ["t", "t"]],
        [["t*t", "-t", 2], [1, "t", "-t"], ["3 - t", 0, "t**2 - 2"]],
    ],
)
def test_a_theorem_for_all_real_numbers_holds_at_any_number(rows, tmp_path):
    proof = sabot.prove(rows, low="-inf")
    assert proof.range == "every real number t" and proof.pieces[0]["from"] is None
    sabot.check(proof, rules=True)
    for at in map(Fraction, ("-1000", "-3/2", "-1", "0", "1/3", "1", "7/2", "99")):
        game = sabot.solve([[eval(str(entry), {"t": at}) for entry in row] for row in rows])
        assert proof.value_at(at) == game.value
        claims = proof.unique_at(at)
        assert all(claims[seat] in (None, game.uniqueness[seat]) for seat in game.seats)
    proof.save(tmp_path / "all.json")
    assert sabot.Theorem.load(tmp_path / "all.json") == proof
    for text in (str(proof), proof.to_latex(), proof.to_markdown(), proof.to_csv()):
        assert text
    assert sabot.plot(proof).panels


def test_a_range_may_have_an_upper_end_alone():
    proof = sabot.prove([["t", 1], [1, 0]], low="-inf", high="1/2")
    assert proof.range == "every real number t <= 1/2"
    assert str(proof.pieces[-1].extent) == "1/2 and less"
    sabot.check(proof, rules=True)

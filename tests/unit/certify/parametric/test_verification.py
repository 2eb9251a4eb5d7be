"""The checker of theorems, part by part, on typed evidence that is wrong in one place.

What is refused here was once let pass, when its check was switched off, by every test.
"""

import json
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from tests.unit.certify.test_json_reader import refuses
from tests.unit.forging import OLDER, PENNIES, certificate
from tests.unit.solvers.parametric.test_prove import matrix_game, roots_of_two

import sabot
from sabot.certify import check_document, limits, zero_sum
from sabot.certify.algebra.intervals import (
    IntegerInterval,
    PointInterval,
    RealInterval,
    require_numbers,
)
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.json_reader import read_uniqueness_claims
from sabot.certify.parametric import reader, verification
from sabot.certify.parametric import reader as forms
from sabot.certify.parametric.inequality import read_reason
from sabot.certify.parametric.reader import ClassifiedInterval, read_basis, read_value_quotient
from sabot.certify.sequence_form import read_player_sequences
from sabot.errors import CertificateError, FileError

TAIL = IntegerInterval(1, None)
METER = limits.DocumentMeter


@cache
def text(name):
    if name == "roots":
        return json.dumps(roots_of_two().document)
    if name == "sorted":
        return json.dumps(sabot.prove("baccara(model=B1, decks=*)").document)
    if name == "several":
        return json.dumps(sabot.prove(matrix_game([[[0], [1]], [[0], [-1]]])).document)
    return (OLDER / f"{name}-proof-1.json").read_text(encoding="utf-8")


def read(name):
    return reader.read_parametric(json.loads(text(name)))


def false(words, call, *given):
    refuses(words, call, *given, fault=CertificateError)


# ---------------------------------------------------------------------- pieces


def test_a_piece_is_checked_as_a_whole():
    told = read("le-her")
    for one in told.pieces:
        here = told.form.pinned(forms.specialisation_for(one.span))
        verification.check_piece(here, one)
        wrong = replace(one, claimed=([1], [1]))
        false("does not secure the value", verification.check_piece, here, wrong)
        turned = replace(one, basis=one.basis[::-1])
        with pytest.raises(CertificateError):
            verification.check_piece(here, turned)
        other = replace(one.basis[0], used={})
        false(
            "the bases are not",
            verification.check_piece,
            here,
            replace(one, basis=(other, one.basis[1])),
        )
        false("does not list", verification.check_piece, here, replace(one, inequalities=()))


def test_chances_add_up_at_every_view():
    told = read("several")
    (one,) = told.pieces
    for seat in (0, 1):
        plan = one.plans[seat]
        tops = [list(top) for top in plan.tops]
        tops[1] = [*(c + 1 for c in tops[1]), *([] if tops[1] else [1])]
        plans = list(one.plans)
        plans[seat] = replace(plan, tops=tops)
        wrong = replace(one, plans=tuple(plans), unique=(None, None), another={}, witness={})
        false("do not add up", verification.derive_requirements, told.form, wrong, one.span)


def test_a_claim_of_several_needs_a_second_plan_that_differs():
    told = read("several")
    (one,) = told.pieces
    assert one.unique == (False, True)
    none = replace(one, another={})
    false("second strategy is missing", verification.check_piece, told.form, none)
    same = replace(one, another={0: one.plans[0]})
    false("not shown to differ", verification.derive_requirements, told.form, same, one.span)
    for differs in ("nothing", "x", None):
        basis = (replace(one.basis[0], differs=differs), one.basis[1])
        false("to differ", verification.check_piece, told.form, replace(one, basis=basis))


def test_a_claim_of_one_needs_equations_that_fix_it():
    told = read("roots")
    first, second = told.pieces
    mixed = next(one for one in told.pieces if any(b.equations for b in one.basis))
    seat = next(k for k, b in enumerate(mixed.basis) if b.equations)
    for equations in (None, [], ["x"], [*mixed.basis[seat].equations, "x"]):
        basis = list(mixed.basis)
        basis[seat] = replace(basis[seat], equations=equations)
        wrong = replace(mixed, basis=tuple(basis))
        false("not shown to be unique", verification.check_piece, told.form, wrong)
    assert first.span != second.span


def test_what_is_decided_at_a_point_must_hold_there():
    told = read("roots")
    for number, end in ((0, AlgebraicPoint.at(2)), (1, AlgebraicPoint.at(1))):
        plain = replace(told.pieces[number], unique=(None, None), another={}, witness={})
        inner = told.pieces[number].span
        verification.check_at_point(told.form, plain, PointInterval(inner.low, inner.spot))
        with pytest.raises(CertificateError):
            verification.check_at_point(told.form, plain, PointInterval(end, inner.spot))
    # at 1/2 the same formulas make the plans of a game whose denominator is not positive
    minus = replace(told.form, denominator=[1, -1])
    one = replace(told.pieces[0], claimed=([], [1]), unique=(None, None), another={}, witness={})
    with pytest.raises(CertificateError):
        verification.check_at_point(minus, one, PointInterval(AlgebraicPoint.at(3), Fraction(2)))


def test_formulas_are_those_of_the_plans():
    told = read("le-her")
    one = told.pieces[-1]
    here = told.form.pinned(forms.specialisation_for(one.span))
    verification._check_formulas(here, one)
    false(
        "the value written out", verification._check_formulas, here, replace(one, value=([7], [1]))
    )
    for seat in (0, 1):
        for s in range(1, here.seats[seat].count):
            written = list(one.strategies[seat])
            written[s] = ([7], [9])
            both = list(one.strategies)
            both[seat] = written
            changed = replace(one, strategies=tuple(both))
            false("another formula|not a sure action", verification._check_formulas, here, changed)


def test_what_follows_from_a_sum_is_compared_where_the_sum_does_not_show_it():
    t = [0, 1]
    assert verification._adds_up([(t, [1, 1]), ([1], [1, 1])])
    assert verification._adds_up([([], [1]), (t, [1, 1]), ([1], [1, 1])])  # 0 is over 1
    assert not verification._adds_up([(t, [1, 1]), ([2], [1, 1])])
    assert not verification._adds_up([(t, [1, 1]), ([1], [2, 1])])  # another denominator
    assert not verification._adds_up([([], [1]), ([], [1])])
    told = reader.read_parametric(sabot.prove("kuhn-poker(bet=*)").to_json())
    compared = 0
    for piece in told.pieces:
        verification._check_formulas(told.form, piece)
        for seat, own in enumerate(told.form.seats):
            for _, actions, _, first in own.cells:
                last = first + len(actions) - 1
                written = list(piece.strategies[seat])
                if len(written[last][1]) < 2:
                    continue
                top, below = written[last]
                written[last] = [c + (k == 0) for k, c in enumerate(top)], below
                both = list(piece.strategies)
                both[seat] = written
                changed = replace(piece, strategies=tuple(both))
                false("another formula", verification._check_formulas, told.form, changed)
                compared += 1
    assert compared >= 8


def test_where_a_seat_never_comes_it_does_one_thing():
    told = read("kuhn")
    found = 0
    for one in told.pieces:
        here = told.form.pinned(forms.specialisation_for(one.span))
        for number, seat in enumerate(here.seats):
            for _, actions, parent, first in seat.cells:
                if one.plans[number].tops[parent]:
                    continue
                found += 1
                spots = range(first, first + len(actions))
                for mix in ([([1], [2])] * 2, [([1], [1])] * 2, [([], [1])] * 2):
                    written = list(one.strategies[number])
                    for s, formula in zip(spots, mix, strict=True):
                        written[s] = formula
                    both = list(one.strategies)
                    both[number] = written
                    changed = replace(one, strategies=tuple(both))
                    false("not a sure action", verification._check_formulas, here, changed)
    assert found


def test_formulas_are_chances_also_where_nobody_comes_at_one_value():
    """At t = 1 the first seat never comes to `K`; there (2t - 3)/2t is below 0."""
    told = read("le-her")
    one, sure = told.pieces[-1], ([1], [1])
    top, below = [0, -2, 2], [0, 0, 2]
    for p, q, first, second in (
        (([1], [2]), ([1], [2]), [0, -1, 1], [0, -1, 1]),
        (([-3, 2], [0, 2]), ([3], [0, 2]), [3, -5, 2], [-3, 3]),
    ):
        plan = forms.PolynomialPlan([below, top, [0, 2], first, second], below)
        written = [sure, (top, below), ([0, 2], below), p, q]
        game = replace(told.form, seats=(SEAT, SEAT))
        here = replace(one, plans=(plan, plan), strategies=(written, written), span=TAIL)
        if p[0] == [1]:
            verification._check_formulas(game, here)
        else:
            false("negative where it never comes up", verification._check_formulas, game, here)
            verification._check_formulas(game, replace(here, span=IntegerInterval(2, None)))


# ---------------------------------------------------------------------- single values


def test_breakpoints_are_the_ends_and_say_what_is_so():
    told = read("roots")
    verification.check_breakpoints(told)
    ends = told.breakpoints
    for wrong in (ends[1:], ends[:-1], ends[::-1], (), (*ends, ends[-1])):
        false(
            "not the ends of the pieces",
            verification.check_breakpoints,
            replace(told, breakpoints=wrong),
        )
    for number, point in enumerate(ends):
        for seat in (0, 1):
            claims = list(point.unique)
            claims[seat] = not claims[seat]
            changed = list(ends)
            changed[number] = replace(point, unique=tuple(claims))
            again = replace(told, breakpoints=tuple(changed))
            false(
                "uniqueness is not as claimed|says otherwise", verification.check_breakpoints, again
            )


def test_what_is_not_claimed_at_an_end_need_not_be_shown():
    told = read("roots")
    silent = tuple(
        replace(point, unique=(None, None), certificate=None, another={}, witness={})
        for point in told.breakpoints
    )
    verification.check_breakpoints(replace(told, breakpoints=silent))


def test_a_certificate_at_one_value_is_of_that_game_there():
    told = read("roots")
    point = told.breakpoints[0]
    own, game, at = point.certificate, told.form, point.at.low
    claimed = told.pieces[0].claimed

    def check(certificate=own, unique=point.unique, value=claimed, form=game, where=at):
        verification.check_certificate_at(form, certificate, unique, value, where)

    check()
    false("secures|concedes", check, replace(own, value=own.value + 1))
    false("about another value", check, own, point.unique, ([7], [1]))
    for claims in ((True, True), (False, False), (False, True), (True, False), (None, None)):
        if claims != point.unique:
            false("says otherwise", check, own, claims)
    for form in (
        replace(game, denominator=[2]),
        replace(game, seats=game.seats[::-1]),
        replace(game, columns=([{}, *game.columns[0][1:-1], {}], game.columns[1])),
    ):
        false("of another game", check, own, point.unique, claimed, form)
    table = zero_sum.read_certificate_v1(certificate(PENNIES))
    plain = verification.check_certificate_at
    false("told by its sequences", plain, game, table, (True, True), ([], [1]), at)


# ---------------------------------------------------------------------- sorted choices


def test_sorts_are_of_whole_numbers_and_additive_games():
    told = read("sorted")
    verification.check_classification(told, told.sorts)
    false(
        "whole numbers only",
        verification.check_classification,
        replace(told, whole=False),
        told.sorts,
    )
    tree = replace(told, form=read("kuhn").form)
    false("additive games only", verification.check_classification, tree, told.sorts)


@pytest.mark.slow
def test_every_sort_of_every_choice_is_looked_at():
    told = read("sorted")
    for view, sorts in told.sorts.items():
        for number, sort in enumerate(sorts):
            for word in {"*", "-", "draw", "stand", "x"} - {sort.word}:
                changed = list(sorts)
                changed[number] = replace(sort, word=word)
                table = {**told.sorts, view: tuple(changed)}
                false(
                    "is not always|nothing changes", verification.check_classification, told, table
                )
    view, sorts = next((v, s) for v, s in told.sorts.items() if len(s) == 1)
    for word in {"*", "-", "draw", "stand", "x"} - {sorts[0].word}:
        table = {**told.sorts, view: (replace(sorts[0], word=word),)}
        false("is not always", verification.check_classification, told, table)


def test_ranges_of_a_choice_cover_the_domain():
    def ranged(*parts):
        return [ClassifiedInterval(IntegerInterval(low, high), word) for low, high, word in parts]

    cover = verification._require_cover
    cover(ranged((1, 3, "*"), (4, None, "-")), 1, None)
    cover(ranged((1, 3, "*"), (4, 9, "-")), 1, 9)
    gap, end = "leave a gap", "do not reach the end"
    false(gap, cover, ranged((2, None, "*")), 1, None)
    false(gap, cover, ranged((1, 3, "*"), (5, None, "-")), 1, None)
    false(gap, cover, ranged((1, None, "*"), (4, None, "-")), 1, None)
    false("nothing changes at 4", cover, ranged((1, 3, "*"), (4, None, "*")), 1, None)
    false(end, cover, ranged((1, 3, "*")), 1, None)
    false(end, cover, ranged((1, None, "*")), 1, 9)
    false(end, cover, ranged((1, 8, "*")), 1, 9)
    false(end, cover, ranged((1, 10, "*")), 1, 9)
    false(end, cover, [], 1, 0)
    false(end, cover, [], 1, None)


def test_a_sort_is_a_matter_of_signs():
    def is_a(word, least, greatest):
        return verification._has_class(word, ("a", "b"), (TAIL, least, greatest))

    assert is_a("*", [-1], [1]) and is_a("*", [], [1]) and is_a("*", [-1], [])
    assert not is_a("*", [], []) and not is_a("*", [1], [2]) and not is_a("*", [-2], [-1])
    assert is_a("-", [], []) and not is_a("-", [], [1]) and not is_a("-", [-1], [])
    assert is_a("a", [1], [2]) and not is_a("a", [], [2]) and not is_a("a", [-1], [2])
    assert is_a("b", [-2], [-1]) and not is_a("b", [-2], []) and not is_a("b", [-2], [1])
    assert not is_a("c", [-2], [-1]) and not is_a("c", [1], [2])


# ---------------------------------------------------------------------- reading


def test_a_reason_is_one_of_five():
    assert read_reason("value").code == "value" and read_reason(["shift"]).code == "shift"
    assert read_reason(["parts", 3, "4"]).cuts == (3, 4) and read_reason("parts").cuts == ()
    assert read_reason(["even", "1/2"]).at == Fraction(1, 2)
    for wrong in ("trust", ["value", 1], ["shift", 1], ["sturm"], "even", ["sturm", "1", "2"], [7]):
        refuses("is not a reason", read_reason, wrong)
    for wrong in (None, 7, {"value": 1}):
        refuses("should be a list", read_reason, wrong)


def test_a_value_is_a_polynomial_over_a_polynomial():
    assert read_value_quotient([[1], [2]], forms.identity_specialisation) == ([1], [2])
    for wrong in ([[1]], [[1], [2], [3]], {"a": [1], "b": [2]}, "12", None):
        refuses("over a polynomial", read_value_quotient, wrong, forms.identity_specialisation)


def test_claims_are_the_seats():
    assert read_uniqueness_claims(["a", "b"], {"b": None, "a": True}) == (True, None)
    for wrong in ([], None, {"a": True}, {"a": True, "b": True, "c": True}):
        refuses("not the seats'", read_uniqueness_claims, ["a", "b"], wrong)


SEAT = read_player_sequences("first", [["J", ["bet", "check"], 0], ["K", ["bet", "check"], 1]])


def test_a_plan_names_each_sequence_once():
    def made(sure=(), tops=None, below=(1,)):
        held = list(sure) if isinstance(sure, tuple) else sure
        data = {"below": list(below), "sure": held, "tops": {} if tops is None else tops}
        return forms.read_polynomial_plan(SEAT, data, forms.identity_specialisation)

    assert made((1,), {"3": [1], "4": []}).tops == [[1], [1], [], [1], []]
    assert made((4,)).tops[4] == [1]
    for sure in (None, "1", [True], ["1"], [1.0], {1: 1}):
        refuses("are not whole numbers", made, sure)
    for sure in ((0,), (5,), (-1,), (1, 1)):
        refuses("twice, or one that is not there", made, sure)
    refuses("twice, or one that is not there", made, (3,), {"3": [1]})
    for tops in ({"0": [1]}, {"5": [1]}, {"01": [1]}, {"x": [1]}):
        refuses("a sequence that is not there", made, (), tops)


def test_a_basis_is_by_views():
    data = {"used": {"J": ["bet"]}, "tight": {"K": ["bet"]}}
    assert read_basis(SEAT, data).used == {"J": ["bet"]}
    for kind in ("used", "tight"):
        for wrong in ([], None, {"Q": ["bet"]}):
            refuses("not by its views", read_basis, SEAT, data | {kind: wrong})
        for wrong in ([], "bet", ["bet", "bet"]):
            refuses("names|one name", read_basis, SEAT, data | {kind: {"J": wrong}})


def test_formulas_are_numbers_everywhere_on_their_range():
    told = read("roots")
    pieces = reader.PieceReader(told.form, "t", reals=True)
    where = RealInterval(AlgebraicPoint.at(1), AlgebraicPoint.at(2))
    assert pieces.formula("1/t", where, {}) == ([1], [0, 1])
    require_numbers({"1/t": ([1], [0, 1]), "-1/t": ([1], [0, -1])}, where)
    for pole in ("1/(t - 1)", "1/(t - 2)", "1/(2*t - 3)", "1/(t**2 - 2)"):
        read_so = {"1/t": ([1], [0, 1]), pole: pieces.formula(pole, where, {})}
        false(re.escape(f"divides by zero: {pole}"), require_numbers, read_so, where)
    for common in ("t/t", "(t - 5)/(t - 5)", "t*(t + 1)/(t + 1)**2", "0/(t + 5)"):
        false("not in lowest terms", pieces.formula, common, where, {})
    assert pieces.formula("2/4", where, {}) == ([2], [4])
    refuses("is a text", pieces.formula, 7, where, {})
    for table in ([], None, "-", {"x": {}}):
        both = {"row": table, "column": table}
        refuses("does not answer exactly", pieces.strategies, both, where, {})


def refused_proof(words, name, change, fault=ValueError):
    document = json.loads(text(name))
    change(document)
    from sabot.certify import sealed

    refuses(words, reader.read_parametric, sealed(document), fault=fault)


@pytest.mark.parametrize(
    ("name", "change", "words", "fault"),
    [
        ("le-her", lambda d: d.update(reasons={}), "in other words", CertificateError),
        ("le-her", lambda d: d.update(seats=[]), "different seats", CertificateError),
        ("le-her", lambda d: d.update(parameter="2"), "not a name", ValueError),
        ("le-her", lambda d: d.update(parameter=["suits"]), "not a name", ValueError),
        ("le-her", lambda d: d["domain"].update(whole=1), "true or false", ValueError),
        ("le-her", lambda d: d.update(pieces={}), "are not a list", ValueError),
        ("le-her", lambda d: d.update(pieces=()), "are not a list", ValueError),
        ("le-her", lambda d: d.update(breakpoints=[]), "have no breakpoints", ValueError),
        ("le-her", lambda d: d["pieces"][0].pop("basis"), "no basis", CertificateError),
        ("le-her", lambda d: d["pieces"][-1].update({"from": 9}), "gap before 9", CertificateError),
        ("le-her", lambda d: d["pieces"].pop(), "reach the end", CertificateError),
        ("le-her", lambda d: d.update(pieces=[]), "reach the end", CertificateError),
        ("le-her", lambda d: d["domain"].update(to=9), "reach the end", CertificateError),
        ("le-her", lambda d: d["pieces"].append(d["pieces"][-1]), "gap before", CertificateError),
        (
            "le-her",
            lambda d: d["pieces"][-1].update(certificate={}),
            "one value only",
            CertificateError,
        ),
        ("roots", lambda d: d["pieces"][0].update(certificate={}), "one value", CertificateError),
        (
            "roots",
            lambda d: d["breakpoints"][1].update(certificate={}),
            "a rational number",
            CertificateError,
        ),
        ("roots", lambda d: d.update(breakpoints={}), "should be a list", ValueError),
        ("roots", lambda d: d["breakpoints"][0].update(x=1), "not a part of a break", ValueError),
        ("sorted", lambda d: d.update(classification=[]), "are not those of", ValueError),
        ("sorted", lambda d: d.update(classification=["Banker"]), "not those of", ValueError),
        ("sorted", lambda d: d.update(classification={"x": {}}), "are not those of", ValueError),
        ("sorted", lambda d: d["classification"].update(x={}), "are not those of", ValueError),
        ("sorted", lambda d: d["classification"].update(Banker=[]), "not all those", ValueError),
        ("sorted", lambda d: d["classification"]["Banker"].popitem(), "not all", ValueError),
        ("sorted", lambda d: d["classification"]["Banker"].update(x=[]), "not all", ValueError),
    ],
)
def test_a_proof_is_read_by_its_grammar(name, change, words, fault):
    refused_proof(words, name, change, fault)


@pytest.mark.parametrize("part", ["1-*", None, {}, [1, None], [1, None, "*", "*"]])
def test_a_sorted_range_is_three_things(part):
    def change(document):
        table = document["classification"]["Banker"]
        table[next(iter(table))] = [part]

    refused_proof("is not .from, to, sort", "sorted", change)


def test_evidence_is_held_for_the_claims_that_are_made():
    due = reader._require_no_surplus_evidence
    names, claims = ["a", "b"], (True, False)
    due(names, {"witness": {"a": 1}, "another": {"b": 1}}, claims)
    for held in ({"witness": {"b": 1}}, {"another": {"a": 1}}, {"another": {"c": 1}}):
        refuses("is not a part of the plans", due, names, held, claims)
    both = {"witness": {"a": 1}, "certificate": {}}
    refuses("is not a part of the plans", due, names, both, claims)
    refuses("is not a part of the plans", due, names, {"another": {"a": 1}}, (None, None))


# ---------------------------------------------------------------------- pieces in processes


def by_pieces(document, spread=map):
    return check_document(document, lambda work, entries: list(spread(work, entries)))


@pytest.mark.parametrize("name", ["roots", "sorted", "several"])
def test_pieces_checked_in_processes_prove_the_same(name):
    document = json.loads(text(name))
    calls = []

    def sent(work, entries):
        calls.extend(entries)
        for entry in entries:
            yield pickle.loads(pickle.dumps(work))(pickle.loads(pickle.dumps(entry)))

    assert by_pieces(document, sent) == check_document(document)
    assert len(calls) == len(document["pieces"])


@pytest.mark.parametrize("name", ["roots", "sorted", "several"])
def test_a_false_piece_is_refused_in_a_process_too(name):
    from sabot.certify import sealed

    for number in range(len(json.loads(text(name))["pieces"])):
        document = json.loads(text(name))
        top, below = document["pieces"][number]["value_parts"]
        document["pieces"][number]["value_parts"] = [[1, *top], below]
        with pytest.raises(CertificateError):
            by_pieces(sealed(document))


def test_breakpoints_and_gaps_are_checked_beside_the_pieces():
    from sabot.certify import sealed

    document = json.loads(text("roots"))
    document["breakpoints"].pop()
    false("are not the ends of the pieces", by_pieces, sealed(document))
    document = json.loads(text("roots"))
    del document["pieces"][0]
    false("leave a gap", by_pieces, sealed(document))


def test_a_map_that_loses_or_turns_pieces_proves_nothing():
    document = json.loads(text("roots"))
    for wrong in (
        lambda work, entries: map(work, entries[1:]),
        lambda work, entries: map(work, entries[::-1]),
        lambda work, entries: map(work, entries[:1] * len(entries)),
    ):
        false("were not all checked", by_pieces, document, wrong)


def test_the_work_of_all_pieces_is_that_of_one_document(monkeypatch):
    document = json.loads(text("sorted"))
    spent = []
    for check in (check_document, by_pieces):
        monkeypatch.setattr(limits, "DocumentMeter", lambda: spent.append(METER()) or spent[-1])
        before = len(spent)
        check(document)
        spent[:] = [*spent[:before], spent[before]]
    alone, spread = spent
    assert spread.spent == alone.spent and alone.left < limits.MOST_DOCUMENT_STEPS
    monkeypatch.setattr(limits, "MOST_DOCUMENT_STEPS", alone.spent.total() - 1)
    refuses("takes more than", by_pieces, document, fault=FileError)

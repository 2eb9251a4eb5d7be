"""Curved sets of equilibria: their equations, dimension and points, against the definition."""

import re
from fractions import Fraction as F

import pytest

import sabot
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer_nash import NPlayerEquilibrium
from sabot.solvers.nplayer.regrets import evaluate_profile
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.local_structure import describe_set

THREE = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
IDLE = parse_nplayer_nfg(THREE + "0 3 1 0 1 2 0 -1 0 0 2 -1 0 -2 3 0 1 -2 0 2 -1 0 -3 2")
"""Ann is paid nothing: for each of her mixes Bob and Cleo have an equilibrium between them."""
FLAT = parse_nplayer_nfg(THREE + "0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1")
"""Ann and Bob are paid nothing, and Cleo if she guesses what both do."""


@pytest.fixture(scope="module")
def idle():
    return sabot.equilibria(IDLE)


def gain(form, **chances):
    """Return the most that a player gains; chances are those of the first actions."""
    tables = tuple({"-": {"1": x, "2": 1 - x}} for x in chances.values())
    return evaluate_profile(form, tables).most


def holds(text, **values):
    left, sign, right = re.fullmatch("(.*) (=|<=) (0)", text).groups()
    value = eval(left, {}, values)  # a polynomial that the solver wrote
    return value == int(right) if sign == "=" else value <= int(right)


@pytest.mark.slow
def test_a_curve_has_its_equations_and_its_dimension(idle):
    assert not idle.complete
    (curve,) = idle.curved
    assert curve.dimension == 1 and curve.manifold and len(curve.equations) == 2
    assert curve.unknowns == {"p": ("Ann", "1"), "q": ("Bob", "1"), "r": ("Cleo", "1")}
    assert curve.equations == (
        "13*p*r - 8*p - 5*r + 4 = 0",
        "10*p*q - 4*p - 7*q + 3 = 0",
    )
    assert curve.points and "equation   13*p*r - 8*p - 5*r + 4 = 0" in str(idle)
    for number in curve.points:
        first = [own[0] for own in idle.equilibria[number - 1].vectors()]
        values = dict(zip("pqr", first, strict=True))
        assert all(holds(text, **values) for text in (*curve.equations, *curve.inequalities))


def test_profiles_on_a_curve_are_equilibria_and_those_beside_it_are_not(idle):
    inside = 0
    for k in range(1, 41):
        p = F(k, 41)
        q, r = (4 * p - 3) / (10 * p - 7), (8 * p - 4) / (13 * p - 5)
        if 0 < q < 1 and 0 < r < 1:
            inside += 1
            assert gain(IDLE, p=p, q=q, r=r) == 0
            assert gain(IDLE, p=p, q=(q + 1) / 2, r=r) > 0
    assert inside > 5


@pytest.mark.slow
def test_conditions_say_where_no_other_action_pays_more():
    found = sabot.equilibria(FLAT)
    kinds = {tuple(map(len, one.supports.values())): one for one in found.curved}
    plane = kinds[2, 2, 2]
    assert (plane.equations, plane.dimension) == (("p + q - 1 = 0",), 2)
    (sure,) = [one for one in found.curved if one.supports["Cleo"] == ("1",) and one.inequalities]
    assert (sure.equations, sure.dimension) == ((), 2)
    for p, q in [(F(1, 2), F(3, 4)), (F(1, 3), F(1, 3)), (F(1, 4), F(3, 4))]:
        met = holds(sure.inequalities[0], p=p, q=q)
        assert met == (gain(FLAT, p=p, q=q, r=F(1)) == 0)


def test_a_complete_list_has_no_such_sets():
    assert sabot.equilibria(parse_nplayer_nfg(THREE + "1 1 1" + 18 * " 0" + " 2 2 2")).curved == ()


NAU = (
    'NFG 1 R "" { "1" "2" "3" } { 2 2 4 } '
    "2 0 0 0 2 1 0 1 1 1 0 2 1 0 2 0 1 1 0 2 1 2 0 0 "
    "1 0 1 0 2 0 0 1 2 2 0 1 2 0 1 0 1 2 0 2 0 1 0 1"
)
"""Nau, Gomez Canovas and Hansen (2004), section 6: the equilibria are a line segment."""


@pytest.mark.parametrize(
    ("third", "manifold"), [((F(1, 3), F(1, 3), F(1, 6), F(1, 6)), True), ((F(1, 2),) * 2, False)]
)
def test_a_line_segment_has_dimension_1_inside_and_at_most_1_at_its_end(third, manifold):
    half = {"-": {"1": F(1, 2), "2": F(1, 2)}}
    mix = {"-": {str(k): chance for k, chance in enumerate(third, 1)}}
    point = NPlayerEquilibrium({"1": half, "2": half, "3": mix}, (F(3, 4), F(3, 4), F(1)))
    found = describe_set(NormalFormTables(parse_nplayer_nfg(NAU)), point)
    assert (found.dimension, found.manifold) == (1, manifold)
    assert bool(found.inequalities) != manifold  # at the end the other actions pay as much

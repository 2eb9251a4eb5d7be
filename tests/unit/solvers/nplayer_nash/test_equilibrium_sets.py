"""Sets of equilibria: equations, dimension, points and products, against the definition."""

import random
import re
from fractions import Fraction as F
from itertools import permutations, product
from math import prod

import pytest
from click.testing import CliRunner
from tests.few import few
from tests.unit.solvers.nplayer_nash.test_solve import game
from tests.unit.solvers.refinement import classical

import sabot
from sabot.api.arguments import as_form
from sabot.cli.program import cli
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.nplayer_nash import NPlayerEquilibrium
from sabot.solvers.nplayer.regrets import evaluate_profile
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.equilibrium_sets import set_near
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria

THREE = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
IDLE = parse_nplayer_nfg(THREE + "0 3 1 0 1 2 0 -1 0 0 2 -1 0 -2 3 0 1 -2 0 2 -1 0 -3 2")
"""Ann is paid nothing: for each of her mixes Bob and Cleo have an equilibrium between them."""
FLAT_PAYOFFS = "0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"
FLAT = parse_nplayer_nfg(THREE + FLAT_PAYOFFS)
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


def test_a_curve_has_its_equations_and_its_dimension(idle):
    assert not idle.complete
    (curve,) = idle.by_equations
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


def test_the_ends_of_straight_sets_are_exact(idle):
    ends = {
        seat: {
            chance
            for one in idle.subsets
            for own in one.strategies[seat]
            for chance in own["-"].values()
        }
        for seat in idle.seats
    }
    assert {F(4, 11), F(8, 19)} < ends["Cleo"] and F(11, 25) in ends["Bob"]
    assert all(chance.denominator < 30 for own in ends.values() for chance in own)
    assert all(one.dimension == 1 for one in idle.subsets) and len(idle.subsets) == 6


def test_a_set_of_dimension_2_is_described_once_with_its_border():
    found = sabot.equilibria(FLAT)
    sets = {tuple(one.supports.values()): one for one in found.by_equations}
    both = ("1", "2")
    assert len(found.by_equations) == 3 and not found.subsets
    assert sets[both, both, both].equations == ("p + q - 1 = 0",)
    assert sets[both, both, ("1",)].inequalities == ("-p - q + 1 <= 0",)
    assert sets[both, both, ("2",)].inequalities == ("p + q - 1 <= 0",)
    assert all(one.dimension == 2 and one.manifold for one in found.by_equations)
    assert all(len(one.points) == 2 for one in found.by_equations)
    for p, q in [(F(1, 2), F(3, 4)), (F(1, 3), F(1, 3)), (F(1, 4), F(3, 4)), (F(1), F(1, 5))]:
        met = holds(sets[both, both, ("1",)].inequalities[0], p=p, q=q)
        assert met == (gain(FLAT, p=p, q=q, r=F(1)) == 0)


def test_that_a_search_was_given_up_is_printed_once(tmp_path):
    path = tmp_path / "flat.nfg"
    path.write_text(THREE + FLAT_PAYOFFS)
    shown = CliRunner().invoke(cli, ["equilibria", str(path)])
    assert (shown.stdout.count("given up"), shown.stderr.count("given up")) == (1, 0)
    as_json = CliRunner().invoke(cli, ["equilibria", str(path), "--json"])
    assert (as_json.stdout.count("given up"), as_json.stderr.count("given up")) == (0, 1)


def test_both_branches_of_an_equation_are_found():
    # Ann is paid nothing; Bob gains (2 p - 1) (3 r - 1) by his first action, Cleo 8 p q - 2 p - 2 q
    bob = {(0, 0): 2, (0, 1): -1, (1, 0): -2, (1, 1): 1}
    cleo = {(0, 0): 4, (0, 1): -2, (1, 0): -2, (1, 1): 0}
    form = game((2, 2, 2), lambda a, b, c: (0, (b == 0) * bob[a, c], (c == 0) * cleo[a, b]))
    found = sabot.equilibria(form)
    (curve,) = found.by_equations
    assert curve.equations == ("3*r - 1 = 0", "4*p*q - p - q = 0") and curve.dimension == 1
    half = {"-": {"1": F(1, 2), "2": F(1, 2)}}
    assert any(
        one.players == ("C",) and one.strategies["A"] == one.strategies["B"] == (half,)
        for one in found.subsets
    )


def slices(paid):
    """Return equilibria of a game of three with two actions each, on planes and lines, exactly.

    A probability is fixed; of the other two each is simple, or makes a player indifferent.
    """

    def gained(player, at):
        """Return what the first action pays more; at: probabilities of the first actions."""
        total = F(0)
        for profile in product((0, 1), repeat=3):
            chances = [x if a == 0 else 1 - x for a, x in zip(profile, at, strict=True)]
            del chances[player]
            total += (1 - 2 * profile[player]) * paid[profile][player] * prod(chances)
        return total

    def is_equilibrium(at):
        return all(
            (gain <= 0 or x == 1) and (gain >= 0 or x == 0)
            for gain, x in ((gained(k, at), at[k]) for k in range(3))
        )

    def indifferent(player, at, varying):
        """Yield the probability of one player at which another one is indifferent."""
        low, high = (gained(player, [*at[:varying], x, *at[varying + 1 :]]) for x in (F(0), F(1)))
        if low != high and 0 <= low / (low - high) <= 1:
            yield low / (low - high)

    simple = {F(k, 7) for k in range(8)} | {F(1, 2), F(1, 3), F(2, 3)}
    found = set()
    for fixed, one, two in permutations(range(3)):
        for value in simple:
            at = [F(0)] * 3
            at[fixed] = value
            for x in simple | {*indifferent(two, at, one)}:
                at[one] = x
                more = {y for player in (fixed, one) for y in indifferent(player, at, two)}
                for y in simple | more:
                    point = [*at[:two], y, *at[two + 1 :]]
                    if is_equilibrium(point):
                        found.add(tuple(point))
    return found


def is_said(found, at):
    """Return whether a profile is listed, in a set, or satisfies equations and conditions."""
    mixes = {
        seat: {"-": {a: c for a, c in (("1", x), ("2", 1 - x)) if c}}
        for seat, x in zip(found.seats, at, strict=True)
    }
    one = NPlayerEquilibrium(mixes, (F(0),) * 3)
    if any(own.strategies == mixes for own in found) or any(s.contains(one) for s in found.subsets):
        return True
    for own in found.by_equations:
        if all(set(mixes[seat]["-"]) <= set(own.supports[seat]) for seat in mixes):
            values = {name: mixes[s]["-"].get(a, F(0)) for name, (s, a) in own.unknowns.items()}
            if all(holds(text, **values) for text in (*own.equations, *own.inequalities)):
                return True
    return False


@pytest.mark.parametrize("seed", few(1, range(16)))
def test_equilibria_of_degenerate_games_are_listed_or_described(seed):
    by_seed = random.Random(seed)
    idle = [{seed % 3}, set(), {0, 1, 2} - {seed % 3}, set()][seed % 4]
    low, high = [(-3, 3), (0, 1), (-3, 3), (-1, 1)][seed % 4]
    paid = {
        profile: [0 if k in idle else by_seed.randint(low, high) for k in range(3)]
        for profile in product((0, 1), repeat=3)
    }
    found = sabot.equilibria(game((2, 2, 2), lambda *profile: paid[profile]))
    points = slices(paid)
    assert points and [at for at in points if not is_said(found, at)] == []


def test_a_complete_list_has_no_such_sets():
    assert (
        sabot.equilibria(parse_nplayer_nfg(THREE + "1 1 1" + 18 * " 0" + " 2 2 2")).by_equations
        == ()
    )


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
    mixes = [(F(1, 2),) * 2, (F(1, 2),) * 2, (*third, F(0), F(0))[:4]]
    found = set_near(NormalFormTables(parse_nplayer_nfg(NAU)), mixes)
    assert (found.dimension, found.manifold) == (1, manifold)
    assert bool(found.inequalities) != manifold  # at the end the other actions pay as much


def test_two_opposite_conditions_are_an_equation_and_a_point_is_no_set():
    """Neither Ann nor Bob may gain: Cleo's first action has half at most and half at least."""
    paid = "2 0 2 2 2 0 0 0 2 2 0 1 0 1 1 2 0 2 2 0 0 0 2 1"
    form = parse_nplayer_nfg(THREE + paid)
    last, half = [F(0), F(1)], [F(1, 2)] * 2
    assert set_near(NormalFormTables(form), [last, last, half]) is None


def test_an_equilibrium_with_the_play_of_a_listed_set_is_not_listed_beside_it(tmp_path):
    path = tmp_path / "ties.efg"
    path.write_text(classical.MANY_TIES)
    form = as_form(sabot.load(str(path)))[1]
    found = list_nplayer_equilibria("", form, most_cells=300)
    assert not found.complete
    assert (found.count, len(found.subsets)) == (0, 2)

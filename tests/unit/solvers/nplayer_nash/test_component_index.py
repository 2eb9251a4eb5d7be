"""The index for three and more players: known games, laws, components and refusals."""

import random
from itertools import product

import pytest
from tests.unit.solvers.nplayer_nash.test_solve import game

import sabot
from sabot.errors import FormError
from sabot.forms.bimatrix import BimatrixForm
from sabot.io.nfg import parse_nplayer_nfg


def indexed(form):
    return sabot.equilibria(form, index=True)


def random_game(sizes, by_seed, top=999):
    paid = {}

    def pay(*profile):
        return paid.setdefault(profile, tuple(by_seed.randint(-top, top) for _ in sizes))

    return game(sizes, pay)


def test_meeting_at_one_of_two_places_has_the_index_of_a_coordination_game():
    found = indexed(game((2, 2, 2), lambda *at: [1 + at[0]] * 3 if len(set(at)) == 1 else [0] * 3))
    assert [(one.strict, one.index) for one in found.indices] == [(True, 1), (True, 1), (False, -1)]
    assert found.rest_index == 0
    assert "indices     +1 +1 -1: sum 1" in str(found) and "regular, index -1" in str(found)


@pytest.mark.slow
def test_the_indices_of_complete_lists_of_regular_equilibria_sum_to_1():
    by_seed, regular = random.Random(3), 0
    for sizes in [(2, 2, 2)] * 12 + [(3, 2, 2), (2, 2, 2, 2)]:
        found = indexed(random_game(sizes, by_seed))
        assert found.complete
        if not found.subsets and all(one.index for one in found.indices):
            regular += 1
            assert sum(one.index for one in found.indices) == 1 and found.count % 2
        sabot.check(found)
    assert regular >= 12


def test_with_a_third_player_who_has_no_choice_the_index_is_that_of_the_bimatrix_game():
    by_seed, signs = random.Random(8), set()
    for size in (2, 3, 3, 2, 3, 3):
        one, two = (
            [[by_seed.randint(0, 9) for _ in range(size)] for _ in range(size)] for _ in (0, 1)
        )
        pair = sabot.equilibria(BimatrixForm.of(one, two), index=True)
        if not all(traits.regular for traits in pair.indices.equilibria):
            continue
        theirs = {
            one_of.vectors(): index
            for one_of, index in zip(pair.equilibria, _by_number(pair), strict=True)
        }
        three = indexed(game((size, size, 1), lambda i, j, _, a=one, b=two: (a[i][j], b[i][j], 0)))
        ours = {
            one_of.vectors()[:2]: own.index
            for one_of, own in zip(three.equilibria, three.indices, strict=True)
        }
        assert ours == theirs
        signs |= set(ours.values())
    assert signs == {1, -1}


def _by_number(pair):
    home = {part.numbers[0]: k for k, part in enumerate(pair.components)}
    return [pair.indices.components[home[n]] for n in range(1, pair.count + 1)]


def test_the_order_of_players_and_actions_changes_no_index():
    by_seed = random.Random(11)
    for _ in range(4):
        paid = {at: [by_seed.randint(-9, 9) for _ in at] for at in PROFILES}
        before = indexed(game((2, 2, 2), lambda *at, paid=paid: paid[at]))
        order = by_seed.sample(range(3), 3)
        turned = by_seed.choices((0, 1), k=3)

        def pay(*at, paid=paid, order=order, turned=turned):
            old = [0] * 3
            for new, player in enumerate(order):
                old[player] = at[new] ^ turned[new]
            return [paid[tuple(old)][player] for player in order]

        after = indexed(game((2, 2, 2), pay))
        assert sorted(map(_traits, before.indices)) == sorted(map(_traits, after.indices))


PROFILES = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def _traits(one):
    return one.strict, one.quasi_strict, one.index or 0


def test_an_equilibrium_with_an_unused_best_response_has_no_index():
    paid = "2 1 0 1 0 2 0 2 2 2 1 2 0 0 2 1 2 2 0 2 0 1 2 1"
    found = indexed(parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {paid}'))
    assert [one.words for one in found.indices] == ["not quasi-strict", "strict, index +1"]
    assert found.rest_index == 0 and "+1; those of the other equilibria sum to 0" in str(found)


def test_a_component_has_the_index_that_it_has_without_inferior_actions():
    # two meet, and the third player is paid nothing: three sets, and nothing is regular
    found = indexed(game((2, 2, 2), lambda a, b, _: [int(a == b)] * 2 + [0]))
    assert found.complete and len(found.subsets) == 3 and found.rest_index == 1
    pure = {k for k, one in enumerate(found.subsets, 1) if len(one.strategies["A"][0]["-"]) == 1}
    assert {own.subsets: own.index for own in found.components} == {
        (k,): 1 if k in pure else -1 for k in (1, 2, 3)
    }
    (mixed,) = {1, 2, 3} - pure
    assert f"set {mixed}: index -1" in str(
        found
    ) and "no equilibrium is shown to be regular" in str(found)


def test_indices_of_components_are_those_of_the_bimatrix_game():
    by_seed, indices = random.Random(5), []
    for sizes in [(2, 2), (2, 3)] * 6:
        pay = {at: [by_seed.randint(0, 2) for _ in at] for at in product(*map(range, sizes))}
        one, two = (
            [[pay[i, j][k] for j in range(sizes[1])] for i in range(sizes[0])] for k in (0, 1)
        )
        three = indexed(game((*sizes, 1), lambda i, j, _, pay=pay: (*pay[i, j], 0)))
        form = BimatrixForm.of(one, two)
        if form.zero_sum or not three.components:
            continue
        pair = sabot.equilibria(form, index=True)
        for part in three.components:
            points = {three.equilibria[k - 1].vectors()[:2] for k in part.equilibria}
            points |= {point for k in part.subsets for point in _ends(three.subsets[k - 1], sizes)}
            theirs = {
                index
                for index, own in zip(pair.indices.components, pair.components, strict=True)
                if any(pair.equilibria[n - 1].vectors() in points for n in own.numbers)
            }
            assert theirs == {part.index}
            indices.append(part.index)
    assert len(indices) > 5 and {0, 1} <= set(indices)


def _ends(subset, sizes):
    mixes = [
        [tuple(table["-"].get(str(a + 1), 0) for a in range(size)) for table in own]
        for own, size in zip(subset.strategies.values(), sizes, strict=False)
    ]
    return product(*mixes)


def test_a_result_with_indices_is_read_back():
    found = indexed(parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 1 1 1 } 1 2 3'))
    again = type(found).from_json(found.to_json())
    assert again.indices == found.indices and again.rest_index == 0


def test_the_index_is_refused_before_the_work():
    with pytest.raises(FormError, match="every player has one information set"):
        sabot.equilibria("kuhn-poker(players=3)", index=True)
    with pytest.raises(FormError, match="needs all equilibria: 6 x 6 x 6 actions"):
        sabot.equilibria(game((6, 6, 6), lambda *at: at), index=True)
    with pytest.raises(
        FormError, match="pure equilibria alone cannot be asked for: the index needs the"
    ):
        sabot.equilibria(game((2, 2, 2), lambda *at: at), index=True, pure=True)

"""Action-graph games and Bayesian ones, in the formats of Gambit's manual."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import FileError, FormError
from sabot.io.action_graph import parse_agg, parse_bagg

# contrib/games/2x2.agg of Gambit, with the rounded payoffs of tests/test_games/2x2.agg there
TWO_BY_TWO = """#AGG
# a comment
2
2
0
2 2
0 1
0 1
2 0 1
2 1 0

0\t35 -4
0\t-10 95
"""


def test_the_first_player_varies_fastest_and_configurations_are_in_lexicographic_order():
    labels, paid = parse_agg(TWO_BY_TWO)
    assert labels == [["0", "1"], ["0", "1"]]
    # node 0 meets (1, 1) before (2, 0): alone it pays 35, chosen by both -4
    assert paid == [(-4, -4), (-10, 35), (35, -10), (95, 95)]


def test_a_game_in_a_file_is_solved(tmp_path):
    path = tmp_path / "coordination.agg"
    path.write_text(TWO_BY_TWO)
    found = sabot.equilibria(str(path))
    assert {tuple(one.payoffs) for one in found.equilibria} >= {(-4, -4), (95, 95)}


# The coffee shop game of Jiang, Leyton-Brown and Bhat: three players choose one of two streets or
# stay away (node 2); function node 3 counts who is on a street.
THREE_PLAYERS = """#AGG
3 3 1
2 2 3
0 2
1 2
0 1 2
2 0 3
2 1 3
0
2 0 1
0
1 4 [1 1] 9 [1 2] 5 [1 3] 4 [2 2] 3
1 3 [1 1] 9 [1 2] 5 [1 3] 2
0 0
"""


def test_a_function_node_counts_the_actions_below_it():
    text = THREE_PLAYERS.replace("1 4 [1 1]", "1 5 [2 3] 1 [1 1]").replace(
        "1 3 [1 1]", "1 5 [2 2] 3 [2 3] 1 [1 1]"
    )
    labels, paid = parse_agg(text)
    assert [len(own) for own in labels] == [2, 2, 3]
    profiles = [(a, b, c) for c in (0, 1, 2) for b in (1, 2) for a in (0, 2)]
    by_profile = dict(zip(profiles, paid, strict=True))
    assert by_profile[0, 2, 0] == (3, 0, 3)
    assert by_profile[0, 1, 2] == (5, 5, 0)
    assert by_profile[2, 2, 2] == (0, 0, 0)


def test_a_configuration_without_payoff_is_named():
    with pytest.raises(FormError, match=r"action node 0 has no payoff for \[2, 3\]"):
        parse_agg(THREE_PLAYERS)


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("0", [1, 2]),  # how many play
        ("1", [1, 1]),  # whether anybody plays
        ("2", [0, 1]),  # the highest node that is played
        ("3", [0, 0]),
        ("10 0 [3 4 5]", [3, 7]),
        ("11 0 [0 4 5]", [0, 1]),
        ("12 -1 [3 4 5]", [3, 4]),
        ("13 -1 [3 4 5]", [3, 3]),
    ],
)
def test_every_function_has_its_count(kind, counts):
    # player 1 chooses node 0, player 2 node 1 or 2; the function looks at nodes 0 and 1
    alone, both = counts
    pays = {alone: 8, both: 9}
    mapped = " ".join(f"[{count}] {pay}" for count, pay in pays.items())
    text = f"#AGG\n2 3 1  1 2  0  1 2  1 3  0  0  2 0 1  {kind}\n1 {len(pays)} {mapped}\n0 0\n0 0"
    _, paid = parse_agg(text)
    assert [one for one, _ in paid] == [pays[both], pays[alone]]


BAYESIAN = TWO_BY_TWO.replace("#AGG", "#BAGG").replace(
    "2 2\n0 1\n0 1\n", "2 1\n1/3 2/3\n1\n1 2\n2\n0\n0 1\n0 1\n"
)


def test_types_are_drawn_and_seen_by_their_player_alone(tmp_path):
    tree = parse_bagg(BAYESIAN)
    assert [infoset.key for infoset in tree.infosets[0]] == ["type 1", "type 2"]
    assert [infoset.key for infoset in tree.infosets[1]] == ["type 1"]
    assert (tree.root.weights, tree.root.total) == ((1, 2), 3)
    path = tmp_path / "types.bagg"
    path.write_text(BAYESIAN)
    found = sabot.solve(str(path))
    # type 1 of player 1 must choose node 0: on node 1 player 2 is paid 1/3 (-10) + 2/3 95
    assert found.payoffs == {"1": F(1, 3) * 35 + F(2, 3) * 95, "2": F(180, 3)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 2 0", "must begin with #AGG"),
        ("#AGG\n2 2", "the file ends where the number of function nodes should be"),
        ("#AGG\nx", "expected the number of players, a whole number from 1 to 100; found 'x'"),
        (TWO_BY_TWO.replace("0 1\n0 1", "1 0\n0 1"), "line 7: .* ascending order"),
        (TWO_BY_TWO.replace("\t35 -4", "\t35 -4 7"), "a whole number from 0 to 1; found '7'|more"),
        (TWO_BY_TWO + "5", "there is more after the payoffs"),
        ("#AGG\n9 9 0\n" + "9 " * 9, "387,420,489 profiles"),
        ("#AGG\n1 1 2 1 0 1 1 1 2 1 1 0 0 0 5", "go round in a circle"),
        ("#AGG\n1 1 1 1 0 1 1 1 0 10 4 [1] 0 5", "Gambit's manual and Gambit's program"),
        ("#AGG\n1 1 1 1 0 1 1 1 0 4 0 5", "4 is not a type of function node"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, words):
    with pytest.raises(FormError, match=words):
        parse_agg(text)


def test_the_error_names_the_file(tmp_path):
    path = tmp_path / "bad.bagg"
    path.write_text("#BAGG\n2 2 0 1 1 0.5 1")
    with pytest.raises(FileError, match=r"bad\.bagg: line 2: the probabilities of the types"):
        sabot.solve(str(path))

"""Files that are no game trees, or none that we solve: refused with the place and the reason."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.unit.trees import HEAD, PENNIES, reason, tree_of

import sabot
from sabot.cli.program import cli
from sabot.errors import FileError, FormError
from sabot.forms.extensive import TerminalNode
from sabot.forms.sequence import sequence_form_of_tree
from sabot.io import efg
from sabot.io.efg import parse_efg, read_efg

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: not an .efg file"),
        ("NFG 1 R", "not an .efg file"),
        ('"EFG" 2 R', "not an .efg file"),
        ('EFG 1 R "" { "A" "B" } t "" 0', "not an .efg file"),
        ('EFG 2 X "" { "A" "B" } t "" 0', "not an .efg file"),
        ("EFG 2 R", "ends where the title in quotes should be"),
        ('EFG 2 R title { "A" "B" } t "" 0', "expected the title in quotes, found 'title'"),
        ('EFG 2 R "" { }\n\nt "" 0', "line 1: no player; games of 1 to 100 persons are read"),
        ('EFG 2 R "" { "A" "B" "A" } t "" 0', "two players are called 'A'; rename one"),
        (
            'EFG 2 R "" { ' + '"" ' * 101 + '} t "" 0',
            "101 players; games of 1 to 100 persons are read",
        ),
        ('EFG 2 R "" { "A" "B" "C" } t "" 1 "w" { 1 2 }', "2 payoffs for 3 players"),
        (
            'EFG 2 R "" { "A" "B" "C" } p "" 4 1 "" { "x" } 0 t "" 0',
            "player 4 is to choose; the players are 1 to 3",
        ),
        (
            'EFG 2 R "" { "A" "B" "C" } p "" 3 1 "" { "x" "y" } 0 p "" 3 2 "" { "u" } 0 t "" 0 '
            'p "" 3 2 0 t "" 0',
            "C forgets",
        ),
        ('EFG 2 R "" { "A" "A" } t "" 0', "both players are called 'A'; rename one"),
        ('EFG 2 R "" { "A" B } t "" 0', "expected a quoted text, found 'B'"),
        ('EFG 2 R "" { "A" "B"', "the file ends where a quoted text"),
        ('EFG 2 R "never closed', "line 1: a quote is opened and never closed"),
        ('EFG 2 R "" { "A" "B\n" } t "" 0', r"the name 'B\n' holds a character that cannot be"),
        (HEAD + 'p "" 1 1 "" { "\x1b[31m" } 0 t "" 0', "cannot be printed"),
        (HEAD + 'c "" 1 "" { "\x07" 1 } 0 t "" 0', "cannot be printed"),
        (HEAD, "line 2: the file ends after the path []"),
        (HEAD + "x", "line 2: expected a node (c, p or t) after the path [], found 'x'"),
        (HEAD + '"t" "" 0', "expected a node"),
        (HEAD + "t 0", "expected the node's name in quotes, found '0'"),
        (HEAD + 't ""', "the file ends where the number of an outcome, 0 for none"),
        (HEAD + 't "" x', "expected the number of an outcome, 0 for none, found 'x'"),
        (HEAD + 't "" -1', "found '-1'"),
        (HEAD + 't "" 1234567890', "at most 999,999,999; found 1234567890"),
        (HEAD + 't "" ١', "found '١'"),
        (HEAD + 't "" "1"', "expected the number of an outcome, 0 for none, found '\"1\"'"),
        (HEAD + 't "" 0 t "" 0', "the tree is complete, and there is more after it"),
        (HEAD + 't "" 0 "" { 1 -1 }', "outcome 0 means no payoffs: leave out its name and payoffs"),
        (HEAD + 't "" 1', "outcome 1 appears here first: its name and payoffs must follow"),
        (HEAD + 't "" 1 { 1 -1 }', "expected the outcome's name in quotes, found '{'"),
        (HEAD + 't "" 1 "w"', "ends where '{' should be"),
        (HEAD + 't "" 1 "w" { 1 -1 0 }', "3 payoffs for two players"),
        (HEAD + 't "" 1 "w" { 1 }', "1 payoffs for two players"),
        (HEAD + 't "" 1 "w" { 1 x }', "'x' is not an exact number"),
        (HEAD + 't "" 1 "w" { 1 "-1" }', "is not an exact number"),
        (HEAD + 't "" 1 "w" { 1 -1', "ends where a number should be"),
        (HEAD + 't "" 1 "w" { 1/0 -1 }', "divides by zero"),
        (HEAD + 't "" 1 "w" { 1e999999 -1 }', "more than 100000 digits"),
        (HEAD + 'p "" 3 1 "" { "x" } 0 t "" 0', "player 3 is to choose; the players are 1 and 2"),
        (HEAD + 'p "" 0 1 "" { "x" } 0 t "" 0', "player 0 is to choose"),
        (HEAD + 'p "" 1 1 0 t "" 0', "information set 1 of A appears here first"),
        (HEAD + 'p "" 1 1 "" 0 t "" 0', "expected '{', found '0'"),
        (HEAD + 'p "" 1 1 "" { } 0', "information set 1 of A has no actions"),
        (HEAD + 'c "" 1 "" { } 0', "information set 1 of chance has no actions"),
        (HEAD + 'c "" 1 "" { "x" } 0 t "" 0', "'}' is not an exact number"),
        (HEAD + 'c "" 1 "" { 1/2 "x" } 0', "expected an action of chance in quotes, found '1/2'"),
        (HEAD + 'c "" 1 "" { "x" 1/2', "ends where an action of chance"),
        (
            HEAD + 'c "" 1 "" { "x" 1/2 "y" 1/3 } 0 t "" 0 t "" 0',
            "line 2: the probabilities add up to 5/6, not to 1; write them as exact fractions",
        ),
        (HEAD + 'c "" 1 "" { "x" 0.333 "y" 0.666 } 0', "add up to 999/1000"),
        (HEAD + 'c "" 1 "" { "x" 0 } 0', "add up to 0"),
        (
            HEAD + 'c "" 1 "" { "x" -1/2 "y" 3/2 } 0',
            "chance takes 'x' with a negative probability, -1/2",
        ),
    ],
)
def test_a_broken_file_is_refused_with_the_reason(text, why):
    assert why in reason(text)


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (
            'p "" 2 1 "b" { "l" "r" } 0',
            'p "" 2 1 "b" { "l" "s" } 0',
            "line 5: information set 1 of B has the actions l, s here but l, r at line 3",
        ),
        ('p "" 2 1 "b" { "l" "r" } 0', 'p "" 2 1 "b" { "l" } 0', "the actions l here but l, r"),
        (
            'p "" 2 1 "b" { "l" "r" } 0',
            'p "" 2 1 "c" { "l" "r" } 0',
            "is called 'c' here but 'b' at line 3",
        ),
        (
            'c "" 1 "b" { "l" 1/2 "r" 1/2 } 0',
            'c "" 1 "b" { "l" 1/3 "r" 2/3 } 0',
            "information set 1 of chance has other probabilities here than at line 3",
        ),
        (
            'p "" 2 1 "b" { "l" "r" } 1 "o" { 0 0 }',
            'p "" 2 1 "b" { "l" "r" } 1 "o" { 1/2 -1/2 }',
            "line 5: outcome 1 is 'o' { 1/2, -1/2 } here but 'o' { 0, 0 } at line 3",
        ),
        (
            'p "" 2 1 "b" { "l" "r" } 1 "o" { 0 0 }',
            'p "" 2 1 "b" { "l" "r" } 1 "x" { 0 0 }',
            "outcome 1 is 'x' { 0, 0 } here but 'o' { 0, 0 }",
        ),
    ],
)
def test_what_is_told_twice_must_agree(first, second, why):
    text = f'{HEAD}p "" 1 1 "a" {{ "x" "y" }} 0\n{first}\nt "" 0 t "" 0\n{second}\nt "" 0 t "" 0'
    assert why in reason(text)


def test_paths_that_pay_two_players_different_sums_are_read_as_they_are_written():
    text = PENNIES.replace('t "" 2\nt "" 1', 't "" 2\nt "" 3 "gift" { 1 0 }')
    tree, both = parse_efg(text)
    assert [node.payoffs for node in tree.walk() if isinstance(node, TerminalNode)] == [
        (1, -1),
        (-1, 1),
        (-1, 1),
        (1, 0),
    ]
    assert both == 0


@pytest.mark.parametrize("cut", range(0, len(PENNIES) - 2, 7))
def test_every_truncation_is_refused(cut):
    assert reason(PENNIES[:cut])


def test_a_truncation_says_what_is_missing():
    text = PENNIES[: PENNIES.index('p "" 2 1 0')]
    said = "line 6: the file ends after the path [tails], with at least 1 branch missing"
    assert said in reason(text)


@pytest.mark.parametrize("letter", '"{}\\ct0/-\x00é\n')
def test_a_letter_changed_anywhere_never_breaks_the_reader(letter):
    for spot in range(len(PENNIES)):
        try:
            tree = tree_of(PENNIES[:spot] + letter + PENNIES[spot + 1 :])
        except FormError:
            continue
        assert tree.size in range(1, 8)


def test_an_error_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "odd.efg"
    path.write_text(HEAD + 't "" 1 "" { 1 }')
    for ask in (read_efg, sabot.solve, lambda text: sabot.solve(f"efg(file={text})")):
        with pytest.raises(FileError, match=r"odd\.efg: line 2: 1 payoffs for two players"):
            ask(str(path))
    with pytest.raises(FileError, match=r"none\.efg: cannot be read"):
        sabot.solve(str(tmp_path / "none.efg"))
    assert FileError.exit_code == 3


# ---------------------------------------------------------------------- large and hostile files


def chain(depth, node='p "" {seat} {k} "" {{ "stop" "go" }} 0'):
    """Return a file of *depth* nested choices."""
    end = '\nt "" 1 "" { 1 -1 }\n'
    return HEAD + "".join(node.format(seat=k % 2 + 1, k=k) + end for k in range(depth)) + 't "" 0'


def fan(count, ends):
    """Return a file of one choice among *count* actions, and how each of them ends."""
    actions = " ".join(f'"{k}"' for k in range(count))
    return f'{HEAD}p "" 1 1 "" {{ {actions} }} 0\n' + "\n".join(map(ends, range(count)))


def test_deep_nesting_needs_no_recursion():
    tree = tree_of(chain(5_000))
    assert tree.size == 2 * 5_000 + 1
    assert [side.count for side in sequence_form_of_tree(tree).sides] == [5_001, 5_001]


def test_long_histories_are_cut_short():
    said = reason(chain(500).replace('p "" 1 498 ', 'p "" 1 2 '))
    assert "A forgets: it cannot tell apart at 2" in said
    assert "it came by [0:go] or by [... 239 more then 478:go" in said
    assert said.endswith("496:go]; exact solving needs perfect recall")


def prime_like(k):
    return f"1/{10**8 + 2 * k + 1}"


@pytest.mark.parametrize(
    "text",
    [
        chain(9_000, 'c "" {k} "" {{ "a" 1/2 "b" 1/2 }} 0'),
        chain(3_000, 'p "" 1 {k} "" {{ "a" "b" }} 1{k} "" {{ 1/9{k}1 -1/9{k}1 }}'),
        HEAD + 'c "" 1 "" { ' + " ".join(f'"" {prime_like(k)}' for k in range(3_000)) + " } 0",
        fan(200, lambda k: 't "" 1' + ' "" { 1e99999 -1e99999 }' * (k == 0)),
        fan(200, lambda k: f't "" {k + 1} "" {{ 1e99{k + 100} -1e99{k + 100} }}'),
        fan(3_000, lambda k: f't "" {k + 1} "" {{ {prime_like(k)} -{prime_like(k)} }}'),
    ],
    ids=["coins", "sums", "lots", "one payoff", "payoffs", "denominators"],
)
def test_numbers_that_would_grow_without_bound_are_refused(text, monkeypatch):
    monkeypatch.setattr(efg, "MAX_TOTAL_BITS", 1 << 25)
    assert "the exact numbers of this game grow beyond 10,066,329 digits" in reason(text)


def test_numbers_of_many_digits_are_read_exactly():
    huge = 10**400 + 7
    text = HEAD + f'p "" 1 1 "" {{ "a" "b" }} 0 t "" 1 "" {{ {huge} -{huge} }} t "" 0'
    assert sabot.solve(sequence_form_of_tree(tree_of(text))).value == huge


def test_a_tree_of_too_many_nodes_is_refused(monkeypatch):
    monkeypatch.setattr("sabot.io.efg.NODE_LIMIT", 6)
    assert "line 8: the tree has more than 6 nodes" in reason(PENNIES)


@pytest.mark.slow
def test_a_million_nodes_are_read_in_less_than_a_gigabyte(tmp_path):
    path = tmp_path / "large.efg"
    path.write_text(chain(500_000), encoding="utf-8")
    code = (
        "import sys\n"
        "from benchmarks.clock import peak_bytes\n"
        "from sabot.forms.sequence import sequence_form_of_tree\n"
        "from sabot.io.efg import read_efg\n"
        "tree, _ = read_efg(sys.argv[1])\n"
        "sequence_form_of_tree(tree)\n"
        "print(tree.size, peak_bytes())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True, cwd=ROOT
    )
    size, peak = map(int, done.stdout.split())
    assert size == 1_000_001
    assert peak < 1024 * 1_000_000


def test_a_constant_sum_tree_is_solved_and_its_constant_said(tmp_path):
    path = tmp_path / "four.efg"
    ends = ("{ 4 0 }", "{ 0 4 }", "{ 0 4 }", "{ 4 0 }")
    below = " ".join(f't "" {n} "" {end}' for n, end in enumerate(ends, 1))
    first, second = below[: len(below) // 2], below[len(below) // 2 :]
    ask = 'p "" 2 1 "" { "l" "r" } 0 '
    path.write_text(HEAD + f'p "" 1 1 "" {{ "l" "r" }} 0 {ask}{first} {ask}{second}')
    found = sabot.solve(str(path))
    assert sabot.check(found) == found.value == 2  # what Gambit pays the first
    result = CliRunner().invoke(cli, ["solve", str(path)])
    assert result.exit_code == 0
    assert "the payoffs of the file add up to 4: B is paid 4 less the value" in result.stderr

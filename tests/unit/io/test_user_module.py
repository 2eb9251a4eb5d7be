"""Games in files by their names alone, and games told in a user's own Python file."""

import sys
from fractions import Fraction

import pytest

import sabot
from sabot.errors import FileError, GameStringError, NoMethodError, RulesError
from sabot.game_rules.family import REGISTRY
from sabot.io.efg import to_efg
from sabot.io.nfg import to_nfg
from sabot.io.user_module import user_module_name
from sabot.loading import families

WAR = '''
from fractions import Fraction

from sabot import rules

STAKE = Fraction(1)


@rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3, suits: int = 2, stake: Fraction = STAKE):
    """South sees its card and folds or fights."""
    shoe = table.shoe(ranks=ranks, suits=suits)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=stake)
    return table.pay(north=2 if north > south else -2)
'''
HEAD = "import sabot\n\n@sabot.rules(name='g', seats=('a', 'b'))\ndef g(table, *, n: int = 1):\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that writes a file into the folder we stand in."""
    monkeypatch.chdir(tmp_path)

    def write(text, name="g.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


# ---------------------------------------------------------------------- a file's name alone


def test_a_bare_file_name_is_a_game_by_its_suffix(folder):
    kuhn = sabot.load("kuhn-poker")
    folder(to_efg(kuhn, "k"), "k.efg")
    folder(to_nfg(sabot.MatrixForm.of([[1, -1], [-1, 1]]), "p"), "p.nfg")
    folder("1,2\n3,4\n", "m.CSV")
    folder("[[1, 2], [3, 4]]", "m.json")
    printed = {
        "k.efg": "efg(file=k.efg)",
        " p.nfg ": "matrix(file=p.nfg)",
        "./m.CSV": "matrix(file=./m.CSV)",
        "m.json": "matrix(file=m.json)",
    }
    assert {text: str(sabot.load(text)) for text in printed} == printed
    values = [sabot.solve(text).value for text in printed]
    assert values == [Fraction(-1, 18), 0, 3, 3]


def test_odd_file_names_are_quoted_in_the_game_string(folder):
    folder("1,2\n3,4\n", "a (1), b=2.csv")
    game = sabot.load("a (1), b=2.csv")
    assert str(game) == "matrix(file='a (1), b=2.csv')"
    assert sabot.load(str(game)) == game
    assert sabot.solve(game).value == 3


def test_a_file_that_is_not_there_is_named(folder):
    for text in ("none.efg", "none.csv", "dir/none.py", "none.py:war(ranks=3)"):
        with pytest.raises(FileError, match=r"none\.\w+: cannot be read: No such file"):
            sabot.solve(text)


def test_a_broken_game_string_is_not_taken_for_a_file():
    for text in ("matrix(file=x.csv", "matrix(file=x.py", "le-her(file=x.efg"):
        with pytest.raises(GameStringError, match=r"the closing '\)' is missing"):
            sabot.load(text)


@pytest.mark.parametrize("suffix", [".csv", ".efg", ".py", ".py:x"])
def test_names_that_no_file_can_have_are_refused(suffix):
    for name in ("x" * 5_000, "a\0b"):
        with pytest.raises(FileError, match="cannot be read") as caught:
            sabot.solve(name + suffix)
        assert len(str(caught.value)) < 400


# ---------------------------------------------------------------------- rules in a file


def test_a_game_of_the_users_file_is_solved(folder):
    folder(WAR, "war.py")
    game = sabot.load("war.py:war(ranks=4)")
    assert game.seats == ("north", "south")
    assert sabot.solve(game).value == Fraction(-11, 28)
    assert sabot.check(sabot.solve(game)) == Fraction(-11, 28)
    assert game.rules.__doc__ == "South sees its card and folds or fights."


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("war.py", "war.py:war"),
        ("war.py()", "war.py:war"),
        ("war.py(ranks=5)", "war.py:war(ranks=5)"),
        ("war.py:war", "war.py:war"),
        (" war.py : war ( ranks = 5 , stake=0.5 ) ", "war.py:war(ranks=5, stake=1/2)"),
        ("./war.py:war(suits=3)", "./war.py:war(suits=3)"),
    ],
)
def test_a_game_of_a_file_prints_the_string_that_loads_it(folder, text, printed):
    folder(WAR, "war.py")
    game = sabot.load(text)
    assert str(game) == printed
    assert sabot.load(printed) == game
    assert eval(repr(game), {"sabot": sabot}) == game
    assert sabot.solve(game).game == printed


def test_a_file_name_may_hold_brackets_and_spaces(folder):
    folder(WAR, "my games (1).py")
    game = sabot.load("my games (1).py:war(ranks=4)")
    assert str(game) == "my games (1).py:war(ranks=4)"
    assert sabot.load(str(game)) == game


def test_a_game_of_a_file_can_be_simulated(folder):
    folder(WAR, "war.py")
    assert sabot.simulate("war.py", hands=100, seed=1).hands == 100


def test_a_file_may_tell_a_family_as_a_class(folder):
    folder(
        """
import sabot
from sabot.errors import Fault

class War(sabot.Family):
    name, seats = "war", ("north", "south")

    def play(self, table, *, ranks: int = 3):
        table.pay(north=ranks)

    def form(self, game):
        return sabot.MatrixForm.of([[7]])

    def cost(self, game):
        return f"{game.parameters['ranks']} ranks"

    def faults(self, values):
        return [Fault("ranks", "too many")] if values["ranks"] > 9 else []

war = War()
"""
    )
    assert sabot.solve("g.py").value == 7
    assert sabot.load("g.py(ranks=5)").cost() == "5 ranks"
    with pytest.raises(GameStringError, match="ranks: too many"):
        sabot.load("g.py(ranks=10)")


def test_all_faults_of_the_string_are_listed(folder):
    folder(WAR)
    with pytest.raises(GameStringError) as caught:
        sabot.load("g.py:war(ranks=x, suit=3, junk)")
    assert {fault.where for fault in caught.value.faults} == {"ranks", "suit", "junk"}
    assert str(caught.value).startswith("game 'g.py:war(ranks=x, suit=3, junk)'")
    with pytest.raises(GameStringError, match=r"^game 'g.py:war\(ranks=3'"):
        sabot.load("g.py:war(ranks=3")
    with pytest.raises(GameStringError, match="name: is missing"):
        sabot.load("g.py:")


def test_a_name_that_the_file_has_not_gets_the_list(folder):
    folder(WAR + WAR.replace("war", "peace") + "\ndef helper(): pass\n")
    with pytest.raises(
        GameStringError, match=r"did you mean 'war'\? games of this file: war, peace"
    ):
        sabot.load("g.py:warr")
    with pytest.raises(GameStringError, match=r"helper: has no @sabot\.rules"):
        sabot.load("g.py:helper")
    with pytest.raises(GameStringError, match=r"STAKE: is not a game of g\.py"):
        sabot.load("g.py:STAKE")
    with pytest.raises(GameStringError, match=r"has 2 games\s+write g.py:war or g.py:peace"):
        sabot.load("g.py(ranks=3)")


def test_only_what_the_file_tells_itself_counts(folder):
    folder(WAR + "from sabot.games.poker.kuhn import kuhn_poker\nagain = war\n")
    assert str(sabot.load("g.py")) == "g.py:war"
    with pytest.raises(GameStringError, match="games of this file: war"):
        sabot.load("g.py:kuhn_poker")


def test_a_file_without_a_game_says_how_to_tell_one(folder):
    folder("x = 3\n")
    with pytest.raises(RulesError, match=r"g\.py: no game in this file; write @sabot\.rules"):
        sabot.load("g.py")


# ---------------------------------------------------------------------- it is run safely


def test_the_families_of_others_stay_as_they_were(folder):
    folder(WAR.replace('name="war"', 'name="le-her"'))
    before = dict(REGISTRY)
    assert sabot.load("g.py:war").rules is not REGISTRY["le-her"]
    assert before == REGISTRY
    assert "g.py:war" not in [family.name for family in families()]
    assert sabot.solve("le-her(ranks=3)").seats == ("receiver", "dealer")


def test_a_file_clashes_with_no_module_of_its_name(folder):
    import json

    folder(WAR, "json.py")
    assert sabot.solve("json.py:war(ranks=4)").value == Fraction(-11, 28)
    assert sys.modules["json"] is json
    assert "war" not in sys.modules


def test_a_file_may_import_its_neighbours_and_leaves_the_path_alone(folder):
    folder("RANKS = 4\n", "sub/neighbour_of_a_game.py")
    folder("import neighbour_of_a_game as n\n" + WAR.replace("= 3", "= n.RANKS"), "sub/g.py")
    before = list(sys.path)
    try:
        assert sabot.load("sub/g.py").parameters["ranks"] == 4
    finally:
        sys.modules.pop("neighbour_of_a_game", None)
    assert sys.path == before


def test_a_file_may_use_dataclasses_and_future_annotations(folder):
    folder(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Stake:\n    size: int = 1\n" + WAR
    )
    assert sabot.solve("g.py(ranks=4)").value == Fraction(-11, 28)


def test_what_a_file_prints_is_talk(folder, capsys):
    folder("print('hello')\n" + WAR)
    sabot.load("g.py")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_file_is_run_once_until_it_changes(folder, capsys):
    folder("print('run')\n" + WAR)
    assert sabot.load("g.py") == sabot.load("g.py:war")
    assert capsys.readouterr().err == "run\n"
    folder("print('run again')\n" + WAR.replace("= 3", "= 4"))
    assert sabot.load("g.py").parameters["ranks"] == 4
    assert capsys.readouterr().err == "run again\n"


def test_a_saved_solution_never_runs_the_file_it_names(folder, capsys):
    folder("print('run')\n" + WAR)
    with pytest.raises(RulesError, match=r"g\.py: has not been run in this process"):
        sabot.load("g.py:war", run=False)
    assert capsys.readouterr().err == ""
    game = sabot.load("g.py:war")
    assert sabot.load("g.py:war", run=False) == game
    sabot.solve(game).save("s.json")
    folder("print('other')\n" + WAR)
    capsys.readouterr()
    solution = sabot.Solution.load("s.json")
    assert solution.win_probability is None
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------------- what goes wrong in it


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1\nx +\n", r"g\.py, line 2: invalid syntax"),
        ("def f(:\n", r"g\.py, line 1: "),
        ("if True:\nx = 1\n", r"g\.py, line 2: expected an indented block"),
        ("\n\nx = 1 / 0\n", r"g\.py, line 3: ZeroDivisionError: division by zero"),
        ("import no_such_module_here\n", r"g\.py, line 1: ModuleNotFoundError: No module"),
        ("def f():\n    f()\nf()\n", r"g\.py, line \d: RecursionError"),
        ("import sys\nsys.exit(3)\n", r"g\.py, line 2: the file ends the program; leave out exit"),
        ("raise KeyboardInterrupt2\n", r"g\.py, line 1: NameError"),
        ("x = '\0'\n", r"g\.py.*null byte"),
        ("# -*- coding: nonsense -*-\n", r"g\.py.*nonsense"),
        (
            "import sabot\nsabot.rules(name='g', seats=())(lambda table: None)\n",
            "line 2: the seats of 'g' are not given",
        ),
        (
            HEAD.replace("int", "list") + "    table.pay(a=0)\n",
            r"line 3: the para[^\n]*\n  n: anno",
        ),
        (HEAD.replace("*, ", "") + "    table.pay(a=0)\n", r"line 3: the para[^\n]*\n  n: it must"),
    ],
)
def test_a_file_that_fails_says_where(folder, text, why):
    folder(text)
    with pytest.raises(RulesError, match=why) as caught:
        sabot.load("g.py")
    assert len(str(caught.value)) < 700
    assert user_module_name("g.py") not in sys.modules
    assert "g" not in REGISTRY


def test_a_fault_in_a_neighbour_is_told_with_the_line_that_imports_it(folder):
    folder("x = = 1\n", "bad_neighbour_of_a_game.py")
    folder("\nimport bad_neighbour_of_a_game\n")
    with pytest.raises(RulesError, match=r"^g\.py, line 2: SyntaxError: .*bad_neighbour"):
        sabot.load("g.py")


def test_bytes_that_are_no_text_are_refused(folder):
    folder("").write_bytes(b"x = '\xff'\n")
    with pytest.raises(RulesError, match=r"g\.py"):
        sabot.load("g.py")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("    table.pay(a=1 // (n - 1))\n", r"g\.py, line 5: ZeroDivisionError"),
        ("    table.pay(a=0.5)\n", r"g\.py, line 5: 0.5 is a float"),
        ("    table.pay(c=1)\n", r"g\.py, line 5: no seat 'c'"),
        ("    table.ask('a', ())\n", r"g\.py, line 5: ask\('a'\) needs different actions"),
        (
            "    s = table.shoe(ranks=1, suits=1)\n    s.draw()\n    s.draw()\n",
            "line 7: the rules draw",
        ),
        ("    table.pay(a=nothing)\n", r"g\.py, line 5: NameError: name 'nothing'"),
        ("    pass\n", "without pay"),
        ("    raise KeyboardInterrupt\n", r"g\.py, line 5: KeyboardInterrupt"),
        ("    raise GeneratorExit\n", r"g\.py, line 5: GeneratorExit"),
        ("    exit()\n", r"g\.py, line 5: the file ends the program"),
    ],
)
def test_rules_that_fail_at_the_table_say_where(folder, body, why):
    folder(HEAD + body)
    with pytest.raises(RulesError, match=why):
        sabot.solve("g.py")


def test_what_is_not_the_files_doing_passes_as_it_is(folder):
    folder(
        HEAD
        + "    while table.ask('a', ('on', 'off')) == 'on':\n        pass\n    table.pay(a=1)\n"
    )
    with pytest.raises(NoMethodError, match="more than 50 nodes"):
        sabot.load("g.py").tree(limit=50)
    folder(HEAD + "    import signal\n    signal.raise_signal(signal.SIGINT)\n")
    with pytest.raises(KeyboardInterrupt):
        sabot.solve("g.py")


def test_a_file_that_failed_can_be_mended(folder):
    folder("oops\n")
    with pytest.raises(RulesError, match="NameError"):
        sabot.load("g.py")
    folder(WAR)
    assert sabot.solve("g.py(ranks=4)").value == Fraction(-11, 28)


def test_an_exception_without_a_readable_message_is_named_by_its_class(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(
        "import sabot\n"
        "class Odd(Exception):\n"
        "    def __str__(self):\n"
        "        return 5\n"
        "@sabot.rules(name='odd', seats=('ann', 'bob'))\n"
        "def odd(table):\n"
        "    raise Odd()\n"
    )
    with pytest.raises(sabot.errors.RulesError, match=r"line 7: Odd: .* cannot be read"):
        sabot.solve(f"{path}:odd")

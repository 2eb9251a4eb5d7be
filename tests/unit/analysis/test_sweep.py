"""Many games in one string, shoes with cards gone, and rows that do not depend on who works."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis import sweep as sweep_module
from sabot.analysis.depleted_shoes import (
    games_with_card_removed,
    random_shoes,
    read_shoes,
    removal_effects,
)
from sabot.analysis.executors import process_pool
from sabot.analysis.sweep import Row, SweepItem, expand_games, solve_all, solve_item
from sabot.cli.program import cli
from sabot.errors import FileError, FormError, GameStringError, NumberError, ShoeError
from sabot.render.views.sweep import distinguishing_labels

SIX = sabot.load("baccara(model=B1, decks=6)")


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def games(text):
    return [item.game for item in expand_games(text)]


# ------------------------------------------------------------------ many games in one string


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("le-her", ["le-her"]),
        ("le-her(ranks=2..4)", ["le-her(ranks=2)", "le-her(ranks=3)", "le-her(ranks=4)"]),
        ("x(a=1|5|2)", ["x(a=1)", "x(a=5)", "x(a=2)"]),
        ("x(a=1..2|9, b=u|v)", [f"x(a={a}, b={b})" for a in (1, 2, 9) for b in "uv"]),
        ("x(a=0.5..2..1/2)", ["x(a=1/2)", "x(a=1)", "x(a=3/2)", "x(a=2)"]),
        ("x(s=[1,0..1,2]|[3])", ["x(s=[1,0,2])", "x(s=[1,1,2])", "x(s=[3])"]),
        ("x(file=../a.csv)", ["x(file=../a.csv)"]),
        ("x(a=-1..1)", ["x(a=-1)", "x(a=0)", "x(a=1)"]),
        ("x(a=2..2)", ["x(a=2)"]),
        ("x(f='a,b.csv', n=1..2)", ['x(f="a,b.csv", n=1)', 'x(f="a,b.csv", n=2)']),
    ],
)
def test_ranges_and_lists(text, wanted):
    assert games(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "x(a=3..1)",
        "x(a=1..2..0)",
        "x(a=1..10000000)",
        "x(a=1..2000, b=1..2000)",
        "x(a",
        "x(a, b=1)",
    ],
)
def test_what_is_no_sweep_is_refused(text):
    with pytest.raises(GameStringError):
        expand_games(text)


def test_a_range_of_fractions_without_a_step_asks_for_one():
    with pytest.raises(GameStringError, match=r"'0..1/2' has no step(.|\n)*write 1..20, 1..3..1/2"):
        expand_games("blind-poker(players=2, q=0..1/2)")


def test_a_huge_range_is_refused_at_once():
    with pytest.raises(GameStringError, match="1,000,000 games at most"):
        expand_games("x(a=1..1e90000)")


# ------------------------------------------------------------------ rows


def test_rows_agree_with_solving_one_by_one():
    rows = list(sabot.sweep("baccara(model=A1|B1, decks=inf)"))
    for row in rows:
        solved = sabot.solve(row.game)
        assert (row.value, row.unique) == (solved.value, solved.uniqueness)
        assert row.mixed == {
            seat: {v: solved[seat][v] for v in solved[seat].mixed} for seat in solved.seats
        }
    rows = list(sabot.sweep(["kuhn-poker", "le-her(ranks=3)"]))
    assert [row.value for row in rows] == [Fraction(-1, 18), sabot.solve("le-her(ranks=3)").value]


def test_a_game_that_is_refused_has_a_row_that_says_why():
    first, *rest = sabot.sweep("baccara(model=B1, shoe=[0..1,1,1,1,1,1,0,0,0,0])")
    assert first.to_json() == {
        "game": "baccara(model=B1, shoe=[0,1,1,1,1,1,0,0,0,0])",
        "error": "shoe: holds 5 cards; a hand may take six; put in 6 or more",
    }
    assert [row.value for row in rest] == [sabot.solve(rest[0].game).value]


def test_a_sweep_without_a_single_game_is_refused():
    with pytest.raises(GameStringError, match="did you mean 'decks'"):
        list(sabot.sweep("baccara(model=B1, deks=1..3)"))
    with pytest.raises(GameStringError, match="there is no game"):
        list(sabot.sweep("bacara(model=B1)"))


def test_rows_do_not_depend_on_who_works():
    items = expand_games("le-her(ranks=2..6, suits=1|2)") + expand_games(
        "baccara(model=B1, decks=0..2)"
    )
    here = [row.to_json() for row in solve_all(items)]
    with ThreadPoolExecutor(3) as threads:
        assert [row.to_json() for row in solve_all(items, executor=threads, ahead=2)] == here
    with process_pool(2) as processes:
        assert [row.to_json() for row in solve_all(items, executor=processes)] == here
    assert [row.to_json() for row in solve_all(items, start=7)] == here[7:]


def test_one_worker_is_here_and_now():
    with process_pool(1) as executor:
        assert executor is None


def test_given_strategies_give_their_expectation():
    (row,) = sabot.sweep("baccara(model=B2, decks=1)", {"Player": "casino", "Banker": "casino"})
    assert row.value == sabot.value(row.game, "casino").expectation
    assert list(row.to_json()) == ["game", "expectation", "decimal"]
    written = {"Player": "optimal", "Banker": {"rest": "draw"}}
    (row,) = sabot.sweep("baccara(model=B1, decks=1)", written)
    assert row.value == sabot.value(row.game, written).expectation
    assert (
        solve_item(SweepItem("le-her"), {"receiver": "optimal"}).error == "no strategy for dealer"
    )


# ------------------------------------------------------------------ cards gone


def test_the_effect_of_removing_each_value_of_card():
    found = removal_effects("baccara(model=B1, decks=1)")
    base = sabot.solve("baccara(model=B1, decks=1)").value
    less = sabot.solve("baccara(model=B1, shoe=[16,4,4,4,3,4,4,4,4,4])").value
    assert found[4] == less - base < 0
    assert list(found) == list(range(10))


def test_the_casinos_effects_of_removal_have_the_known_signs():
    """A four gone hurts Player most, a six helps most; 0 to 4 hurt, 5 to 9 help (Griffin 1981)."""
    both = {"Player": "casino", "Banker": "casino"}
    found = removal_effects("baccara(model=B1, decks=8)", both)
    assert [value for value, effect in found.items() if effect < 0] == [0, 1, 2, 3, 4]
    # the cards of a full shoe, taken out in proportion, nearly cancel
    whole = sum(effect * (4 if value == 0 else 1) for value, effect in found.items())
    assert abs(whole) < abs(found[0])


def test_a_value_that_is_not_there_cannot_be_removed():
    found = removal_effects("baccara(model=B1, shoe=[9,0,9,9,9,9,9,9,9,9])")
    assert list(found) == [0, 2, 3, 4, 5, 6, 7, 8, 9]
    with pytest.raises(GameStringError, match="put back"):
        games_with_card_removed("baccara(model=A1)")
    with pytest.raises(FormError, match="no shoe of card values"):
        games_with_card_removed("le-her")


def test_random_shoes_depend_on_the_seed_and_their_number_only():
    five = random_shoes(SIX, number=5, remove=40, seed=3)
    assert random_shoes(SIX, number=3, remove=40, seed=3) == five[:3]
    assert random_shoes(SIX, number=5, remove=40, seed=4) != five
    for item in five:
        assert sum(sabot.load(item.game).parameters["shoe"]) == 312 - 40
    assert five[0].game == "baccara(model=B1, shoe=[82,21,22,17,20,21,23,22,22,22])"


def test_random_shoes_are_refused_beyond_reason():
    with pytest.raises(ShoeError, match="cannot be removed"):
        random_shoes(SIX, number=1, remove=313, seed=0)
    with pytest.raises(NumberError, match="write a number from 1"):
        random_shoes(SIX, number=0, remove=3, seed=0)


def test_shoes_from_a_file(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_text("# two shoes\n16,4,4,4,4,4,4,4,4,4\n\n[1 1 1 1 1 1 1 1 1 1]  # small\n")
    found = [item.game for item in read_shoes(str(path), SIX)]
    assert found == [
        "baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,4])",
        "baccara(model=B1, shoe=[1,1,1,1,1,1,1,1,1,1])",
    ]
    result = run("sweep", "baccara(model=B1)", "--shoes", str(path), "--json")
    assert [row["game"] for row in json.loads(result.stdout)["rows"]] == found


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"1,2,3\nx\n", ["line 1: 3 counts", "line 2: 'x' is not an exact number"]),
        (b"1,1,1,1,1,1,1,1,1,-1\n", ["line 1: -1 cards of value 9"]),
        (b"1,1,1,1,1,1,1,1,1,1/2\n", ["line 1"]),
        (b"# nothing\n", ["it has no shoes"]),
        (b"\xff\xfe\x00", ["not a text file"]),
        (b"x\n" * 20, ["and 12 more faults"]),
    ],
)
def test_bad_files_of_shoes_are_refused_by_line(tmp_path, content, words):
    path = tmp_path / "shoes.txt"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_shoes(str(path), SIX)
    assert all(word in str(caught.value) for word in words), str(caught.value)


# ------------------------------------------------------------------ the verb


def test_a_default_that_is_not_printed_still_has_a_label():
    games = ["label-war", "label-war(ranks=4)", "label-war(ranks=5)"]
    assert distinguishing_labels(games, [Row(game).find_game() for game in games]) == [
        "label-war",
        "ranks=4",
        "ranks=5",
    ]  # nobody knows what label-war is

    @sabot.rules(name="label-war", seats=("north", "south"))
    def label_war(table, *, ranks: int = 3):
        table.pay(north=ranks)

    assert distinguishing_labels(games, [Row(game).find_game() for game in games]) == [
        "ranks=3",
        "ranks=4",
        "ranks=5",
    ]


def test_the_table_shows_what_differs():
    text = run("sweep", "baccara(model=B1, decks=1|inf)").stdout
    assert "  model=B1, decks=1    -0.013632321  Player 5 draw 0.7744; Banker 6,- draw\n" in text
    assert "unique for both seats" in text
    assert max(map(len, text.splitlines())) <= 80
    text = run(
        "sweep", "baccara(model=B1, decks=6)", "--remove-each", "--strategy", "casino"
    ).stdout
    assert "  model=B1, less one 6        -0.012223491   +0.00015066\n" in text
    text = run("sweep", "baccara(model=B1, shoe=[0..1,1,1,1,1,1,0,0,0,0])").stdout
    assert "refused  shoe: holds 5 cards" in text
    assert "Banker+" in text


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["le-her(ranks=3..1)"], 2, "is empty"),
        (["le-her", "--remove", "3"], 2, "--remove goes with --random"),
        (["le-her", "--random", "3"], 2, "no shoe of card values"),
        (["baccara(model=A1)", "--random", "3", "--remove", "1"], 2, "put back"),
        (["baccara(model=B1, decks=1)", "--random", "3", "--remove-each"], 2, "choose one"),
        (["baccara(model=B1)", "--random", "3"], 2, "decks: is missing"),
        (["baccara(model=B1)", "--decks", "x", "--random", "3"], 2, "not an exact number"),
        (["baccara(model=B1)", "--shoes", "none.txt"], 3, "cannot be read"),
        (["baccara", "--remove-each"], 2, "write model=B1, decks=6"),
        (["baccara(decks=8)", "--decks", "6", "--random", "3"], 2, "changes nothing"),
        (["baccara(model=A1)", "--decks", "6"], 2, "changes nothing"),
        (["le-her", "--workers", "0"], 2, "range"),
        (["le-her", "--json", "-o", "x"], 2, "choose one"),
        (["le-her", "-o", "no/such/folder"], 3, "cannot be written"),
        (["le-her", "-o", "."], 3, "cannot be written"),
        (["le-her", "--strategy", "receiver=optimal"], 2, "no strategy for dealer"),
        (["baccara(model=B1, decks=1)", "--random", "1", "--remove", "53"], 2, "cannot be removed"),
    ],
)
def test_bad_words_are_refused(words, code, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("sweep", *words)
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_an_interrupted_sweep_keeps_its_rows_and_goes_on(monkeypatch):
    whole = [row.value for row in sabot.sweep("le-her(ranks=2..5, suits=1)")]
    found = sabot.sweep("le-her(ranks=2..5, suits=1)")
    solve, stops = sweep_module.solve_item, [KeyboardInterrupt]

    def stopped_once(item, **options):
        if "ranks=4" in item.game and stops:
            raise stops.pop()
        return solve(item, **options)

    monkeypatch.setattr(sweep_module, "solve_item", stopped_once)
    with pytest.raises(KeyboardInterrupt):
        found.to_csv()
    assert repr(found).endswith("2 of 4 games solved>")
    assert [row.value for row in found] == whole and len(found.rows) == 4
    found.close()
    other = sabot.sweep("le-her(ranks=2..5, suits=1)")
    next(other)
    other.close()
    assert len(other.rows) == 1 and not other.to_json()["complete"]


def test_a_sweep_is_a_table():
    found = sabot.sweep("le-her(ranks=2..4, suits=1)")
    assert "<table" in found._repr_html_() and r"\toprule" in found.to_latex()
    assert found.to_csv().splitlines()[2].startswith('"le-her(ranks=3, suits=1)",1/3,')

"""Names that print alike: refused where a game is read, shown apart where a file is checked."""

import json

import pytest

import sabot
from sabot import certify
from sabot.certify.json_reader import quote_name
from sabot.errors import FileError, FormError, GameStringError, RulesError, SabotError, ShoeError
from sabot.names import alike_names, printed_form

CYRILLIC_A = "\u0410"
PAIRS = [
    ("x", "x\u200b"),
    ("\u00e9", "e\u0301"),
    ("A", CYRILLIC_A),
    ("A", "\u0391"),
    ("K", "\u212a"),
    ("a b", "a\u00a0b"),
    ("\u2660", "\u2660\ufe0f"),
    ("bet", "\uff42\uff45\uff54"),
    ("re-raise", "re\u2010raise"),
    ("x", "\U0001d431"),
    ("l", "l "),
    ("a b", "a  b"),
    ("...", "\u2026"),
    ("\u00d7", "x"),
    ("\u017f", "s"),
]


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_two_names_that_print_alike_are_found(one, two):
    assert printed_form(one) == printed_form(two)
    assert "print alike" in alike_names(["other", one, two]) and alike_names([one, two]).isascii()
    assert not alike_names([one, one])


def test_names_that_can_be_told_apart_are_not():
    assert not alike_names(["e", "\u00e9", "\u00e8", "a", "\u03b1", "\u2660", "\u2664", "2"])
    assert not alike_names(["l", "1", "I", "2", "\u00b2"])
    assert not alike_names(["\u0434\u0430", "\u043d\u0435\u0442", "yes"])


def rules(seats=("ann", "bob"), actions=("x", "y"), later=("on", "off"), cards=("1", "2")):
    @sabot.rules(name="named", seats=seats)
    def named(table):
        card = table.roll(dict.fromkeys(cards, 1))
        first = table.ask(seats[0], actions, sees=card)
        table.ask(seats[1], later)
        return table.pay(**{seats[0]: 1 if first == actions[0] else -1})

    return named()


@pytest.mark.parametrize("one", ["x", "K", "a b"])
@pytest.mark.parametrize("what", ["seats", "actions", "later", "cards"])
def test_rules_with_names_that_print_alike_are_refused(what, one):
    two = dict(PAIRS)[one]
    with pytest.raises(RulesError, match="print alike"):
        sabot.solve(rules(**{what: (one, two)}))


def test_an_action_that_looks_like_one_of_another_question_is_refused():
    with pytest.raises(RulesError, match=r"the actions '.*' and '.*' print alike"):
        sabot.solve(rules(actions=("x", "y"), later=("\u0445", "z")))


def test_cards_that_print_alike_are_refused():
    with pytest.raises(ShoeError, match="the cards 'A' and"):
        sabot.Shoe(("A", CYRILLIC_A), (1, 1))


FILES = {
    "rows.csv": f",l,r\nA,1,2\n{CYRILLIC_A},3,0\n",
    "rows.json": json.dumps({"rows": ["A", CYRILLIC_A], "payoffs": [[1, 2], [3, 0]]}),
    "players.nfg": f'NFG 1 R "t" {{ "A" "{CYRILLIC_A}" }} {{ 2 2 }} 1 -1 2 -2 3 -3 0 0',
    "rows.nfg": f'NFG 1 R "t" {{ "P" "Q" }} {{ {{ "A" "{CYRILLIC_A}" }} {{ "x" "y" }} }} '
    "1 0 2 0 3 0 0 0",
    "players.efg": f'EFG 2 R "e" {{ "A" "{CYRILLIC_A}" }} t "" 1 "" {{ 0 4 }}',
    "views.efg": 'EFG 2 R "e" { "P" "Q" } p "" 1 1 "A" { "l" "r" } 0 '
    f'p "" 1 2 "{CYRILLIC_A}" {{ "l" "r" }} 0 t "" 1 "" {{ 0 4 }} t "" 2 "" {{ 1 1 }} '
    't "" 3 "" { 2 2 }',
    "actions.efg": 'EFG 2 R "e" { "P" "Q" } p "" 1 1 "1" { "A" "r" } 0 '
    f'p "" 1 2 "2" {{ "{CYRILLIC_A}" "r" }} 0 t "" 1 "" {{ 0 4 }} t "" 2 "" {{ 1 1 }} '
    't "" 3 "" { 2 2 }',
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_names_that_print_alike_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    with pytest.raises(SabotError, match=rf"{name}: .*'A' and '\\u0410' print alike"):
        sabot.solve(str(path))


def test_labels_in_a_game_string_and_in_python_are_refused():
    with pytest.raises(GameStringError, match="print alike"):
        sabot.load(f"matrix(payoffs=[[1,2],[3,0]], rows=[A,{CYRILLIC_A}])")
    with pytest.raises(FormError, match="print alike"):
        sabot.MatrixForm.of([[1, 2], [3, 0]], rows=["A", CYRILLIC_A])


def test_a_certificate_of_such_seats_is_checked_and_they_are_shown_apart(tmp_path):
    document = sabot.solve([[1, -1], [-1, 1]]).to_json()
    text = json.dumps(document).replace('"row"', '"A"').replace('"column"', json.dumps(CYRILLIC_A))
    document = json.loads(text)
    document["certificate"]["digest"] = certify.digest(document)
    proved = certify.check(document)
    assert proved.seats == ("A", CYRILLIC_A)
    assert proved.lines[0] == r"strategies: A unique, '\u0410' unique"
    path = tmp_path / "alike.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(FileError, match="print alike"):
        sabot.Solution.load(path)


NAMES = ["a b", "a  b", " a b", "a b ", "a\\n", "a\n", "a\u00a0b", "x" * 60, "x" * 61, "x" * 62]
NAMES += ["", " ", "  ", "'", '"', "not", "'not'", "a\\x20", "x" * 300 + "y", "x" * 300 + "z"]


def test_the_checker_prints_different_names_differently():
    printed = [" ".join(quote_name(name).split()) for name in NAMES]
    assert len(set(printed)) == len(NAMES)
    assert all(len(one) <= 110 and one.isascii() for one in printed)

"""Every document that a verb writes is of the schema that docs/reference/schemas has for it."""

import copy
import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.schema import KEYWORDS, SCHEMAS, SILENT, faults, page_of, schema_named
from tests.unit.forging import OLDER
from tests.unit.rooted_games import ROOTED

import sabot
from sabot.cli.program import VERBS, cli

SHARED = {"terms.json", "sweep-row-1.json"}  # no document of their own

COMMANDS = """
games
show kuhn-poker
show 'kuhn-poker(ranks=5)'
size kuhn
size 'le-her(strategies=threshold)'
size 'whist(deal=KQ10/AJ9, lead=W)'
size 'baccara(model=B3, decks=6)'
solve kuhn
solve le-her
solve 'le-her(ranks=3, suits=inf)'
solve 'le-her(ranks=4, reply=open)'
solve 'le-her(strategies=threshold)'
solve 'leduc-poker(ranks=2)'
solve 'baccara(model=A1)'
solve 'baccara(model=A1, commission=1/20)'
solve 'baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,0])'
solve pay.csv
solve large.csv
solve tree.efg
solve 'whist(deal=KQ10/AJ9, lead=W)'
solve 'whist(deal=EWWE, lead=W, led=2)'
solve 'greedy-whist(deal=KQ10/AJ9, lead=E)'
solve 'misere-whist(deal=KQ10/AJ9, lead=W)'
solve 'five-card(deal=KQ1087/AJ965, lead=W)'
solve 'blind-poker(players=2, q=1/10)'
solve 'blind-poker(players=3)'
solve von-neumann
solve borel --method lookahead --least 0.05
solve dafermos-network
solve pairs.csv
solve general.efg
solve 'matrix([[3|1,0|0],[0|0,1|3]])'
size pairs.csv
simulate pairs.csv --hands 9
plot pairs.csv
solve kuhn --gap 1/10
solve 'kuhn-poker(players=3)'
solve 'kuhn-poker(players=3, ranks=5)' --gap 1/10
equilibria three.nfg
correlated 'matrix([[6|6,2|7],[7|2,0|0]])' --vertices
correlated three.nfg --coarse
properties 'matrix([[2|1,0|0],[0|0,1|1]])'
properties three.nfg
equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --index
solve kuhn --refine sequential
equilibria 'matrix([[1|1,0|0],[0|0,0|0]])' --refine proper
equilibria three.nfg --refine undominated
equilibria general.efg --refine subgame-perfect
correlated 'matrix([[6|6,2|7],[7|2,0|0]])' --device device.csv
solve rooted.nfg
check rooted.json
check kuhn.json
check log.json
check proof.json kuhn.json
reduce kuhn
reduce 'le-her(strategies=threshold)'
reduce pay.csv
reduce 'baccara(model=A1)'
equilibria kuhn
equilibria pay.csv
equilibria 'baccara(model=A1)'
equilibria 'baccara(model=B1, decks=1, player=cards, commission=1/20)'
equilibria 'matrix([[2|1,0|0],[0|0,1|2]])'
equilibria 'matrix([[1|1,1|1,0|0],[0|0,0|0,2|100000000000000000000]])'
prove 'le-her(ranks=3, suits=*)'
prove 'le-her(ranks=3, suits=*, reply=open)'
prove 'kuhn-poker(bet=*)'
prove 'baccara(model=B1, decks=*)'
prove 'von-neumann(A=*, B=1)'
prove 'baccara(model=A1, commission=*)'
prove 'baccara(model=B1, decks=*, commission=1/20)'
prove 'baccara(model=B1, decks=4, commission=*)'
prove letter.csv
prove root.csv
value kuhn --strategy optimal
value kuhn --strategy kuhn.json
value 'baccara(model=A1)' --strategy casino
value 'baccara(model=A1)' --strategy casino --bet tie=9
value 'baccara(model=A1, commission=1/20)' --strategy casino
value 'baccara(model=A1, commission=1/20)' --strategy Player=casino
sweep 'baccara(model=B1, decks=1)' --strategy casino --remove-each --bets
value 'blind-poker(players=2, q=1/10)' --strategy optimal
value 'blind-poker(players=3)' --strategy optimal
value von-neumann --strategy cuts.json
sweep 'blind-poker(players=2..3, q=0|1/10)'
sweep von-neumann --strategy cuts.json
simulate 'blind-poker(players=3)' --hands 50
size 'blind-poker(players=3)'
plot von-neumann
sweep 'le-her(ranks=2..4)'
sweep 'baccara(model=B1, decks=1..2)' --strategy casino
sweep 'baccara(model=B1, decks=1)' --remove-each
simulate kuhn --hands 9
report kuhn --vary bet=1..2
report 'baccara(model=A1)'
report 'kuhn-poker(players=3)'
simulate kuhn --hands 1
simulate 'baccara(model=A1)' --hands 50 --strategy casino
puzzle --seed 1
puzzle one-card --game misere-whist --seed 2
deals 3
deals 4 --cards
deals 40
deals 3 --samples 10
show draw-poker
size draw-poker
simulate draw-poker --hands 20
draw tournament thesis random --hands 20
draw tournament thesis random --hands 1
plot kuhn
plot 'baccara(model=A1)'
hand AsKdQhJc9s
equity AsKs QQ Qs7h2d
hand AsKsQsJsTs --against dealt
hand AsKdQhJc9s --against kept
paper
paper ethier-2010-le-her
paper foster-1964 fingers
""".strip().splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("schemas")
    (place / "pay.csv").write_text("1/2,2,2\n0,3,3\n0,1,1\n")
    (place / "large.csv").write_text(f"{10**17},1/3\n0,1\n")
    (place / "letter.csv").write_text("1,-1\n-1,t\n")
    (place / "root.csv").write_text("0,t**2-2\n1,-1\n")
    (place / "pairs.csv").write_text(f"1|1/3,0|{10**17}\n0|2,1|1\n")
    leaves = 't "" 1 "" { 3 1 } t "" 2 "" { 0 2 }'
    (place / "general.efg").write_text(
        'EFG 2 R "" { "A" "B" } p "" 1 1 "h" { "l" "r" } 0 t "" 3 "" { 1 1 } '
        f'p "" 2 1 "g" {{ "x" "y" }} 0 {leaves}'
    )
    three = 'NFG 1 R "" { "A" "B" "C" } { 2 1 1 } 1/2 2 3 4 5 6'
    (place / "three.nfg").write_text(three)
    (place / "rooted.nfg").write_text(ROOTED)
    (place / "tree.efg").write_text(run("export", "kuhn-poker", "--efg").stdout)
    cuts = {"1": {"-": "high"}, "2": {"1 high": [["1/2", "pass"], ["1", "look"]]}}
    (place / "cuts.json").write_text(json.dumps(cuts))
    (place / "device.csv").write_text("row,column,probability\n1,1,1/3\n2,2,2/3\n")
    sabot.solve("kuhn").save(place / "kuhn.json")
    sabot.solve(str(place / "rooted.nfg")).save(place / "rooted.json")
    sabot.prove("le-her(ranks=3, suits=*)").save(place / "proof.json")
    run("reduce", "le-her(strategies=threshold)", "-o", str(place / "log.json"))
    return place


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def printed(command):
    result = run(*shlex.split(command), "--json")
    assert result.stdout, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_verb_prints_is_of_its_schema(command, folder, monkeypatch):
    monkeypatch.chdir(folder)
    document = printed(command)
    assert faults(document, page_of(document["schema"])) == []


@pytest.mark.parametrize("game", ["kuhn", "draw-poker", "whist(n=3)"])
def test_a_saved_session_is_of_its_schema(game, folder, monkeypatch):
    monkeypatch.chdir(folder)
    words = ["play", game, "--seed", "1", "--hands", "2", "-o", "evening.json"]
    assert CliRunner().invoke(cli, words, input="1\n2\nnone\ndrop\n" * 9).exit_code == 0
    document = json.loads(Path("evening.json").read_text())
    assert faults(document, "session-1.json") == []


def test_the_lines_of_a_saved_sweep_are_rows(folder, monkeypatch):
    monkeypatch.chdir(folder)
    run("sweep", "le-her(ranks=2..4)", "-o", "rows.jsonl")
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert len(rows) == 3
    assert [faults(row, "sweep-row-1.json") for row in rows] == [[], [], []]


def test_a_game_that_fails_is_a_row_too(folder, monkeypatch):
    monkeypatch.chdir(folder)
    document = printed("sweep 'matrix(file=nowhere.csv)'")
    assert "error" in document["rows"][0]
    assert faults(document, "sweep-1.json") == []


def test_every_verb_that_writes_json_is_tried():
    tried = {command.split()[0] for command in COMMANDS}
    writers = {
        name
        for name in VERBS
        if any(option.name == "as_json" for option in cli.get_command(None, name).params)
    }
    assert writers - tried == set()


def test_every_schema_in_the_source_has_a_page_and_every_page_a_schema():
    source = Path(sabot.__file__).parent
    found = set()
    for path in source.rglob("*.py"):
        found |= set(re.findall(r'"(sabot/[a-z-]+/[0-9]+)"', path.read_text(encoding="utf-8")))
    pages = {path.name for path in SCHEMAS.glob("*.json")} - SHARED
    assert pages == {page_of(schema) for schema in found}


def every_part(schema):
    """Yield a schema and the schemas inside it."""
    yield schema
    for keyword, said in schema.items():
        if keyword in {"properties", "$defs"}:
            inside = list(said.values())
        elif keyword in {"anyOf", "prefixItems"}:
            inside = said
        else:
            inside = [said] if isinstance(said, dict) and keyword != "const" else []
        for part in inside:
            yield from every_part(part)


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_a_page_uses_only_the_keywords_that_are_read(path):
    page = schema_named(path.name)
    assert page["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert page["title"]
    for part in every_part(page):
        assert set(part) <= SILENT | set(KEYWORDS)


def spoilt(change):
    document = copy.deepcopy(sabot.solve("kuhn").to_json())
    change(document)
    return faults(document, page_of("sabot/solution/2"))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(value="2/-3"),
        lambda d: d.update(value=-0.05),
        lambda d: d.update(more=1),
        lambda d: d.pop("unique"),
        lambda d: d["seats"].pop(),
        lambda d: d["strategies"]["first"].update(J="bet"),
        lambda d: d["certificate"].update(digest="sha256:0"),
        lambda d: d["certificate"]["form"].update(kind="other"),
        lambda d: d["certificate"]["form"]["payoffs"].append([1, 2]),
        lambda d: d["certificate"]["uniqueness"]["second"].pop("prime"),
        lambda d: d["unique"].update(first="yes"),
    ],
)
def test_a_document_that_is_not_of_its_schema_is_refused(change):
    assert spoilt(change)


def test_an_untouched_document_is_not_refused():
    assert spoilt(lambda document: None) == []


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.json")), ids=lambda path: path.name)
def test_an_older_file_is_of_the_schema_of_its_number(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    page = page_of(document["schema"])
    assert page == f"{path.stem.split('-', path.stem.count('-') - 1)[-1]}.json"
    if page == "proof-1.json":  # saved without the time it took
        document["seconds"] = 0.5
    assert faults(document, page) == []

"""A rules file as the server of the workbench knows it: described by a worker, never run."""

import json

import pytest

import sabot
from sabot.errors import GameStringError, NoMethodError
from sabot.web.opened_rules import describe_rules, remember_rules

RULES = '''
from fractions import Fraction
from typing import Annotated, Literal

import sabot
from sabot.game_rules.parameters import Whole


class Even:
    words = "write an even number"

    def parse(self, text):
        return int(text) // 2 * 2

    def show(self, value):
        return str(value)


@sabot.rules(name="bluff", seats=("alice", "bert"), always=("bet",), sees={"alice": ("card",)})
def bluff(
    table,
    *,
    bet: Fraction = Fraction(1, 2),
    ranks: Annotated[int, Whole(1, 5)] = 2,
    who: Literal["x", "y"] = "x",
    label: str = "a",
    pairs: Annotated[int, Even()] = 4,
):
    """Alice may bet on a card that she alone sees."""
    card = table.shoe(ranks=ranks, suits=1).draw()
    table.ask("alice", ("check", "bet"), sees=card)
    return table.pay(alice=bet)
'''


@pytest.fixture
def file(tmp_path):
    found = tmp_path / "my.py"
    found.write_text(RULES, encoding="utf-8")
    return found


def test_a_described_family_is_asked_and_printed_as_the_one_that_was_run(file, monkeypatch):
    monkeypatch.setattr("sabot.loading._FAMILIES_BY_FILE", {})
    real = sabot.load(f"{file}:bluff(ranks=3)")
    told = json.loads(json.dumps(describe_rules({"game": f"{file}:bluff"})))
    monkeypatch.setattr("sabot.loading._FAMILIES_BY_FILE", {})
    game = remember_rules(f"{file}:bluff", told)
    assert game.rules.__doc__ == real.rules.__doc__
    assert sabot.load(f"{file}:bluff(ranks=3)", run=False).seats == real.seats
    assert str(sabot.load(f"{file}:bluff(ranks=3)", run=False)) == str(real)
    family = game.rules
    plain = {key: kind for key, kind in real.rules.kinds.items() if key != "pairs"}
    assert {key: family.kinds[key] for key in plain} == plain
    assert family.kinds["pairs"].words == "write an even number"
    assert family.leaves_open == real.rules.leaves_open
    with pytest.raises(GameStringError, match="7 is out of range"):
        sabot.load(f"{file}:bluff(ranks=7)", run=False)
    with pytest.raises(NoMethodError, match="its rules run in a worker"):
        game.tree()


def test_a_fault_of_the_file_is_described_and_one_of_the_game_string_is_raised(file):
    with pytest.raises(GameStringError, match="has no parameter"):
        describe_rules({"game": f"{file}:bluff(decks=7)"})
    file.write_text(RULES.replace("import sabot\n", "import sabot_not_there\n", 1))
    told = describe_rules({"game": f"{file}:bluff"})
    assert "No module named 'sabot_not_there'" in told["fault"] and told["families"] == {}

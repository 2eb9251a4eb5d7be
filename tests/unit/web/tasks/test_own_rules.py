"""Drafts of rules as a worker answers them: warnings, helper modules, encodings, idle seats."""

import pytest

from sabot.errors import FormError
from sabot.web.tasks.matrix import parse_pasted_matrix, solve_grid
from sabot.web.tasks.own_rules import read_draft

CHOICE = """
import sabot

@sabot.rules(name="choice", seats=("ann", "bob"))
def choice(table):
    said = table.ask("ann", ("é", "right"))
    return table.pay(ann=1)
"""
HANDS = """
import sabot

@sabot.rules(name="hands", seats=("ann", "bob"))
def hands(table):
    table.hand("ann"), table.hand("bob")
    {choice}
    return table.showdown({{"ann": 2, "bob": 2}}, among=["ann", "bob"])
"""


def test_warnings_about_rules_are_in_the_note_each_time(tmp_path):
    for _ in range(2):
        told = read_draft({"game": str(tmp_path / "x.py"), "text": CHOICE})
        assert told["faults"] == [] and told["solution"] is not None
        assert told["note"].startswith("Warning: it makes no difference whether ann chooses 'é'")
        assert told["note"].count("Warning") == 1


def test_a_draft_is_text_whatever_encoding_it_names(tmp_path):
    told = read_draft({"game": str(tmp_path / "x.py"), "text": f"# coding: latin-1{CHOICE}"})
    assert "'é'" in told["note"]


@pytest.mark.parametrize(
    "choice", ["pass", 'if table.ask("ann", ("fold", "stay")) == "fold": return table.pay(ann=-1)']
)
def test_a_seat_with_a_real_hand_need_not_choose(tmp_path, choice):
    told = read_draft({"game": str(tmp_path / "x.py"), "text": HANDS.format(choice=choice)})
    assert told["faults"] == [] and ("drawing" in told["solution"]) == (choice != "pass")


def test_a_helper_module_is_read_again_with_each_draft(tmp_path):
    text = CHOICE.replace("import sabot", "import sabot\nfrom helper_of_draft import PAID")
    text = text.replace("ann=1", "ann=PAID")
    for paid in ("5", "1/2"):
        source = f"from fractions import Fraction\nPAID = Fraction('{paid}')\n"
        (tmp_path / "helper_of_draft.py").write_text(source, encoding="utf-8")
        told = read_draft({"game": str(tmp_path / "x.py"), "text": text})
        assert told["faults"] == [] and told["solution"]["solution"]["value"] == paid


def test_a_name_of_the_grid_that_an_address_cannot_hold_is_named_with_its_place():
    words = "the name of column 2, 'a,b': a name may not have any of"
    with pytest.raises(FormError, match=words):
        solve_grid({"text": '{"payoffs": [[1, 2]], "rows": ["r"], "columns": ["c", "a,b"]}'})
    with pytest.raises(FormError, match=f"what was pasted: {words}"):
        parse_pasted_matrix({"text": 'x,c,"a,b"\nr,1,2'})

"""A session of the table from its address: what comes again is answered as before."""

import pytest

from sabot.errors import FormError, NoMethodError
from sabot.play import judges
from sabot.web.tasks.play import MAX_REPEATED_HANDS, replay_session


def session(answers, **more):
    asked = {"game": "kuhn-poker", "seed": "6", "hands": "10", "again": "same", "tries": True}
    return replay_session({**asked, "answers": answers, **more})


def played(seed, first=0, **more):
    """Return the last state of a session in which every new situation has the same answer."""
    found, given, views = session("", seed=str(seed), **more), 0, []
    while found["waiting"]:
        before = found["answers"]
        joined = f"{before}{'' if not before or before.endswith('_') else '.'}{first}"
        views.append(found["waiting"]["view"])
        found, given = session(joined, seed=str(seed), seen="1", **more), given + 1
    return found, given, views


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("seed", range(10))
def test_ten_hands_of_kuhn_poker_are_at_most_six_answers(seed, first):
    found, given, views = played(seed, first)
    assert found["over"] and found["review"]
    assert given <= 6 and len(set(views)) == len(views)
    twice = replay_session(
        {"game": "kuhn-poker", "seed": str(seed), "hands": "10", "answers": found["answers"]}
    )
    assert (twice["total"], twice["review"]) == (found["total"], found["review"])


def test_what_was_answered_for_the_person_is_told_hand_by_hand():
    found, _, _ = played(1)
    first, *others = found["before"]
    assert not first["again"] and all(one["again"] for one in others)
    assert [one["hand"] for one in found["before"]] == list(range(first["hand"], 10))
    assert all(view and action for one in others for view, action in one["answers"])


def test_an_answer_that_costs_something_is_not_repeated_before_it_is_kept():
    asked = {"game": "kuhn-poker", "seat": "second", "seed": "5"}
    actions = replay_session(asked)["waiting"]["actions"]
    held = [session(str(n), **asked)["held_back"] for n in range(len(actions))]
    costly = next(n for n, one in enumerate(held) if one)
    assert session(str(costly), **asked)["hand"] == 1
    assert session(str(costly), **asked, seen="1")["hand"] > 1


def test_without_the_switch_every_situation_is_asked():
    found = session("0", again="")
    assert found["before"] == [] and found["repeatable"]


def test_hands_without_an_end_stop_after_many_that_bring_nothing_new():
    game = "matrix([[1,0],[0,1]])"
    found = session("0", game=game, hands="", seen="1")
    assert not found["over"] and len(found["before"]) == MAX_REPEATED_HANDS


def test_a_switch_of_another_word_is_refused():
    with pytest.raises(FormError, match="'same' is wanted, or nothing, not 'never'"):
        session("", again="never")


@pytest.mark.parametrize("game", ["whist(deal=KQ10/AJ9)", "draw-poker", "borel"])
def test_no_switch_where_no_situation_comes_again(game):
    assert not session("", game=game, seed="1", hands="1")["repeatable"]


def test_who_chooses_no_seat_sits_where_something_is_decided(tmp_path, monkeypatch):
    rules = """
import sabot


@sabot.rules(name="one-sided", seats=("north", "south"))
def one_sided(table):
    south = table.shoe(ranks=3, suits=1).draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 - south)
"""
    (tmp_path / "one_sided.py").write_text(rules)
    monkeypatch.chdir(tmp_path)
    asked = {"game": "one_sided.py:one_sided", "opened": True, "again": ""}
    assert session("", **asked)["seat"] == "south"
    with pytest.raises(NoMethodError, match="north is never asked"):
        session("", **asked, seat="north")


@pytest.mark.parametrize(
    ("game", "gap"), [("kuhn-poker(ranks=400)", 0), ("kuhn-poker(ranks=2000)", 1)]
)
def test_private_hands_beyond_a_tree_are_played_and_searched_once(game, gap, monkeypatch):
    searched, search = [], judges._near_strategies
    monkeypatch.setattr(
        judges, "_near_strategies", lambda *given: searched.append(given) or search(*given)
    )
    answers = ""
    for _ in range(3):
        found = session(answers, game=game, again="", seen="1")
        answers = found["answers"] + ("." if found["waiting"] and answers else "") + "0"
    assert len(searched) == 1 and found["lines"]
    assert ("an optimal strategy" in found["opening"]) == (not gap)
    assert not found["explained"] and found["leak"] is None

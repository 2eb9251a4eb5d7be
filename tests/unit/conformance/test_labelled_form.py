"""A large game under whose name a small file goes is not told for it: a few hands show enough."""

import json

import pytest
from tests.unit.forging import document
from tests.unit.naming import named, saved, theorem, tied

import sabot
from sabot.conformance import check, derivations
from sabot.conformance.labelled_form import labelled_form_of
from sabot.errors import CertificateError
from sabot.game_rules.game import Game
from sabot.loading import load_parametric

LARGE = [
    "kuhn-poker(ranks=500)",
    "leduc-poker(ranks=60, suits=100, raises=10)",
    "le-her(ranks=1000, suits=4, reply=open)",
]


@pytest.fixture
def nothing_is_told(monkeypatch):
    """Let every way to a game's numbers fail the test."""

    def told(*_, **__):
        pytest.fail("the game is told, or counted")

    for name in ("told", "form", "tree", "directly"):
        monkeypatch.setattr(Game, name, told)
    monkeypatch.setattr(derivations, "load_parametric", told)
    monkeypatch.setattr("sabot.conformance.derivations.load_parametric", told)


def small(game):
    """Return a right solution of the smallest game of the same family."""
    family = game.partition("(")[0]
    return document({"le-her": "le-her(ranks=3, suits=2, reply=open)"}.get(family, family))


@pytest.mark.parametrize("game", LARGE)
def test_a_small_file_under_the_name_of_a_large_game_is_refused_untold(game, request):
    told = named(small(game), game)
    request.getfixturevalue("nothing_is_told")
    with pytest.raises(CertificateError, match="a view that the game has and the file has not"):
        tied(told)


def test_a_small_theorem_under_the_name_of_a_large_family_is_refused_untold(request):
    told = named(theorem("le-her(ranks=3, suits=*)"), "le-her(ranks=1000, suits=*)")
    request.getfixturevalue("nothing_is_told")
    with pytest.raises(CertificateError, match="a view that the game has and the file has not"):
        tied(told)


def written(result):
    """Return a result as a file holds it."""
    return json.loads(json.dumps(result.to_json()))


def test_a_small_profile_under_the_name_of_a_large_game_is_refused_untold(request):
    """Three seats, whatever is said of them: a profile, or all that is pure."""
    found = sabot.approximate("kuhn-poker(players=3)", gap="1/10")
    told = named(written(found), "kuhn-poker(players=3, ranks=300)")
    request.getfixturevalue("nothing_is_told")
    with pytest.raises(CertificateError, match="a view that the game has and the file has not"):
        tied(told)


def test_a_small_list_under_the_name_of_a_large_game_is_refused_untold(request):
    found = sabot.equilibria("baccara(model=A1, commission=1/20)")
    told = named(written(found), "baccara(model=B3, decks=6, commission=1/20)")
    request.getfixturevalue("nothing_is_told")
    with pytest.raises(CertificateError, match="a view that the game has and the file has not"):
        tied(told)


def test_which_hands_are_dealt_depends_on_the_file():
    """A forger cannot write down just the questions that will be asked."""
    asked = []
    form = labelled_form_of(sabot.load("leduc-poker").form())
    for digest in ("sha256:" + "0" * 64, "sha256:" + "1" * 64, "sha256:" + "1" * 64):
        heard = []
        table = check._SamplingDealer(form.seats, form.views, int(digest[-16:], 16))
        choose = table.choose
        table.choose = lambda *question, choose=choose, heard=heard: (
            heard.append(question) or choose(*question)
        )
        for _ in range(3):
            table.play_hand(sabot.load("leduc-poker").play)
        asked.append(heard)
    assert asked[0] != asked[1] == asked[2]


def test_who_names_the_game_is_believed_to_want_it_told():
    """Only a name that a file gives is mistrusted."""
    told = named(document("kuhn-poker"), "kuhn-poker(ranks=500)")
    assert tied(told, game="kuhn-poker").derivations


def test_nothing_is_said_of_hands_that_cannot_be_dealt(monkeypatch):
    def broken(table):
        raise sabot.errors.RulesError("no hand")

    game = sabot.load("kuhn-poker")
    form = labelled_form_of(game.form())
    monkeypatch.setattr(type(game), "play", lambda self, table: broken(table))
    assert (
        check.first_difference_in_sample(form.seats, form.views, game, "sha256:" + "0" * 64) is None
    )


def test_other_seats_are_said_in_words_of_their_own():
    with pytest.raises(CertificateError, match="the file's seats are row, column"):
        tied(saved([[1]], LARGE[1]))


def test_polynomials_of_the_right_family_are_still_compared():
    name, _ = load_parametric("le-her(ranks=4, suits=*)")
    with pytest.raises(CertificateError, match="the game has and the file has not"):
        tied(named(theorem("le-her(ranks=3, suits=*)"), name))

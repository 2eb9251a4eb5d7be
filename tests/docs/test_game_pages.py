"""Every game has a page, and the page has what a page of a game has."""

import re

import pytest
from tools import game_pictures

from sabot.game_table import shipped_games
from sabot.loading import find_family

PAGES = game_pictures.pages()
PARTS = ("## Rules", "## History", "found")
GAMES = re.compile(r"^\*Games:\* (.*)$", re.MULTILINE)


def text_of(page):
    return page.read_text(encoding="utf-8")


def games_of(page):
    """Return the games that a page says it is about."""
    (line,) = GAMES.findall(text_of(page))
    return [name.strip("`") for name in line.split(", ")]


def test_every_game_has_a_page_of_its_own():
    told = [name for page in PAGES for name in games_of(page)]
    plain = [name for name in told if "(" not in name]
    remedy = "name each in the line '*Games:*' of one page in docs/games"
    assert sorted(plain) == sorted(shipped_games()), remedy
    assert all(find_family(name) is not None for name in told)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_tells_rules_history_and_what_was_found(page):
    heads = "\n".join(re.findall(r"^## .*$", text_of(page), re.MULTILINE))
    assert all(part in heads for part in PARTS), heads
    assert "```console\n$ sabot " in text_of(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_picture_is_there_and_its_command_stands_on_the_page(page):
    text = text_of(page)
    pictures = game_pictures.shown(text)
    assert set(pictures) == game_pictures.drawn(text)
    for name, words in pictures.items():
        assert (game_pictures.PICTURES / name).stat().st_size > 1000
        assert len(words) > 40, f"{name}: {words}"


def test_no_picture_is_left_over():
    shown = {name for page in PAGES for name in game_pictures.shown(text_of(page))}
    assert {path.name for path in game_pictures.PICTURES.iterdir()} == shown


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_picture_is_what_its_command_draws(page, tmp_path):
    """Byte for byte where the same matplotlib draws; else that something is drawn."""
    matplotlib = pytest.importorskip("matplotlib")
    for drawn in game_pictures.draw(text_of(page), tmp_path):
        kept = (game_pictures.PICTURES / drawn.name).read_bytes()
        if f"Matplotlib v{matplotlib.__version__}".encode() in kept:
            assert drawn.read_bytes() == kept, drawn.name
        assert len(drawn.read_bytes()) > 1000

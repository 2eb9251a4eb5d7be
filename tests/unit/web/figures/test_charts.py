"""Strategies drawn without matplotlib: every table of a figure, with its exact chances."""

import re

import pytest

import sabot
from sabot.exact import format_fraction
from sabot.render.figures.catalogue import figures_by_name
from sabot.web.figures.charts import figure_svgs


@pytest.mark.parametrize("game", ["kuhn-poker", "le-her", "baccara(model=B2, decks=6)"])
def test_every_chance_of_a_strategy_is_in_a_drawing(game):
    solution = sabot.solve(game)
    figure = figures_by_name(solution)["strategies"]()
    drawings = [str(one) for one in figure_svgs(figure)]
    assert len(drawings) == len(figure.panels)
    told = set(re.findall(r'data-chance="(.*?)"', "".join(drawings)))
    mixed = {
        format_fraction(chance)
        for seat in solution.seats
        for mix in solution[seat].values()
        for chance in mix.values()
        if 0 < chance < 1
    }
    assert mixed and mixed <= told

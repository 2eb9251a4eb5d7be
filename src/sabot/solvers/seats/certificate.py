"""The payoffs of a game for any number of seats, as certificates hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sabot.exact import safe_number

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm


def seats_json(form: GeneralForm) -> dict[str, Any]:
    """Return cells and payoffs: a sequence of each seat, then what each seat is paid.

    >>> from sabot import load
    >>> from sabot.telling.told import any_form
    >>> seats_json(any_form(load("kuhn-poker(players=3)")))["payoffs"][0]
    [1, 1, 1, -1, -1, 2]
    """
    return {
        "kind": "seats",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": safe_number(form.denominator),
        "payoffs": [
            [*end.sequences, *map(safe_number, end.payoffs)]
            for end in form.ends
            if any(end.payoffs)
        ],
    }

"""The rules file opened at the terminal: a worker runs it, the server only reads a description.

A description has what pages show and check of a family: its name, words, seats and parameters. The
server makes stand-in families from it, whose rules cannot be played, and remembers them in place of
the families of the file. So no code of the file runs in the server, which knows the token and holds
everybody's answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from sabot.errors import NoMethodError, RulesError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Choice, Exact, ParameterKind, Text, Whole
from sabot.io.files import file_stamp
from sabot.loading import (
    file_families,
    game_of_families,
    load,
    remember_file_families,
    rules_file_path,
)
from sabot.web.limits import ServerLimits
from sabot.web.messages import (
    DescribedFamily,
    DescribedParameter,
    DescribedRules,
    TaskQuestion,
)


def describe_rules(question: TaskQuestion) -> DescribedRules:
    """Return what the server may know of the file given at the terminal; it is run for this."""
    text = str(question["game"])
    file = rules_file_path(text)
    stamp = file_stamp(file)
    try:
        load(text)
    except RulesError as fault:
        return {"fault": str(fault), "stamp": list(stamp), "families": {}}
    families = file_families(file)
    described = {key: describe_family(family) for key, family in families.items()}
    return {"fault": "", "stamp": list(stamp), "families": described}


def describe_family(family: Family) -> DescribedFamily:
    """Return what the server may know of a family."""
    return {
        "name": family.name,
        "original_name": family.original_name,
        "title": family.title,
        "words": family.__doc__ or "",
        "seats": list(family.seats),
        "sees": {seat: list(parts) for seat, parts in family.sees.items()},
        "always": list(family.always),
        "changed": list(family.changed),
        "sample": family.sample,
        "even": family.even,
        "plays_cards": family.plays_cards,
        "has_choices": family.has_choices,
        "in_hands": family.in_hands,
        "one_play": family.one_play,
        "leaves_open": {key: dict(instead) for key, instead in family.leaves_open.items()},
        "offers_open": family.offers_open,
        "open_plainly": list(family.open_plainly),
        "stays_closed": dict(family.stays_closed),
        "parameters": {
            key: _describe_parameter(kind, key in family.defaults, family.defaults.get(key))
            for key, kind in family.kinds.items()
        },
    }


def _describe_parameter(kind: ParameterKind, given: bool, default: object) -> DescribedParameter:
    """Return a parameter; one whose kind is the user's own is any text here."""
    parameter: DescribedParameter = {"kind": "text", "words": kind.words, "given": given}
    if isinstance(kind, Whole):
        parameter |= {"kind": "whole", "low": str(kind.low), "high": str(kind.high)}
        parameter["endless"] = kind.endless
    elif isinstance(kind, Exact):
        parameter |= {"kind": "exact", "low": _end_text(kind.low), "high": _end_text(kind.high)}
    elif isinstance(kind, Choice):
        parameter |= {"kind": "choice", "options": list(kind.options)}
    if default is not None:
        parameter["default"] = kind.show(default)
    return parameter


def _end_text(end: Fraction | None) -> str:
    return "" if end is None else format_fraction(end)


def _kind_of(parameter: DescribedParameter) -> ParameterKind:
    low, high = parameter.get("low", ""), parameter.get("high", "")
    if parameter["kind"] == "whole":
        return Whole(int(low), int(high), parameter.get("endless", False))
    if parameter["kind"] == "exact":
        return Exact(as_rational(low) if low else None, as_rational(high) if high else None)
    if parameter["kind"] == "choice":
        return Choice(tuple(parameter.get("options", ())))
    return Text(parameter["words"])


class StandInFamily(Family):
    """A family of a user's file as a worker described it; only a worker can play its rules."""

    def __init__(self, family: DescribedFamily) -> None:
        """Take what was described; it is not found by its name, as the family itself is not."""
        self.name, self.original_name = family["name"], family["original_name"]
        self.title, self.__doc__ = family["title"], family["words"]
        self.seats = tuple(family["seats"])
        self.sees = {seat: tuple(parts) for seat, parts in family["sees"].items()}
        self.always, self.changed = tuple(family["always"]), tuple(family["changed"])
        self.sample, self.one_play = family["sample"], family["one_play"]
        self.even, self.plays_cards = family["even"], family["plays_cards"]
        self.has_choices, self.in_hands = family["has_choices"], family["in_hands"]
        self.leaves_open = MappingProxyType(family["leaves_open"])
        self.offers_open, self.open_plainly = family["offers_open"], tuple(family["open_plainly"])
        self.stays_closed = MappingProxyType(family["stays_closed"])
        parameters = family["parameters"]
        self.kinds = {key: _kind_of(one) for key, one in parameters.items()}
        self.defaults = {
            key: self.kinds[key].parse(one["default"]) if "default" in one else None
            for key, one in parameters.items()
            if one["given"]
        }
        self.play = self._refuse_to_play

    def _refuse_to_play(self, *places: object, **values: object) -> object:
        raise NoMethodError(f"{self.name}: its rules run in a worker of the workbench only")


def remember_rules(opened: str, described: DescribedRules) -> Game:
    """Return the game opened at the terminal, by the families that a worker has described."""
    modified, size = described["stamp"]
    families = {key: StandInFamily(one) for key, one in described["families"].items()}
    remember_file_families(rules_file_path(opened), (modified, size), families)
    return load(opened, run=False)


def draft_game(opened: str, families: Mapping[str, DescribedFamily]) -> Game:
    """Return the game of an editor's text, by the families that a worker has described.

    What is known of the file stays.
    """
    return game_of_families(opened, {key: StandInFamily(one) for key, one in families.items()})


def load_opened_rules(opened: str, limits: ServerLimits) -> tuple[Game | None, str]:
    """Return the game of a file given at the terminal, or what is wrong with the file."""
    from sabot.web.jobs import JobQueue  # a worker needs only the description

    async def describe() -> DescribedRules:
        queue = JobQueue(limits)
        try:
            found: DescribedRules = await queue.ask("describe", {"game": opened})
            return found
        finally:
            await queue.close()

    described = asyncio.run(describe())
    return (
        (None, described["fault"])
        if described["fault"]
        else (remember_rules(opened, described), "")
    )

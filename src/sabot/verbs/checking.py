"""Check: whatever holds a certificate is handed to the checker, and to the tie if that is asked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from sabot import certify
from sabot.formed import refused
from sabot.shown import Shown
from sabot.telling.game import Game
from sabot.watch import apart, at

Source = str | Path | Mapping[str, Any] | Shown


def check(source: Source, rules: bool | Game | str) -> Fraction | list[str]:
    """Return what the certificate in *source* proves."""
    at("checking")
    document = _document(source)
    proved = apart(lambda: certify.check(document))
    if rules is not False:
        from sabot.tying import tie

        given = None if rules is True else rules
        at("comparing with the rules")
        apart(lambda: tie(proved, given))
    return proved.value


def _document(source: Source) -> Mapping[str, Any]:
    if isinstance(source, Shown) and (told := source.document) is not None:
        return told
    if isinstance(source, Mapping):
        return source
    if isinstance(source, str | PathLike):
        return certify.read(source)
    raise refused(source, "a certificate", "a solution, a proof, or the name of its file")

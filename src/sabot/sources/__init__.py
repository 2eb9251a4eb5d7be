"""Published sources, as plug-ins: one package per paper or book, whose claims are recomputed.

A source is a package here that exposes ``SOURCE``. What it prints is data, in its ``printed.toml``;
the modules beside it compute. A source may import games and every generic package; none of them
imports this one. To add one, write the package and give it a line in ``SOURCES``, which the root
package provides to :mod:`sabot.papers`.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.papers.report import Source


def _ethier_2010() -> Source:
    from sabot.sources.ethier_2010_le_her import SOURCE

    return SOURCE


def _foster_1964() -> Source:
    from sabot.sources.foster_1964 import SOURCE

    return SOURCE


def _wastlund_2005() -> Source:
    from sabot.sources.wastlund_2005 import SOURCE

    return SOURCE


def _ethier_gamez_2013() -> Source:
    from sabot.sources.ethier_gamez_2013 import SOURCE

    return SOURCE


def _risticz_1973() -> Source:
    from sabot.sources.risticz_1973 import SOURCE

    return SOURCE


SOURCES: dict[str, Callable[[], Source]] = {
    "ethier-2010-le-her": _ethier_2010,
    "foster-1964": _foster_1964,
    "wastlund-2005": _wastlund_2005,
    "ethier-gamez-2013": _ethier_gamez_2013,
    "risticz-1973": _risticz_1973,
}
"""By name: the function that imports a source, which is not imported before it is asked for."""

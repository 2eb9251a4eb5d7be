"""A figure drawn twice: the page shows the drawing that its place has room for."""

from __future__ import annotations

from sabot.web.markup import Markup, tag


def fitted(wide: Markup, narrow: Markup | None) -> Markup:
    """Return a figure for a screen, with the same for a telephone in reserve.

    >>> str(fitted(tag("svg"), tag("svg", class_="narrow")))
    '<fit-figure><svg></svg><template><svg class="narrow"></svg></template></fit-figure>'
    """
    return tag("fit-figure", wide, tag("template", narrow) if narrow else None)

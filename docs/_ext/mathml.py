"""Formulas as MathML, written when the site is built: a reader's browser fetches nothing.

The converter is that of docutils. A formula that it does not understand is a warning, and a
warning ends `make docs`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils.utils.math import MathError, latex2mathml
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LOG = logging.getLogger(__name__)

_RAISED = re.compile(r"(?<=[A-Za-z}])('+)(?![a-z])(?:\^(\{[^{}]*\}|\w))?")
_BARS = re.compile(r'<mo class="mathopen">\|</mo>(.*?)<mo>\|</mo>', re.DOTALL)


def converted(latex: str, *, block: bool) -> str:
    r"""Return a formula as MathML.

    >>> converted(r"\frac{1}{2}", block=False).replace("\n", "").replace(" ", "")
    '<mathxmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'

    A prime is raised, so that an index below it hangs on the letter and not on the prime; bars
    stand close to what is between them.

    >>> "<msubsup>" in converted("T'_k", block=False), "msup" in converted("x'^T", block=False)
    (True, True)
    """
    text = _RAISED.sub(_raised, latex.strip())
    return _BARS.sub(_close, str(latex2mathml.tex2mathml(text, as_block=block)))


def _raised(found: re.Match[str]) -> str:
    primes, power = found.groups()
    return "^{" + r"\prime " * len(primes) + (power or "").strip("{}") + "}"


def _close(found: re.Match[str]) -> str:
    left, right = (f'<mo form="{form}">|</mo>' for form in ("prefix", "postfix"))
    return left + found[1] + right


def _shown(writer: Any, node: Any, *, block: bool) -> str:
    try:
        return converted(node.astext(), block=block)
    except (MathError, KeyError, IndexError) as fault:
        text = " ".join(node.astext().split())
        _LOG.warning("formula not understood: %s (%s)", text, fault, location=node)
        return str(writer.encode(text))


def inline(writer: Any, node: Any) -> None:
    """Write a formula in a line."""
    from docutils import nodes

    writer.body.append(_shown(writer, node, block=False))
    raise nodes.SkipNode


def displayed(writer: Any, node: Any) -> None:
    """Write a formula on a line of its own."""
    from docutils import nodes

    writer.body.append(_shown(writer, node, block=True))
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (displayed, None))
    app.config.html_math_renderer = "mathml"
    return {"parallel_read_safe": True, "parallel_write_safe": True}

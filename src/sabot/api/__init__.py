"""The verbs of the library: what ``import sabot`` offers, and the command line and the web call.

==============  ============================================================================
module          verbs
==============  ============================================================================
``solving``     :func:`solve`, :func:`approximate`, :func:`equilibria`, :func:`reduce`,
                :func:`sweep`, :func:`strategic_form`, :func:`table_form`
``proving``     :func:`prove`
``checking``    :func:`check`
``evaluation``  :func:`value`
``simulation``  :func:`simulate`
==============  ============================================================================

``sabot.plot`` is in :mod:`sabot.plotting`: it draws the figures of papers, which are computed with
these verbs. A module is imported when one of its verbs is first used, so that ``sabot solve`` does
not load what ``sabot simulate`` needs.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing
if TYPE_CHECKING:
    from sabot.api.checking import check as check
    from sabot.api.evaluation import value as value
    from sabot.api.proving import prove as prove
    from sabot.api.simulation import simulate as simulate
    from sabot.api.solving import approximate as approximate
    from sabot.api.solving import equilibria as equilibria
    from sabot.api.solving import reduce as reduce
    from sabot.api.solving import solve as solve
    from sabot.api.solving import strategic_form as strategic_form
    from sabot.api.solving import sweep as sweep
    from sabot.api.solving import table_form as table_form


def __getattr__(name: str) -> object:
    """Return a verb, whose module is imported when the verb is first used."""
    match name:
        case "prove":
            from sabot.api.proving import prove

            return prove
        case "check":
            from sabot.api.checking import check

            return check
        case "value":
            from sabot.api.evaluation import value

            return value
        case "simulate":
            from sabot.api.simulation import simulate

            return simulate
        case (
            "approximate"
            | "equilibria"
            | "reduce"
            | "solve"
            | "strategic_form"
            | "sweep"
            | "table_form"
        ):
            from sabot.api import solving

            return getattr(solving, name)
    raise AttributeError(f"module 'sabot.api' has no attribute {name!r}")

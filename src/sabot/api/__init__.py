"""The verbs of the library: what ``import sabot`` offers, and the command line and the web call.

==============  ============================================================================
module          verbs
==============  ============================================================================
``solving``     :func:`solve`, :func:`approximate`, :func:`equilibria`, :func:`iter_equilibria`,
                :func:`reduce`, :func:`sweep`, :func:`strategic_form`, :func:`table_form`
``correlated``  :func:`correlated`
``properties``  :func:`properties`
``proving``     :func:`prove`
``checking``    :func:`check`
``evaluation``  :func:`value`
``reporting``   :func:`report`
``simulation``  :func:`simulate`
==============  ============================================================================

``sabot.plot`` is in :mod:`sabot.plotting`: it draws the figures of papers, which are computed with
these verbs. Verbs are imported from their modules, so that ``sabot solve`` does not load what
``sabot simulate`` needs.
"""

"""The workbench: one local page where games are seen, changed and played (``sabot web``).

A page, in ten lines. Write a module in :mod:`sabot.web.pages` (of one game: in the game's own room,
``games/NAME/web``) with a tuple ``PAGES`` of :class:`~sabot.web.pages.Page`, and name it in
``MODULES`` of :mod:`sabot.web.pages` (of a game: in ``PAGES`` of :mod:`sabot.games`, with a
function ``seen_at`` that says where a game of it is seen). A page's
handler takes a request and returns ``shell(request, title, part, ...)``; parts are made by
``tag("p", text)`` of :mod:`sabot.web.markup`, which escapes, or by ``written(document)``, which is
the house's HTML writer: no style and no script stands in a page, only classes of
``static/workbench.css``. What takes longer than a moment is a job: a function of plain JSON in
:mod:`sabot.web.work` (``"sabot.games.NAME.web.work:function"`` for a game's), asked by
``await desk(request).ask(work, question, owner)`` or shown as it goes by ``job_part``. Every number
is ``number(fraction)``, exact with its decimal beside it. Figures are :mod:`sabot.web.figures`.
"""

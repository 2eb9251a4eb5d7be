"""The workbench (``sabot web``): a local web application to see, solve, change and play games.

A page, in ten lines. Write a module in :mod:`sabot.web.pages` (of one game: in the game's own
package) with a tuple ``PAGES`` of :class:`~sabot.web.pages.Page`, and add it to
:mod:`sabot.web.site` (of a game: to its entry in :mod:`sabot.games`; its family then says in
``own_page`` which of its games are shown there). A page's handler takes a request and
returns ``render_page(request, title, part, ...)``. Parts are made by ``tag("p", text)`` of
:mod:`sabot.web.html`, which escapes, or by ``document_html(document)``, which uses the HTML
writer. A page holds no style and no script, only classes of ``static/workbench.css``. What takes
longer than a moment is a job: a function of plain JSON with a name in
:mod:`sabot.web.tasks`, asked by ``await job_queue(request).ask(work, question,
client_id)`` or shown with its progress by ``job_html``. Every number is ``number_html(fraction)``,
exact with its decimal beside it. Figures are in :mod:`sabot.web.figures`.
"""

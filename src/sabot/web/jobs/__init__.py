"""Jobs: what takes longer than a moment is done by worker processes, and can be stopped.

The page talks to one :class:`~sabot.web.jobs.desk.Desk`; a worker is ``python -m
sabot.web.jobs.worker``, which reads one question a line from stdin and ends when stdin does: no
worker outlives its server.
"""

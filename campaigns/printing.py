"""The path of work that is queued already; the module lives in `campaigns/paper/printing.py`."""

from campaigns.paper.printing import draw_league  # noqa: F401

"""The styles a page needs before anything else, inlined so that the first paint waits for one answer only.

On a slow phone a style sheet of its own costs a whole round trip. The text is the same on every page, so the
security policy allows it by its hash (a nonce would spoil cached fragments). Read once: a change of these
files shows after a restart. `static/README.md` tells which style belongs where.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import rcssmin

FILES = ("tokens.css", "base.css", "parts.css")
FOLDER = Path(__file__).parent.parent.parent / "static" / "css"

STYLE = rcssmin.cssmin("".join((FOLDER / name).read_text() for name in FILES))
SOURCE = "'sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'"

"""The styles a page needs before anything else, inlined so that the first paint waits for one answer only.

On a slow phone a style sheet of its own costs a whole round trip. The text is the same on every page, so the
security policy allows it by its hash (a nonce would spoil cached fragments). Read once: a change of these
files shows after a restart. `static/README.md` tells which style belongs where.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

FILES = ("tokens.css", "base.css", "parts.css")
FOLDER = Path(__file__).parent.parent / "static" / "css"


def minified(css: str) -> str:
    """`css` without comments and without the space nobody reads; strings and calc() stay as they are."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css)
    css = re.sub(r" ?([{};,]) ?", r"\1", css)
    return css.replace(": ", ":").replace(";}", "}").strip()


STYLE = minified("".join((FOLDER / name).read_text() for name in FILES))
SOURCE = "'sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'"

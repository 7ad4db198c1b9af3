"""Our style sheets and scripts as they are sent: without what stands in them for their readers only."""

from __future__ import annotations

import re


def css(text: str) -> str:
    """A style sheet without comments and the space nobody reads; strings and calc() stay as they are."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,]) ?", r"\1", text)
    return text.replace(": ", ":").replace(";}", "}").strip()


def js(text: str) -> str:
    """A script without lines of comment and indents; no text of ours goes over several lines."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))

"""`python -m rules.rehearsal.docs`: write `docs/rules/` from the books; `--check` only compares.

One page a rulebook with every rule id as an anchor, and one with the tables of each edition.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rules.engine.books import rule_texts
from rules.rehearsal.coverage import ROOT, ids_in_scope, titles

FOLDER = ROOT / "docs" / "rules"


def rulebook_pages() -> dict[str, str]:
    """File name to text of every page."""
    made = {f"{prefix.lower()}.md": "\n".join(_page(prefix)) + "\n" for prefix in ids_in_scope()}
    index = ["# The rules, in our words", ""]
    index += [f"- [{title}]({prefix.lower()}.md): {prefix}" for prefix, title in titles().items()]
    return {"README.md": "\n".join(index) + "\n", **made}


def _page(prefix: str) -> Iterator[str]:
    texts = rule_texts()
    yield f"# {titles()[prefix]}"
    yield ""
    yield "Facts and figures of the rulebook; the words are ours. On a page of the site an id leads here."
    for number in ids_in_scope()[prefix]:
        rule_id = f"{prefix}-{number:02}"
        yield ""
        yield f'<a id="{rule_id.lower()}"></a>**{rule_id}** {texts.get(rule_id, "")}'.rstrip()


def main() -> int:
    wrong = [name for name, text in rulebook_pages().items() if _old(FOLDER / name) != text]
    if "--check" in sys.argv:
        print(
            "\n".join(
                f"docs/rules/{name} is out of date: run python -m rules.rehearsal.docs" for name in wrong
            )
        )
        return 1 if wrong else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in rulebook_pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(wrong)} pages written")
    return 0


def _old(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())

"""LICENSE names what of others is shipped: their files in the repository, and every package of a start."""

import re
import subprocess
import tomllib
from fnmatch import fnmatch
from typing import Any

from config.env import ROOT

LICENCE = (ROOT / "LICENSE").read_text()
LOCK: dict[str, Any] = tomllib.loads((ROOT / "uv.lock").read_text())
BORROWED = (".woff2", ".ttf", ".otf", ".min.js", ".min.css", "icons.svg", "icons-more.svg")


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def test_every_file_of_others_is_named_and_every_one_named_is_there() -> None:
    patterns = re.findall(r"^  ((?:static|tests)/\S+)", LICENCE, re.MULTILINE)
    files = tracked()
    assert [one for one in patterns if not any(fnmatch(file, one) for file in files)] == []
    borrowed = [file for file in files if file.endswith(BORROWED)]
    assert len(borrowed) > 5
    assert [file for file in borrowed if not any(fnmatch(file, one) for one in patterns)] == []


def packages() -> set[str]:
    """What is installed to run: all the lock leads to from the project, without the tools for tests."""
    known = {one["name"]: one for one in LOCK["package"]}
    found, ahead = set[str](), [("musterroll", frozenset[str]())]
    while ahead:
        name, extras = ahead.pop()
        package = known[name]
        found.add(name)
        needed = list(package.get("dependencies", []))
        for extra in extras:
            needed += package.get("optional-dependencies", {}).get(extra, [])
        for one in needed:
            step = (one["name"], frozenset(one.get("extra", [])))
            if one["name"] not in found or step[1]:
                ahead.append(step)
    return found - {"musterroll"}


def test_every_package_is_named_and_every_one_named_is_installed() -> None:
    listed = LICENCE.split("is installed with each):\n\n")[1].partition("\n\n")[0]
    without_labels = "\n".join(f"{line[13:]}," for line in listed.splitlines())
    named = re.split(r"[,;]\s*", re.sub(r"\([^)]*\)", "", without_labels))
    assert {one.split()[0] for one in named if one.strip()} == packages() | {"uv"}

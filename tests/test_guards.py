"""What every file keeps to, found by looking, not listed: words, titles, docstrings, addresses.

Each guard says how to mend what it found.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scripts import figures
from tests.campaigns import play

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).resolve().parent.parent
# Programs that talk to whoever typed their name; everything else logs, answers or raises.
SPEAKING = {
    "config/system_packages.py",
    "config/run.py",
    "rules/rehearsal/coverage.py",
    "rules/rehearsal/docs.py",
    "rules/rehearsal/reference.py",
}
# Somebody's own folders; a club that reads them would look for something it does not have.
FOREIGN = re.compile(r"(?<![\w.])/(?:home|root|Users)/[\w.-]+/")
MAY_SAY_ANYTHING = {"tests/test_guards.py", "uv.lock"}
BORROWED = re.compile(r"\.min\.js$|\.(woff2|ttf|otf|png|svg|rosz)$")


@cache
def tracked() -> tuple[str, ...]:
    """Every file of the project, by git; a copy without git has no guards to fail."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    return tuple(figures.tracked())


def code(*, tests: bool = False) -> Iterator[tuple[str, ast.Module]]:
    for file in tracked():
        if not file.endswith(".py") or "/migrations/" in file or (file.startswith("tests/") and not tests):
            continue
        yield file, figures.parsed(ROOT / file)


def test_every_module_says_what_it_is_for() -> None:
    silent = [file for file, tree in code(tests=True) if tree.body and not ast.get_docstring(tree)]
    assert not silent, f"begin with a docstring, what it is for and what it leaves to others: {silent}"


def test_a_migration_does_not_change_with_the_code() -> None:
    """Defaults that are named as a whole module's (`campaigns.tokens.…`) stay where they are."""
    borrowed = [
        f"{file}: {node.module}"
        for file in tracked()
        if "/migrations/" in file and file.endswith(".py")
        for node in ast.walk(figures.parsed(ROOT / file))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("campaigns", "maps", "rules"))
    ]
    assert not borrowed, f"write into the migration what it does, as it was then: {borrowed}"


def test_what_grows_with_a_whole_season_is_played_by_it() -> None:
    """`make season` runs what carries the mark, and nothing else."""
    unmarked = [
        file
        for file in tracked()
        if file.startswith("tests/") and Path(file).name.startswith("test_") and file.endswith(".py")
        if "environ" in (text := (ROOT / file).read_text()) and "MUSTERROLL_SEASON" in text
        if "mark.season" not in text
    ]
    assert not unmarked, f"say pytest.mark.season where MUSTERROLL_SEASON makes more of it: {unmarked}"


def test_outside_the_rules_nobody_asks_the_machine_of_phases_whose_move_it_is() -> None:
    """What a phase waits for to end by itself is the rules' own; whose move it is their to-dos say."""
    asking = [
        (where, node.lineno)
        for where, tree in code()
        if not where.startswith(("rules/", "bench/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and any(one.name == "waiting_for" for one in node.names)
    ]
    assert asking == []


def test_only_programs_print() -> None:
    printing = {
        f"{file}:{node.lineno}"
        for file, tree in code()
        if file not in SPEAKING and not file.startswith(("bench/", "scripts/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert not printing, f"log it, or write to the command's stdout: {sorted(printing)}"


def test_no_path_of_somebodys_machine() -> None:
    found = []
    for file in tracked():
        if file in MAY_SAY_ANYTHING or BORROWED.search(file):
            continue
        lines = (ROOT / file).read_text(errors="replace").splitlines()
        found += [f"{file}:{number}" for number, line in enumerate(lines, 1) if FOREIGN.search(line)]
    assert not found, f"say it without a path of one machine: {found}"


def test_every_page_has_a_title() -> None:
    untitled = []
    for file in tracked():
        text = (ROOT / file).read_text() if file.startswith("templates/") else ""
        is_page = "<html" in text or re.search(r"{% extends [\"'](base|allauth/layouts/base)", text)
        if is_page and not re.search(r"<title>|{% block (title|head_title) %}", text):
            untitled.append(file)
    assert not untitled, f"fill the block `title`, people find tabs by it: {untitled}"


def test_an_opening_tag_stands_on_one_line() -> None:
    spread = []
    for name in tracked():
        if name.startswith("templates/") and name.endswith(".html"):
            bare = re.sub(
                r"<!--.*?-->|{#.*?#}|{%.*?%}|{{.*?}}", "", (ROOT / name).read_text(), flags=re.DOTALL
            )
            spread += [f"{name}: {one}" for one in re.findall(r"<[a-z][^<>]*\n[^<>]*>", bare)]
    assert not spread, f"a formatter spreads attributes over lines that nobody can read: {spread}"


def test_what_somebody_fills_in_or_opens_is_there_on_a_phone() -> None:
    """`wide` is what only a desk shows: a second way to something, never the only one."""
    within = "form|details|summary|button|input|select|textarea"
    hidden = re.compile(rf'<(?:{within})\b[^>]*class="(?:[^"]* )?wide[ "]')
    pages = (file for file in tracked() if file.endswith(".html"))
    found = [file for file in pages if hidden.search((ROOT / file).read_text())]
    assert not found, f"a phone does not show it; take `wide` away: {found}"


def test_links_in_the_documents_lead_somewhere() -> None:
    dead = []
    for file in tracked():
        if not file.endswith(".md"):
            continue
        text = (ROOT / file).read_text()
        for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)|src=\"(?!https?:)([^\"]+)\"", text):
            if not ((ROOT / file).parent / (link[0] or link[1])).exists():
                dead.append(f"{file}: {link[0] or link[1]}")
    assert not dead, f"mend the link or take it out: {dead}"


# What a document sets as code: a block indented or between fences, or a few words of a line.
AS_CODE = re.compile(r"^ {4}[^\n]*$|^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def test_paths_in_the_documents_are_there() -> None:
    """A file or folder that a text names by its way from the top, alone or in a command."""
    tops, gone = "|".join({file.split("/")[0] for file in tracked() if "/" in file}), []
    named = re.compile(rf"(?<![\w./:~-])(?:{tops})/(?:[\w./*-]*[\w*/])?")
    for file in tracked():
        text = (ROOT / file).read_text() if file.endswith(".md") else ""
        for path in named.findall("\n".join(AS_CODE.findall(text))):
            beside = (ROOT / file).parent
            if not (any(ROOT.glob(path)) or any(beside.glob(path))):
                gone.append(f"{file}: {path}")
    assert not gone, f"name the place where it is now: {gone}"


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Every route of ours by name, with its converters still in it."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if one.app_name != "admin":
                yield from addresses(one, route)
        elif isinstance(one, URLPattern):
            yield f"{resolver.namespace or ''}:{one.name or route}", route


def filled(route: str, *, pk: int, slug: str) -> str:
    """A route as an address: the league and club given, everything else made up."""
    known = {"slug": slug, "pk": str(pk)}
    made_up = {"int": "987654", "uuid": "6e1f3a52-6a0e-4d8e-9a43-2f3c3c5d7a11"}

    def value(found: re.Match[str]) -> str:
        kind, _, name = found[1].rpartition(":")
        return known.get(name) or made_up.get(kind, "made-up")

    plain = re.sub(r"\(\?P<\w+>.*?\)(?=/|\$|$)", "made-up", route).replace("^", "").replace("$", "")
    return "/" + re.sub(r"<([^>]+)>", value, plain).replace("\\Z", "").replace("\\", "")


ROUTES = sorted(set(addresses(get_resolver())))


@pytest.fixture(scope="module")
def nobody() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.in_turn(5, kind="addresses")
def test_no_address_breaks_for_a_stranger(nobody: Client) -> None:
    scope = play.found_league()
    odd = {}
    for name, route in ROUTES:
        status = nobody.get(filled(route, pk=scope.pk, slug=scope.club.slug)).status_code
        if status not in {200, 302, 401, 403, 404, 405}:
            odd[name] = status
    assert not odd, f"a stranger signs in or meets 404: {odd}"


@pytest.mark.django_db
@pytest.mark.in_turn(5, kind="addresses")
def test_no_address_breaks_for_a_member_with_made_up_keys() -> None:
    scope = play.found_league()
    browser = Client(raise_request_exception=False)
    browser.force_login(
        play.player(scope, "Marta").person.user, backend="django.contrib.auth.backends.ModelBackend"
    )
    odd = {}
    for name, route in ROUTES:
        if "sign" in name or "logout" in name:
            continue
        address = filled(route, pk=scope.pk, slug=scope.club.slug)
        for ask in (browser.get, browser.post):
            if (status := ask(address).status_code) >= 500:
                odd[f"{name} {ask.__name__}"] = status
    assert not odd, f"answer 404 for a key that is not there, 422 for a form left empty: {odd}"


def test_tests_that_share_what_is_dear_run_in_one_process(request: pytest.FixtureRequest) -> None:
    """Nothing else tells when they do not: each process makes it anew, and the run only takes longer."""
    grouped = request.config.getoption("loadgroup", default=False)
    assert not grouped or request.node.nodeid.endswith("@code")

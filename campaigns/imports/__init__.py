"""Bring an army: one door for every kind of list a player can hand us.

`read_army_list` finds out what it was given and answers with an `ImportedList` or with `Unreadable` and a
sentence for the player; it raises nothing else, whatever the bytes. Showing, correcting and founding are left
to the pages and the rules.
"""

import re
from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.imports import army_forge, battlescribe, roster_files, text
from campaigns.imports.lists import (
    ImportedList,
    ImportedUnit,
    ImportRemark,
    ListedItem,
    ListedUpgrade,
    ListedWeapon,
    Rule,
    Unreadable,
)
from campaigns.imports.reading import clean_text
from campaigns.shell.reading.plain_json import BadJson, read_json

__all__ = [
    "MOST_BYTES",
    "ImportRemark",
    "ImportedList",
    "ImportedUnit",
    "ListedItem",
    "ListedUpgrade",
    "ListedWeapon",
    "Rule",
    "Unreadable",
    "read",
]

MOST_BYTES = 2_000_000

_WHAT_TO_BRING = gettext_noop(
    "Use the text you get when you share a list in Army Forge, or a roster from BattleScribe or New Recruit."
)
_LINK = re.compile(r"https?://\S{1,500}$")
_LIST_ID = re.compile(r"[?&]id=([A-Za-z0-9_-]{1,40})")


def read_army_list(
    data: bytes | str, filename: str | None = None, *, known_traits: Collection[str] = ()
) -> ImportedList:
    """The list in an uploaded file or a pasted text.

    `filename` only serves the sentence of a refusal. `known_traits`: the names in the league's rulebook,
    by which a text's traits are told from its rules. Raises Unreadable.
    """
    _check_size(data)
    try:
        return _read(data, filename or "", known_traits)
    except RecursionError:
        raise _no_list(_("This file is nested too deeply to be an army list.")) from None


def _no_list(why: str) -> Unreadable:
    return Unreadable(f"{why} {_(_WHAT_TO_BRING)}")


def _check_size(data: bytes | str) -> None:
    size = len(data) if isinstance(data, bytes) else len(data.encode(errors="replace"))
    if size > MOST_BYTES:
        sentence = _("This is larger than %(most)s MB; an army list is far smaller.")
        raise _no_list(sentence % {"most": MOST_BYTES // 1_000_000})


def _read(data: bytes | str, filename: str, known_traits: Collection[str]) -> ImportedList:
    if isinstance(data, bytes) and roster_files.is_zip(data):
        data = roster_files.unzipped(data)
    content = _decoded(data, filename).strip().removeprefix("\ufeff").strip()
    if not content:
        raise _no_list(_("This is empty."))
    if content[0] in "{[":
        return _read_json(content, known_traits)
    if roster_files.is_xml(content):
        return battlescribe.read_roster(roster_files.tree_of_xml(content))
    if text.is_text_list(content):
        return text.read_list_text(content, known_traits)
    raise _refusal_of(content, filename)


def _decoded(data: bytes | str, filename: str) -> str:
    if isinstance(data, str):
        return data
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        decoded = data.decode(encoding)
    except UnicodeDecodeError:
        if b"\0" not in data:
            sentence = _(
                "This file was saved in an old encoding. Save it again as UTF-8, or paste its text here."
            )
            raise Unreadable(sentence) from None
        decoded = "\0"
    if "\0" in decoded:
        if name := clean_text(filename):
            raise _no_list(_("“%(name)s” is not a text file we can read.") % {"name": name})
        raise _no_list(_("This is not a text file we can read."))
    return decoded


def _read_json(content: str, known_traits: Collection[str]) -> ImportedList:
    try:
        data: object = read_json(content, any_text=True)
    except BadJson as error:
        raise Unreadable(error.sentence) from None
    except ValueError:
        raise Unreadable(
            _("This looks like JSON, but it is cut off or damaged. Copy the whole text and try again.")
        ) from None
    if isinstance(data, dict) and battlescribe.is_roster(data):
        return battlescribe.read_roster(data["roster"])
    if isinstance(data, dict) and (army_forge.is_save_file(data) or army_forge.is_list(data)):
        return army_forge.read_army_forge(data, known_traits)
    raise _no_list(_("This is JSON, but not an army list we recognise."))


def _refusal_of(content: str, filename: str) -> Unreadable:
    if _LINK.match(content):
        return _refused_link(content)
    if content[:500].lstrip().lower().startswith(("<!doctype html", "<html")):
        return _no_list(_("This is a web page, not a list."))
    if name := clean_text(filename):
        return _no_list(_("“%(name)s” is not an army list we recognise.") % {"name": name})
    return _no_list(_("This is not an army list we recognise."))


def _refused_link(link: str) -> Unreadable:
    found = _LIST_ID.search(link)
    if not found or "onepagerules.com" not in link:
        return _no_list(_("This is a link; we cannot open it from here."))
    sentence = _(
        "This is a share link, which cannot be opened from here. Share the list as text and paste that; or "
        "open %(address)s and paste everything you see there."
    )
    return Unreadable(sentence % {"address": f"https://army-forge.onepagerules.com/api/tts?id={found[1]}"})

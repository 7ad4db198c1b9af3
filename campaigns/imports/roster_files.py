"""How a roster of BattleScribe or New Recruit comes: XML (.ros), the same zipped (.rosz), or JSON, one tree.

Files from outside are not trusted: no document type or entities, one roster per archive, and a limit on what
it unpacks to. Python's own parser fetches nothing from outside, its expat stops what unfolds without end, and
the builder here refuses a document type, where every such attack begins. That is what defusedxml would do
(its last release is of 2021), and lxml is twelve megabytes for one reader.
"""

import io
import xml.etree.ElementTree as ET
import zipfile
import zlib
from pathlib import PurePosixPath

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.imports.lists import Unreadable
from rules.engine.plain import JsonObject

MOST_UNZIPPED = 4_000_000
_LISTS = ("costs", "forces", "selections", "categories", "profiles", "characteristics", "rules")
_DAMAGED = gettext_noop("This roster is damaged and cannot be read. Export it again and upload the new file.")


def is_zip(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def is_xml(content: str) -> bool:
    return content.startswith(("<?xml", "<roster", "<!--"))


def unzipped(data: bytes) -> bytes:
    """The one roster in an archive; raises Unreadable if there is none, several, or far too large a one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_member(member.filename)]
            if len(members) != 1:
                raise Unreadable(_("An archive must contain exactly one roster (.ros); this one does not."))
            if members[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Unreadable(
                    _("This archive is packed in a way we cannot read. Save it as an ordinary zip.")
                )
            with archive.open(members[0]) as file:
                content = file.read(MOST_UNZIPPED + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, ValueError, OSError, EOFError):
        raise Unreadable(_("This archive is damaged or locked and cannot be opened.")) from None
    if len(content) > MOST_UNZIPPED:
        raise Unreadable(_("Unpacked, this archive is far too large for a roster."))
    return content


def _is_member(name: str) -> bool:
    """Whether a member is a roster, and not what a file manager packed beside it."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    aside = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    return name.lower().endswith(".ros") and not aside


def tree_of_xml(content: str) -> JsonObject:
    """The roster in the shape of the JSON export; raises Unreadable for any other document."""
    parser = ET.XMLParser(target=_Builder())  # noqa: S314  the builder refuses what defusedxml would
    try:
        parser.feed(content)
        root = parser.close()
    except (ET.ParseError, ValueError):
        raise Unreadable(_(_DAMAGED)) from None
    if _tag(root) != "roster":
        raise Unreadable(_("This is XML, but not a roster from BattleScribe or New Recruit."))
    return _tree(root)


class _Builder(ET.TreeBuilder):
    """A tree of elements and nothing else: see the module's first lines."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        forbidden = _("This roster declares a document type, which is not allowed.")
        raise Unreadable(f"{forbidden} {_(_DAMAGED)}")


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _tree(element: ET.Element) -> JsonObject:
    """The element in the shape of the JSON export: attributes as keys, child lists as lists."""
    node: JsonObject = dict(element.attrib)
    node["$text"] = element.text
    for child in element:
        if _tag(child) in _LISTS:
            node[_tag(child)] = [_tree(entry) for entry in child]
    return node

"""A whole league in one file: each warband's sheet drawn by itself, kept, and put together.

What has not changed is not drawn again: sheets are kept under a digest of everything that shapes them. The
parts' tags are joined into one tree, so the file reads as well as its parts. Long: belongs to the worker.
"""

import hashlib
import io
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import cache
from importlib.metadata import version
from xml.sax.saxutils import escape

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
    TextStringObject,
)

from campaigns.paper.measure import FONTS
from campaigns.paper.pdf import pdf_bytes
from campaigns.paper.style import style_text

Sheets = MutableMapping[str, bytes]


def render_pages(
    pages: Sequence[tuple[str, str]],
    title: str,
    *,
    cache: Sheets | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> bytes:
    """Pages of HTML, each with its bookmark, as one PDF.

    `cache` maps digests to single PDFs; what is missing is drawn and added, nothing is ever removed.
    `progress` is told (parts done, parts in all) after each. Raises ValueError without anything to print.
    """
    if not pages:
        raise ValueError("There is nothing to print.")
    sheets: Sheets = {} if cache is None else cache
    parts = []
    for done, (name, html) in enumerate(pages, 1):
        parts.append((name, kept_or_drawn(html, sheets)))
        progress(done, len(pages))
    return merge_pdfs(parts, title)


def kept_or_drawn(html: str, sheets: Sheets) -> bytes:
    key = digest(html)
    if key not in sheets:
        sheets[key] = pdf_bytes(html)
    return sheets[key]


def digest(html: str) -> str:
    """Of everything that shapes the drawn page: its text and layout, the style, the faces, the library."""
    return hashlib.sha256(f"{html}\0{surroundings()}".encode()).hexdigest()


@cache
def surroundings() -> str:
    faces = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(FONTS.glob("*.ttf")))).hexdigest()
    return f"{style_text()}\0{faces}\0{version('weasyprint')}"


# Putting together


def merge_pdfs(parts: list[tuple[str, bytes]], title: str) -> bytes:
    """One PDF of all parts: bookmarks by name, one tree of tags."""
    writer = PdfWriter()
    tags = Tags(writer)
    for name, content in parts:
        reader = PdfReader(io.BytesIO(content))
        first = len(writer.pages)
        writer.append(reader, import_outline=False)
        writer.add_outline_item(title=name, page_number=first)
        tags.add(reader, first)
    tags.close(str(PdfReader(io.BytesIO(parts[0][1])).root_object.get("/Lang", "en")))
    writer.metadata = {"/Title": title, "/Producer": "Musterroll"}
    writer.root_object[NameObject("/Metadata")] = writer._add_object(accessible(title))
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def accessible(title: str) -> StreamObject:
    """The note that says the file is tagged throughout (PDF/UA-1), and its title."""
    stream = StreamObject()
    stream[NameObject("/Type")] = NameObject("/Metadata")
    stream[NameObject("/Subtype")] = NameObject("/XML")
    stream.set_data(XMP.format(title=escape(title)).encode())
    return stream


XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<rdf:Description rdf:about="" pdfuaid:part="1"/>
<rdf:Description rdf:about=""><dc:title><rdf:Alt>
<rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class Tags:
    """Joins the parts' trees of tags: each part's document becomes a part of one document.

    Pages find their tags by a number (/StructParents); the parts all count from 0, so each is moved on.
    """

    def __init__(self, writer: PdfWriter) -> None:
        self.writer = writer
        self.numbers = ArrayObject()
        self.parts = ArrayObject()
        self.root = writer._add_object(DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")}))
        self.document = writer._add_object(
            DictionaryObject(
                {
                    NameObject("/Type"): NameObject("/StructElem"),
                    NameObject("/S"): NameObject("/Document"),
                    NameObject("/P"): self.root,
                    NameObject("/K"): self.parts,
                }
            )
        )
        self.next = 0

    def add(self, reader: PdfReader, first_page: int) -> None:
        tree = as_a(DictionaryObject, reader.root_object["/StructTreeRoot"].clone(self.writer))
        for part in as_a(ArrayObject, tree["/K"]):
            element = as_a(DictionaryObject, part)
            element[NameObject("/S")] = NameObject("/Part")
            element[NameObject("/P")] = self.document
            self.parts.append(part)
        moved = self.next
        for number, elements in pairs(
            as_a(ArrayObject, as_a(DictionaryObject, tree["/ParentTree"])["/Nums"])
        ):
            self.numbers.extend([NumberObject(number + moved), elements])
            self.next = max(self.next, number + moved + 1)
        for page, original in zip(self.writer.pages[first_page:], reader.pages, strict=True):
            number = int(str(original["/StructParents"]))
            page[NameObject("/StructParents")] = NumberObject(number + moved)
            page[NameObject("/Tabs")] = NameObject("/S")

    def close(self, language: str) -> None:
        root = as_a(DictionaryObject, self.root)
        tree = DictionaryObject({NameObject("/Nums"): self.numbers})
        root[NameObject("/K")] = ArrayObject([self.document])
        root[NameObject("/ParentTree")] = self.writer._add_object(tree)
        catalog = self.writer.root_object
        catalog[NameObject("/StructTreeRoot")] = self.root
        catalog[NameObject("/Lang")] = TextStringObject(language)
        catalog[NameObject("/MarkInfo")] = flag("/Marked")
        catalog[NameObject("/ViewerPreferences")] = flag("/DisplayDocTitle")


def as_a[K: PdfObject](kind: type[K], found: PdfObject) -> K:
    """What stands there, which is of this kind in what WeasyPrint writes."""
    there = found.get_object()
    assert isinstance(there, kind), there
    return there


def flag(name: str) -> DictionaryObject:
    return DictionaryObject({NameObject(name): BooleanObject(True)})


def pairs(numbers: ArrayObject) -> Iterator[tuple[int, ArrayObject | IndirectObject]]:
    for position in range(0, len(numbers), 2):
        yield int(numbers[position]), numbers[position + 1]

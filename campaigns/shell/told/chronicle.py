"""The journal told to people: each entry as a sentence, with its dice, who, when and the rule behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import JSONObject
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.engine.asking.asking import ORGANISERS_WORD
from campaigns.engine.plugins import entry_effects, plugin_of, seen_by
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import loaded_answers
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.models import ActRequest, Entry, EntryText, EntryVersion, LetIn, Via
from campaigns.shell.places import entry_place
from campaigns.shell.reading.names import isolated
from campaigns.shell.told.let_in import let_in_at, let_in_words, traces_at
from campaigns.shell.told.notes import note_sentence
from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import listed
from rules.engine.lazy_tables import peek
from rules.engine.plain import listed_in, text_in
from rules.engine.questions import Answer

PAGE = 30
FEW = 4  # so many entries a correction names one by one
BATCHES = 4  # so often news are read on where many say alike
ASKED = Subquery(
    ActRequest.objects.filter(entry=OuterRef("pk")).values(
        told=JSONObject(asker="asker_id", agreed="agreed")
    )[:1]
)  # the request that an entry came of
BY_ITSELF = {
    Via.CLOCK: gettext_lazy("automatically"),
    Via.IDLE: gettext_lazy("nothing to choose"),
    Via.ABSENT: gettext_lazy("the app carried on"),
}


@dataclass(frozen=True, slots=True)
class Die:
    """One face as it is drawn: `origin` is "app" or "hand"."""

    face: int
    origin: str


@dataclass(frozen=True, slots=True)
class EntryTold:
    """What one entry says, with the dice that may be shown beside it."""

    sentence: str
    dice: tuple[Die, ...]
    stood_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One entry told. `seq` is its number in the journal, `url` leads to what it was about; `stood_in` says
    who answered for whom in it, who had asked for it, and who had been let in by whom; `by_itself` why nobody
    did it."""

    seq: int
    at: datetime
    sentence: str
    who: str
    acting_for: str
    stood_in: tuple[str, ...]
    by_itself: str
    dice: tuple[Die, ...]
    rules: tuple[str, ...]
    void: bool
    corrected: bool
    correction: bool
    url: str


def entries_of(viewer: AnyViewer, *, about: str = "", before: int | None = None) -> QuerySet[Entry]:
    """Entries newest first; `about` is the id of a warband, unit or mission that has to occur in it."""
    found = known_entries(viewer).select_related("slot").annotate(asked=ASKED).order_by("-at", "-seq")
    if before is not None:
        found = found.filter(seq__lt=before)
    return speaking_of(found, about) if _may_ask(viewer, about) else found.none()


def _may_ask(viewer: AnyViewer, about: str) -> bool:
    """Whether the chronicle may be asked about this: in a game that keeps secrets only about what somebody
    can see, or it could be felt for a word that is hidden from them.
    """
    if not about or not plugin_of(viewer.scope.game).keeps_secrets:
        return True
    return any(about in getattr(viewer.state, table) for table in viewer.state.tables())


def known_entries(viewer: AnyViewer) -> QuerySet[Entry]:
    """Everything in the journal of which this visitor may know."""
    entries, withheld = viewer.scope.entries.all(), plugin_of(viewer.scope.game).secrecy.withheld(viewer)
    return entries.exclude(slot__code__in=withheld) if withheld else entries


def speaking_of(entries: QuerySet[Entry], about: str) -> QuerySet[Entry]:
    """Those in which the id `about` occurs; all of them without one."""
    if not about:
        return entries
    return entries.extra(  # the ids of a scope are unique words; one scan of one league's journal
        where=["(params::text || effects::text || answers::text) LIKE %s"], params=[_whole_word(about)]
    )


def _whole_word(about: str) -> str:
    """A pattern for one whole text of an entry, so that nobody feels for what else stands in it."""
    return f"%{re.sub(r'([\\%_])', r'\\\1', json.dumps(about, ensure_ascii=False))}%"


def newest_lines(
    viewer: AnyViewer,
    *,
    about: str = "",
    before: int | None = None,
    limit: int = PAGE,
) -> list[ToldLine]:
    """The newest entries as sentences."""
    return chronicle_lines(viewer, list(entries_of(viewer, about=about, before=before)[:limit]))


def news(viewer: AnyViewer, limit: int) -> list[ToldLine]:
    """The newest entries worth telling beside other things: without those that are small, and of several in a
    row that say the same of the same place the newest.
    """
    worth = entries_of(viewer).exclude(procedure__in=viewer.registration.game.marked[ActTrait.MINOR])
    found: list[ToldLine] = []
    for start in range(0, BATCHES * limit, limit):
        read = chronicle_lines(viewer, list(worth[start : start + limit]))
        for line in read:
            if not found or _says(line) != _says(found[-1]):
                found.append(line)
        if len(found) >= limit or len(read) < limit:
            break
    return found[:limit]


def _says(line: ToldLine) -> tuple[str, str, bool]:
    return line.sentence, line.url, line.void


def chronicle_line(viewer: AnyViewer, entry: Entry) -> ToldLine:
    """One entry as a sentence."""
    return chronicle_lines(viewer, [entry])[0]


def sentence_of(viewer: AnyViewer, entry: Entry, texts: dict[int, str]) -> str:
    """What one entry says, by itself; `texts` are the words people wrote in it."""
    return _said(viewer, entry, texts).sentence


def newest_told_entry(viewer: AnyViewer) -> EntryTold | None:
    """What was done last, after the beginning."""
    entry = entries_of(viewer).filter(seq__gt=1).first()
    return None if entry is None else _said(viewer, entry, _texts([entry]).get(entry.pk, {}))


def latest_of(viewer: AnyViewer, procedure: str) -> str:
    """What the newest entry of this procedure says; empty where there is none that counts."""
    entry = entries_of(viewer).filter(procedure=procedure, void=False).first()
    return sentence_of(viewer, entry, _texts([entry]).get(entry.pk, {})) if entry else ""


def _said(viewer: AnyViewer, entry: Entry, texts: dict[int, str]) -> EntryTold:
    if viewer.seat is None and entry.procedure in viewer.registration.game.marked[ActTrait.PRIVATE_WORDS]:
        texts = {}
    params, answers = (people_texts.put_back(data, texts) for data in (entry.params, entry.answers))
    given, effects = loaded_answers(answers), entry_effects(entry, texts)
    seen = seen_by(viewer, effects)
    dice = tuple(_dice(given)) if len(seen) == len(effects) else ()
    others = (*_stood_in(viewer, entry, given), *_agreed(viewer, entry))
    return EntryTold(entry_sentence(viewer, entry, params, given, seen), dice, others)


def _agreed(viewer: AnyViewer, entry: Entry) -> Iterable[str]:
    """Who asked for it, and who agreed, where it took the word of others."""
    asked = getattr(entry, "asked", None)
    if not asked:
        return
    given = [one for one in asked["agreed"].values() if one["how"] != "asked"]
    names = listed(dict.fromkeys(_name(viewer, one["by"]) for one in given))
    told = {"asker": _name(viewer, asked["asker"]), "names": names}
    decided = any(one["how"] == ORGANISERS_WORD for one in given)
    words = (
        _("%(asker)s asked, %(names)s decided as organiser")
        if decided
        else _("%(asker)s asked, %(names)s accepted")
    )
    yield words % told


def _name(viewer: AnyViewer, seat: int | None) -> str:
    known = viewer.people.get(str(seat))
    return known.name if known else _("Somebody")


def _stood_in(viewer: AnyViewer, entry: Entry, given: Mapping[str, Answer]) -> Iterable[str]:
    """Who answered for whom, besides what the whole entry says already."""
    said = (str(entry.actor_id or ""), entry.acting_for)
    pairs = dict.fromkeys((one.by, one.stood_for) for one in given.values() if one.stood_for)
    for by, whose in pairs:
        if (by, whose) != said:
            who = viewer.people[by].name if by in viewer.people else _("Somebody")
            yield _("%(who)s answered for %(name)s") % {
                "who": who,
                "name": absent_player_name(viewer, whose, viewer.people, entry.at),
            }


def chronicle_lines(viewer: AnyViewer, entries: list[Entry]) -> list[ToldLine]:
    """These entries as sentences, in the order given."""
    texts = _texts(entries)
    replaced, let_in = _beside(entries)
    return [
        _line(viewer, entry, texts.get(entry.pk, {}), let_in.get(entry.slot_id, []), entry.pk in replaced)
        for entry in entries
    ]


def _beside(entries: list[Entry]) -> tuple[set[int], Mapping[int, list[LetIn]]]:
    """The entries that were corrected, and by slot who had been let in; rarely more than one query."""
    slots = {entry.slot_id for entry in entries}
    replaced = EntryVersion.objects.filter(entry__in=entries).values_list(Value(0), "entry_id")
    found = list(replaced.union(traces_at(slots).values_list(Value(1), "slot_id")))
    is_traced = any(kind for kind, _key in found)
    return {key for kind, key in found if not kind}, let_in_at(slots) if is_traced else {}


def _texts(entries: list[Entry]) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for text in EntryText.objects.filter(entry__in=entries):
        found.setdefault(text.entry_id, {})[text.n] = text.body
    return found


def _line(
    viewer: AnyViewer, entry: Entry, texts: dict[int, str], let_in: Iterable[LetIn], corrected: bool
) -> ToldLine:
    said, people = _said(viewer, entry, texts), viewer.people
    who = people.get(str(entry.actor_id))
    by_words = (let_in_words(people, one, who.person if who else None) for one in let_in)
    return ToldLine(
        seq=entry.seq,
        at=entry.at,
        sentence=said.sentence,
        who=who.name if who else "",
        acting_for=absent_player_name(viewer, entry.acting_for, people, entry.at),
        stood_in=(*by_words, *said.stood_in),
        by_itself=str(BY_ITSELF.get(Via(entry.via), "")),
        dice=said.dice,
        rules=viewer.registration.game.procedures[entry.procedure].rules if _known(viewer, entry) else (),
        void=entry.void,
        corrected=corrected,
        correction=entry.procedure == CORRECTION,
        url=_place(viewer, entry),
    )


def _place(viewer: AnyViewer, entry: Entry) -> str:
    """Where it happened; for a correction what it changed."""
    if entry.procedure == CORRECTION:
        return reverse("campaigns:entry", args=[viewer.scope.pk, entry.seq])
    return entry_place(viewer.scope, entry.params)


def absent_player_name(viewer: AnyViewer, who: str, people: dict[str, KnownPerson], at: datetime) -> str:
    """The name of the player an organiser acted for at a moment; empty when somebody acted for themselves."""
    kind, _sep, name = who.partition(":")
    if kind == "organiser":  # nobody is absent whose side a player has not acted for
        return ""
    seats = viewer.registration.held_by(viewer.state, name, at) if kind == "side" else [name]
    names = [people[seat].name for seat in seats if seat in people]
    return get_text_list(names, _("and")) if names else _("an absent player") if who else ""


def _known(viewer: AnyViewer, entry: Entry) -> bool:
    return entry.procedure in viewer.registration.game.procedures


def entry_sentence(
    viewer: AnyViewer,
    entry: Entry,
    params: dict[str, object],
    answers: dict[str, Answer],
    effects: Sequence[Effect],
) -> str:
    """The sentence of an entry: the book's own, or what the procedure does."""
    if entry.procedure == CORRECTION:
        return _correction(params)
    if entry.procedure in NOTES:
        return note_sentence(viewer, entry.procedure, params, namer(viewer))
    return tell_record(viewer, entry.procedure, params, answers, effects, namer(viewer), entry.edition)


def _correction(params: Mapping[str, object]) -> str:
    """`Entries #12 and #13 were corrected: we mixed up the two beasts`."""
    reason, seqs = text_in(params, "words"), [f"#{seq}" for seq in listed_in(params, "entries")]
    told = {"what": listed(seqs), "n": len(seqs), "reason": reason}
    sentence: str = (_corrected if reason else _taken_back)(max(len(seqs), 1)) % told
    if params.get("dice_known"):
        stop = "" if sentence[-1:] in ".!?…" else "."
        known = _("The app’s roll had already been seen.")
        return f"{sentence}{stop} {known}"
    return sentence


def _corrected(n: int) -> str:
    if n > FEW:
        return ngettext(
            "%(n)s entry was corrected: %(reason)s", "%(n)s entries were corrected: %(reason)s", n
        )
    return ngettext(
        "Entry %(what)s was corrected: %(reason)s", "Entries %(what)s were corrected: %(reason)s", n
    )


def _taken_back(n: int) -> str:
    if n > FEW:
        return ngettext("%(n)s entry was undone.", "%(n)s entries were undone.", n)
    return ngettext("Entry %(what)s was undone.", "Entries %(what)s were undone.", n)


def tell_record(
    viewer: AnyViewer,
    procedure: str,
    params: Mapping[str, object],
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Callable[[str], str],
    edition: str = "",
) -> str:
    """The book's own sentence for an entry, or what its procedure does; `names` gives names to ids."""
    sentence = viewer.registration.rules.tell(
        procedure, params, answers, effects, names, edition or viewer.scope.edition
    )
    if sentence:
        return sentence
    spec = viewer.registration.game.procedures.get(procedure)
    return spec.title if spec else procedure


def namer(viewer: AnyViewer) -> Callable[[str], str]:
    """What people call something by its id, or somebody ("person:7")."""

    def name(entity_id: str) -> str:
        kind, _sep, seat = entity_id.partition(":")
        if kind == "person" and seat in viewer.people:
            return isolated(viewer.people[seat].name)
        for table in viewer.state.tables():
            found = peek(getattr(viewer.state, table), entity_id)
            if found is not None:
                known = getattr(found, "name", "") or _owner(viewer, found)
                return isolated(str(known or viewer.state.called(table, entity_id) or entity_id))
        return entity_id

    return name


def _owner(viewer: AnyViewer, entity: object) -> str:
    """Whose something without a name of its own is."""
    known = viewer.people.get(str(getattr(entity, "owner", "")))
    return known.name if known else ""


def _dice(answers: dict[str, Answer]) -> Iterable[Die]:
    for answer in answers.values():
        if answer.origin in ("app", "hand"):
            for number in answer.dice or ():
                faces = divmod(number, 10) if 11 <= number <= 66 else (number,)  # a D66 is two dice
                yield from (Die(face, answer.origin) for face in faces if 1 <= face <= 6)

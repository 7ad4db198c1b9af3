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
from campaigns.engine.desk import desk_of, effects_of, seen_by
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.passage.writing import CORRECTION, NOTES, SEALED_ANEW
from campaigns.engine.stored import words
from campaigns.engine.stored.journal import answers_of
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.models import ActRequest, Entry, EntryText, EntryVersion, LetIn, Via
from campaigns.shell.places import entry_place
from campaigns.shell.reading.names import isolated
from campaigns.shell.told.let_in import let_in_at, let_in_words, traces_at
from rules.engine.effects import Effect
from rules.engine.language import listed
from rules.engine.late import peek
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
    Via.ABSENT: gettext_lazy("nobody was there"),
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


def entries_of(here: AnyHere, *, about: str = "", before: int | None = None) -> QuerySet[Entry]:
    """Entries newest first; `about` is the id of a warband, unit or mission that has to occur in it."""
    found = known_entries(here).select_related("slot").annotate(asked=ASKED).order_by("-at", "-seq")
    if before is not None:
        found = found.filter(seq__lt=before)
    return speaking_of(found, about) if _may_ask(here, about) else found.none()


def _may_ask(here: AnyHere, about: str) -> bool:
    """Whether the chronicle may be asked about this: in a game that keeps secrets only about what somebody
    can see, or it could be felt for a word that is hidden from them.
    """
    if not about or not desk_of(here.scope.game).keeps_secrets:
        return True
    return any(about in getattr(here.state, table) for table in here.state.tables())


def known_entries(here: AnyHere) -> QuerySet[Entry]:
    """Everything in the journal of which this visitor may know."""
    entries, withheld = here.scope.entries.all(), desk_of(here.scope.game).withheld(here)
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


def lines(
    here: AnyHere,
    *,
    about: str = "",
    before: int | None = None,
    limit: int = PAGE,
) -> list[ToldLine]:
    """The newest entries as sentences."""
    return lines_of(here, list(entries_of(here, about=about, before=before)[:limit]))


def news(here: AnyHere, limit: int) -> list[ToldLine]:
    """The newest entries worth telling beside other things: without those that are small, and of several in a
    row that say the same of the same place the newest.
    """
    worth = entries_of(here).exclude(procedure__in=desk_of(here.scope.game).small)
    found: list[ToldLine] = []
    for start in range(0, BATCHES * limit, limit):
        read = lines_of(here, list(worth[start : start + limit]))
        for line in read:
            if not found or _says(line) != _says(found[-1]):
                found.append(line)
        if len(found) >= limit or len(read) < limit:
            break
    return found[:limit]


def _says(line: ToldLine) -> tuple[str, str, bool]:
    return line.sentence, line.url, line.void


def line_of(here: AnyHere, entry: Entry) -> ToldLine:
    """One entry as a sentence."""
    return lines_of(here, [entry])[0]


def sentence_of(here: AnyHere, entry: Entry, texts: dict[int, str]) -> str:
    """What one entry says, by itself; `texts` are the words people wrote in it."""
    return _said(here, entry, texts).sentence


def newest(here: AnyHere) -> EntryTold | None:
    """What was done last, after the beginning."""
    entry = entries_of(here).filter(seq__gt=1).first()
    return None if entry is None else _said(here, entry, _texts([entry]).get(entry.pk, {}))


def latest_of(here: AnyHere, procedure: str) -> str:
    """What the newest entry of this procedure says; empty where there is none that counts."""
    entry = entries_of(here).filter(procedure=procedure, void=False).first()
    return sentence_of(here, entry, _texts([entry]).get(entry.pk, {})) if entry else ""


def _said(here: AnyHere, entry: Entry, texts: dict[int, str]) -> EntryTold:
    if here.seat is None and entry.procedure in desk_of(here.scope.game).in_the_club:
        texts = {}
    params, answers = (words.put_back(data, texts) for data in (entry.params, entry.answers))
    given, effects = answers_of(answers), effects_of(entry, texts)
    seen = seen_by(here, effects)
    dice = tuple(_dice(given)) if len(seen) == len(effects) else ()
    others = (*_stood_in(here, entry, given), *_agreed(here, entry))
    return EntryTold(told(here, entry, params, given, seen), dice, others)


def _agreed(here: AnyHere, entry: Entry) -> Iterable[str]:
    """Who asked for it, and who agreed, where it took the word of others."""
    asked = getattr(entry, "asked", None)
    if not asked:
        return
    given = [one for one in asked["agreed"].values() if one["how"] != "asked"]
    names = listed(dict.fromkeys(_name(here, one["by"]) for one in given))
    told = {"asker": _name(here, asked["asker"]), "names": names}
    decided = any(one["how"] == ORGANISERS_WORD for one in given)
    words = (
        _("%(asker)s asked, %(names)s decided as organiser")
        if decided
        else _("%(asker)s asked, %(names)s accepted")
    )
    yield words % told


def _name(here: AnyHere, seat: int | None) -> str:
    known = here.people.get(str(seat))
    return known.name if known else _("Somebody")


def _stood_in(here: AnyHere, entry: Entry, given: Mapping[str, Answer]) -> Iterable[str]:
    """Who answered for whom, besides what the whole entry says already."""
    said = (str(entry.actor_id or ""), entry.acting_for)
    pairs = dict.fromkeys((one.by, one.stood_for) for one in given.values() if one.stood_for)
    for by, whose in pairs:
        if (by, whose) != said:
            who = here.people[by].name if by in here.people else _("Somebody")
            yield _("%(who)s answered for %(name)s") % {
                "who": who,
                "name": acting_for(here, whose, here.people),
            }


def lines_of(here: AnyHere, entries: list[Entry]) -> list[ToldLine]:
    """These entries as sentences, in the order given."""
    texts = _texts(entries)
    replaced, let_in = _beside(entries)
    return [
        _line(here, entry, texts.get(entry.pk, {}), let_in.get(entry.slot_id, []), entry.pk in replaced)
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
    here: AnyHere, entry: Entry, texts: dict[int, str], let_in: Iterable[LetIn], corrected: bool
) -> ToldLine:
    said, people = _said(here, entry, texts), here.people
    who = people.get(str(entry.actor_id))
    by_words = (let_in_words(people, one, who.person if who else None) for one in let_in)
    return ToldLine(
        seq=entry.seq,
        at=entry.at,
        sentence=said.sentence,
        who=who.name if who else "",
        acting_for=acting_for(here, entry.acting_for, people),
        stood_in=(*by_words, *said.stood_in),
        by_itself=str(BY_ITSELF.get(Via(entry.via), "")),
        dice=said.dice,
        rules=here.registration.game.procedures[entry.procedure].rules if _known(here, entry) else (),
        void=entry.void,
        corrected=corrected,
        correction=entry.procedure == CORRECTION,
        url=_place(here, entry),
    )


def _place(here: AnyHere, entry: Entry) -> str:
    """Where it happened; for a correction what it changed."""
    if entry.procedure == CORRECTION:
        return reverse("campaigns:entry", args=[here.scope.pk, entry.seq])
    return entry_place(here.scope, entry.params)


def acting_for(here: AnyHere, who: str, people: dict[str, KnownPerson]) -> str:
    """The name of the player an organiser acted for; empty when somebody acted for themselves."""
    kind, _sep, name = who.partition(":")
    if kind == "organiser":  # nobody is absent whose side a player has not acted for
        return ""
    seats = here.registration.members_of(here.state, name) if kind == "side" else [name]
    names = [people[seat].name for seat in seats if seat in people]
    return get_text_list(names, _("and")) if names else _("somebody absent") if who else ""


def _known(here: AnyHere, entry: Entry) -> bool:
    return entry.procedure in here.registration.game.procedures


def told(
    here: AnyHere,
    entry: Entry,
    params: dict[str, object],
    answers: dict[str, Answer],
    effects: Sequence[Effect],
) -> str:
    """The sentence of an entry: the book's own, or what the procedure does."""
    if entry.procedure == CORRECTION:
        return _correction(params)
    if entry.procedure in NOTES:
        return _note(here, entry.procedure, params)
    return tell_record(here, entry.procedure, params, answers, effects, namer(here), entry.edition)


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


def _note(here: AnyHere, what: str, params: Mapping[str, object]) -> str:
    """What the door wrote down about a dialogue."""
    name = str(params.get("what", ""))
    spec = here.registration.game.procedures.get(name)
    title = {"what": spec.title.rstrip(".") if spec else name}
    if what == SEALED_ANEW:
        return _("Sealed again: %(what)s.") % title
    told = [_("Cancelled: %(what)s.") % title]
    if params.get("seals"):
        told.append(_("What was sealed in it no longer counts."))
    if params.get("dice"):
        told.append(_("The app had already rolled; what was chosen before that counts."))
    return " ".join(told)


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
    here: AnyHere,
    procedure: str,
    params: Mapping[str, object],
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Callable[[str], str],
    edition: str = "",
) -> str:
    """The book's own sentence for an entry, or what its procedure does; `names` gives names to ids."""
    sentence = here.registration.tell(
        procedure, params, answers, effects, names, edition or here.scope.edition
    )
    if sentence:
        return sentence
    spec = here.registration.game.procedures.get(procedure)
    return spec.title if spec else procedure


def namer(here: AnyHere) -> Callable[[str], str]:
    """What people call something by its id, or somebody ("person:7")."""

    def name(entity_id: str) -> str:
        kind, _sep, seat = entity_id.partition(":")
        if kind == "person" and seat in here.people:
            return isolated(here.people[seat].name)
        for table in here.state.tables():
            found = peek(getattr(here.state, table), entity_id)
            if found is not None:
                known = getattr(found, "name", "") or _owner(here, found)
                return isolated(str(known or here.state.called(table, entity_id) or entity_id))
        return entity_id

    return name


def _owner(here: AnyHere, entity: object) -> str:
    """Whose something without a name of its own is."""
    known = here.people.get(str(getattr(entity, "owner", "")))
    return known.name if known else ""


def _dice(answers: dict[str, Answer]) -> Iterable[Die]:
    for answer in answers.values():
        if answer.origin in ("app", "hand"):
            for number in answer.dice or ():
                faces = divmod(number, 10) if 11 <= number <= 66 else (number,)  # a D66 is two dice
                yield from (Die(face, answer.origin) for face in faces if 1 <= face <= 6)

"""What was done in somebody's name or to their past: by an organiser, by the app once time was up, by whoever
corrects the journal. The sentences are the chronicle's, as whoever only watches may read them; in an inbox
as its owner may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.asking.asking import ORGANISERS_WORD
from campaigns.engine.chores import alone
from campaigns.engine.lines import Encounter
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.transaction.writing import CORRECTION, LEFT_CLUB
from campaigns.engine.who.rights import side_from_who, who_starts
from campaigns.engine.who.seated import OWNER
from campaigns.models import ActRequest, Entry, Notice, NoticeKind, Report, Seat, Via
from campaigns.nights.games.games import joined_names
from campaigns.nights.games.leagues import LeagueOfClub, Leagues, league_of_club
from campaigns.notices.kinds.making import notices
from campaigns.shell.places import after_entry
from campaigns.shell.told import chronicle
from campaigns.shell.told.corrected import corrections
from rules.engine.games import ActTrait
from rules.engine.lazy_tables import peek
from rules.engine.plain import listed_in, text_in

OF_GAMES = (NoticeKind.DISPUTED, NoticeKind.COUNTS)  # to those who fought
ORGANISER = "organiser"  # whose an act is
BY_SILENCE = (Via.CLOCK, Via.ABSENT)  # in place of somebody who has not acted
type Done = tuple[NoticeKind, Mapping[int, Seat | None]]  # what it is to each person, and who did it


# Whom it concerns


def of_entries(begun: datetime, after: int) -> Iterator[Notice]:
    """Of entries after that one, what others did for somebody or to their past."""
    done = Entry.objects.filter(pk__gt=after, at__gte=begun, void=False, place=F("seq"))
    told = Notice.objects.filter(entry__in=done).exclude(kind__in=OF_GAMES).values("entry")
    read = Leagues()
    for entry in done.exclude(pk__in=told).select_related("scope", "actor", "slot").order_by("pk"):
        with alone():
            if _may_concern(entry):
                yield from _of(entry, read)


def _of(entry: Entry, read: Leagues) -> Iterator[Notice]:
    kind, people = _concerned(entry, read[entry.scope_id])
    for person, actor in people.items():
        refs = {"entry": entry, "actor": actor, "at": entry.at}
        yield from notices([person], entry.scope.club_id, kind, f"entry-{entry.pk}", **refs)


def _may_concern(entry: Entry) -> bool:
    """Whether it is worth reading the league for it."""
    stood_in = any(one.get("stood_for") for one in entry.answers.values())
    done_for = entry.acting_for or stood_in or _taken_in(entry) or _whose_it_was(entry)
    return entry.procedure == CORRECTION or is_pause(entry) or _gives_up(entry) or bool(done_for)


def is_pause(entry: Entry) -> bool:
    """Whether a league rests from then on, or goes on."""
    return _has_trait(entry, ActTrait.PAUSES_LEAGUE) or _has_trait(entry, ActTrait.RESUMES_LEAGUE)


def tells_everybody(entry: Entry) -> bool:
    """Whether everybody who plays hears of it, not only whose side it was about."""
    return is_pause(entry) or _has_trait(entry, ActTrait.TELLS_EVERYBODY)


def is_left_alone(entry: Entry) -> bool:
    """Whether it says that nobody plays a side any more."""
    return entry.procedure == LEFT_CLUB


def _gives_up(entry: Entry) -> bool:
    """Whether somebody plays what they did no more, which organisers hear of."""
    return is_left_alone(entry) or _has_trait(entry, ActTrait.GIVES_UP)


def _has_trait(entry: Entry, trait: ActTrait) -> bool:
    return entry.procedure in registration_of(entry.scope.game).game.marked[trait]


def tells_of_a_game(entry: Entry) -> bool:
    """Whether a game is told, disputed or agreed to by it, which those who fought hear of (`reported`)."""
    games = registration_of(entry.scope.game).rules.told_games
    return games is not None and entry.procedure in games.tells


def _taken_in(entry: Entry) -> str:
    """Whom an act gives a side, as the rules name a person; empty where it gives nobody one."""
    owner = text_in(entry.params, "owner")
    return f"person:{owner}" if owner and _has_trait(entry, ActTrait.TAKES_SEAT) else ""


def _given_away_by(entry: Entry) -> str:
    """Whose a side was before an act gave it to somebody else, in the same way."""
    taken = _taken_in(entry)
    had = (text_in(effect, "before") for effect in entry.effects) if taken else ()
    return "|".join(f"person:{one}" for one in had if one)


def _concerned(entry: Entry, found: LeagueOfClub) -> Done:
    if entry.procedure == CORRECTION:
        people = dict.fromkeys(_corrected(entry, found), entry.actor)
        return NoticeKind.CORRECTED, _but_who_did_it(people)
    if tells_everybody(entry):
        in_play = registration_of(entry.scope.game).rules.in_play
        playing = [side for side in found.sides if in_play(found.state, side)]
        people = dict.fromkeys(_people(found, playing), entry.actor)
        return NoticeKind.ACTED_FOR, _but_who_did_it(people)
    if entry.via == Via.IDLE:
        return NoticeKind.WENT_ON, {}
    if entry.via in BY_SILENCE:
        counts = tells_of_a_game(entry) or Report.objects.filter(entry=entry).exists()
        return NoticeKind.WENT_ON, dict.fromkeys(() if counts else _silent(entry, found))
    given = [
        (entry.actor, entry.acting_for),
        (entry.actor, _taken_in(entry)),
        (entry.actor, _given_away_by(entry)),
    ]
    for one in entry.answers.values():
        if whose := one.get("stood_for"):
            given.append((Seat.objects.filter(pk=one.get("by") or 0).first(), whose))
    people = dict.fromkeys(found.organisers if _gives_up(entry) else (), entry.actor)
    people |= dict.fromkeys(_waiting_for_side(entry, found), entry.actor)
    people |= {person: by for by, whose in reversed(given) for person in meant(found, whose)}
    if _whose_it_was(entry) == ORGANISER:
        people |= dict.fromkeys(_named(entry, found), entry.actor)
    said = _said_so(entry)
    return NoticeKind.ACTED_FOR, _but_who_did_it({one: by for one, by in people.items() if one not in said})


def _waiting_for_side(entry: Entry, found: LeagueOfClub) -> set[int]:
    """The people who wait in a game's report for a side that an act has given to somebody else alone."""
    taken, side = _taken_in(entry), text_in(entry.params, plugin_of(entry.scope.game).store.traces.side)
    if not taken or side not in found.sides or found.people_of(side) != meant(found, taken):
        return set()
    told = league_agreements(found.scope, registration_of(found.scope.game), found.state)
    open_ = [one for one in told if side in one.sides and (one.is_disputed or side in one.waits + one.steps)]
    return _people(found, {other for one in open_ for other in one.sides if other != side})


def _said_so(entry: Entry) -> set[int | None]:
    """Who has agreed to it themselves, where it took the word of others."""
    if entry.procedure not in registration_of(entry.scope.game).acts.words:
        return set()
    asked = ActRequest.objects.filter(entry=entry).first()
    given = asked.agreed.values() if asked else ()
    seats = [one["by"] for one in given if one["how"] != ORGANISERS_WORD]
    return set(Seat.objects.filter(pk__in=seats).values_list("person", flat=True))


def _but_who_did_it(people: Mapping[int, Seat | None]) -> dict[int, Seat | None]:
    return {one: by for one, by in people.items() if by is not None and by.person_id != one}


def _whose_it_was(entry: Entry) -> str:
    """Whose an act is that names a side or something played: a side's own, or an organiser's; else empty."""
    spec = registration_of(entry.scope.game).game.procedures.get(entry.procedure)
    who = who_starts(spec, entry.params) if spec else ""
    traces = plugin_of(entry.scope.game).store.traces
    names = any(text_in(entry.params, one) for one in (traces.side, traces.played, traces.single))
    if who.partition(":")[0] == ORGANISER and names:
        return ORGANISER
    return who if entry.via in BY_SILENCE and side_from_who(who) else ""


def _named(entry: Entry, found: LeagueOfClub) -> set[int]:
    """The people about whose side an organiser's act is: whoever is passed over, say."""
    return _people(found, _sides_named(entry, found))


def _silent(entry: Entry, found: LeagueOfClub) -> set[int]:
    """The people whose step silence took: who has only come to play a side since had none to take."""
    people = set[int]()
    for side in _sides_named(entry, found):
        late = {found.who[one].person for one in _come_since(entry, found, side)}
        people |= _people(found, {side}) - late
    return people


def _sides_named(entry: Entry, found: LeagueOfClub) -> set[str]:
    who = _whose_it_was(entry)
    return _sides_of(entry, found) if who == ORGANISER else {side_from_who(who)}


def _people(found: LeagueOfClub, sides: Iterable[str]) -> set[int]:
    return set().union(*(found.people_of(one) for one in sides if one in found.sides))


def _come_since(entry: Entry, found: LeagueOfClub, side: str) -> set[str]:
    """The seats that were given a side after an entry, or play it from a turn on that began no sooner."""
    registration, trace = registration_of(found.scope.game), plugin_of(found.scope.game).store.traces.side
    since = Entry.objects.filter(scope=entry.scope_id, seq__gte=entry.seq, void=False)
    given = since.filter(
        procedure__in=registration.game.marked[ActTrait.TAKES_SEAT], **{f"params__{trace}": side}
    )
    begins = registration.rules.turn_begins
    turned = since.filter(effects__contains=[{"effect": begins}]) if begins else since.none()
    effects = (effect for one in turned.values_list("effects", flat=True) for effect in one)
    turns = {effect["number"] for effect in effects if effect["effect"] == begins}
    plays_from = registration.rules.plays_from(found.state, side)
    later = {one for one, turn in plays_from.items() if turn in turns}
    return {*given.values_list(f"params__{OWNER}", flat=True), *later} & found.who.keys()


def _corrected(entry: Entry, found: LeagueOfClub) -> set[int]:
    """Everybody whose rows are others now; and if it was more than a step taken back, who played in what was
    corrected, acted in it, or has reported it."""
    sides = {str(one) for one in listed_in(entry.params, "sides")}
    people: set[int] = set()
    changed = _changed(entry) if entry.params.get("words") else Entry.objects.none()
    for one in changed:
        sides |= _sides_of(one, found)
        people |= meant(found, one.acting_for) | _who_played(one, found)
    for reporter, theirs in Report.objects.filter(entry__in=changed).values_list("reporter__person", "sides"):
        people.add(reporter)
        sides |= set(theirs)
    return people | _people(found, sides)


def _changed(entry: Entry) -> QuerySet[Entry]:
    seqs = [int(str(one)) for one in listed_in(entry.params, "entries")]
    return Entry.objects.filter(scope=entry.scope_id, seq__in=seqs).select_related("slot")


def _sides_of(entry: Entry, found: LeagueOfClub) -> set[str]:
    bout = _bout_of(entry, found)
    named = text_in(entry.params, plugin_of(found.scope.game).store.traces.side)
    return {named, *(bout.sides if bout else ())}


def _who_played(entry: Entry, found: LeagueOfClub) -> set[int]:
    """The people who played in the game an entry is about, whoever plays their sides now."""
    bout = _bout_of(entry, found)
    return set().union(*(found.people_at(bout, one) for one in bout.sides)) if bout else set()


def _bout_of(entry: Entry, found: LeagueOfClub) -> Encounter | None:
    traces = plugin_of(found.scope.game).store.traces
    about = traces.about(entry.procedure, entry.params, entry.slot.code)
    return found.bout(_battle_of_game(entry, found) or about)


def _battle_of_game(entry: Entry, found: LeagueOfClub) -> str:
    """The battle of the game an entry names, where a battle may have several; else empty."""
    store = plugin_of(found.scope.game).store
    game = text_in(entry.params, store.traces.single) if store.games_in else ""
    row = peek(getattr(found.state, store.games_in), game) if game else None
    return str(row.battle) if row else ""


def meant(found: LeagueOfClub, who: str) -> set[int]:
    """The people behind a who-string of the rules."""
    people: set[int] = set()
    for one in who.split("|"):
        kind, _sep, name = one.partition(":")
        if kind == "side":
            people |= found.people_of(name)
        elif kind == "person" and name in found.who:
            people.add(found.who[name].person)
    return people


def agreement_url(entry: Entry) -> str:
    """Where an agreement is looked at, and disputed."""
    return after_entry(_watching(league_of_club(entry.scope_id)), entry)


# In words


def entry_sentences(
    found: LeagueOfClub, entries: Iterable[Entry], seat: Seat | None = None
) -> dict[int, str]:
    """Entries of a league as the chronicle tells them to whoever only watches, or from a `seat`; of a
    correction its reason and what has changed by it."""
    viewer = _watching(found, seat)
    hidden = set(plugin_of(found.scope.game).secrecy.withheld(viewer))
    kept = list(entries)
    seen = [one for one in kept if one.slot.code not in hidden]
    told = {
        one.pk: line.sentence for one, line in zip(seen, chronicle.chronicle_lines(viewer, seen), strict=True)
    }
    told |= corrections(viewer, hidden, [one for one in kept if one.procedure == CORRECTION])
    return {one.pk: told[one.pk] if one.pk in told else _title(one) for one in kept}


def _watching(found: LeagueOfClub, seat: Seat | None = None) -> AnyViewer:
    request = HttpRequest()
    request.method = "GET"
    return Viewer(request, found.scope, seat, "league")


def _title(entry: Entry) -> str:
    spec = registration_of(entry.scope.game).game.procedures.get(entry.procedure)
    return spec.title if spec else ""


def done_sentence(notice: Notice, entry: Entry, found: LeagueOfClub, sentence: str) -> str:
    """What was done, who did it and for whom."""
    known: dict[str, object] = {"name": notice.actor or _("Somebody"), "what": sentence.rstrip(".")}
    if notice.kind == NoticeKind.WENT_ON:
        if entry.via == Via.ABSENT:
            return _("While you were away, the app carried on for you: %(what)s") % known
        return _("You hadn’t answered, so the app carried on for you: %(what)s") % known
    if is_pause(entry):
        said = _("%(name)s did this as organiser: %(what)s. Deadlines have moved by the length of the pause")
        if _has_trait(entry, ActTrait.PAUSES_LEAGUE):
            said = _(
                "%(name)s did this as organiser: %(what)s. Deadlines and requests are on hold until the "
                "league continues"
            )
        return said % known
    if is_left_alone(entry):
        return str(known["what"])
    if _gives_up(entry) and notice.person_id not in meant(found, entry.acting_for):
        return _("%(name)s: %(what)s") % known
    by_office = _whose_it_was(entry) == ORGANISER or tells_everybody(entry)
    if notice.kind == NoticeKind.ACTED_FOR and by_office:
        return _("%(name)s did this as organiser: %(what)s") % known
    given = f"{_taken_in(entry)}|{_given_away_by(entry)}" if _taken_in(entry) else ""
    if notice.kind == NoticeKind.ACTED_FOR and given and notice.person_id not in meant(found, given):
        return _("%(what)s. The new player also takes over your unsettled game") % known
    if notice.kind == NoticeKind.ACTED_FOR:
        by = notice.actor
        if by and by.person_id not in found.organisers:  # one's own side acts for one, too
            return _("%(name)s did this for you: %(what)s") % known
        return _("%(name)s did this for you, as organiser: %(what)s") % known
    mine = [found.name_of(one) for one in found.sides_of(notice.person_id)]
    known |= {"sides": joined_names(mine) or found.scope.name}
    if entry.params.get("words"):
        return _("%(name)s has corrected something that concerns %(sides)s: %(what)s") % known
    return _("%(name)s has undone a step that concerns %(sides)s: %(what)s") % known

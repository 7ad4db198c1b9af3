"""The events phase: everybody takes one event, smallest empire first. Source: CQ-25 … CQ-38."""

from __future__ import annotations

from functools import partial
from itertools import count

from rules.conquest.book import ConquestInForce, EventRow
from rules.conquest.effects import BuildingChanged, EventTaken, SiegeOver
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.realm_figures import active_realms, empire_territories, events_now, own_buildings
from rules.conquest.reckoning.checks import building_problems
from rules.conquest.reckoning.reach import View, lost_by, realm_sight
from rules.conquest.reckoning.victory import book_victory
from rules.conquest.rounds.admission import realm_turn_problems, why_not_playing
from rules.conquest.rounds.phases import pass_on
from rules.conquest.state import BUILDINGS, Building, Conquest, Event, Territory
from rules.conquest.telling.entry_context import a_building, the_building
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.lazy_tables import all_light
from rules.engine.procedure import Procedure, ask_all
from rules.engine.questions import Choose, ChooseTerritory, Option, Roll, YesNo, side
from rules.engine.refusals import Refused
from rules.turns.problems import first_of, stop

NOTHING = "nothing"
ASKS_AGAIN = 3  # the revision of the rules since which a building that would go is asked about


def taken_by(state: Conquest, book: ConquestInForce) -> dict[str, str]:
    """Events nobody else may take, and who has them; empty once all were taken. Source: CQ-26."""
    whole = book.settings.event_scope == "campaign"
    taken = [one for _, one in sorted(all_light(state.events).items())] if whole else events_now(state)
    by = {one.event: one.realm for one in taken}
    return {} if len(by) == len(book.events) else by


@GAME.procedure(
    "pick_event", rules=("CQ-25", "CQ-26", "CQ-28"), slot="round:{round}:{realm}:event", by="side:{realm}"
)
def pick_event(ctx: ConquestCtx, *, round: int, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Take this round’s event and carry it out.

    Source: CQ-25 … CQ-38.
    """
    yield from stop(realm_turn_problems(ctx.state, ctx.book, "pick_event", realm, round))
    row = yield from _which(ctx, realm)
    target = (yield from _target(ctx, realm, row)) if row.target else ""
    work = ConquestWork(ctx)
    event = Event(id=f"round:{round}:{realm}", round=round, realm=realm, event=row.key, target=target)
    work.do(EventTaken(event=event, rule=row.rule))
    if row.key == "building_boom":
        yield from _boom(ctx, work, realm)
    elif row.key == "disaster":
        yield from _disaster(ctx, work, realm, target)
    pass_on(work, realm)
    return work.done()


def _which(ctx: ConquestCtx, realm: str) -> Procedure[EventRow]:
    book: ConquestInForce = ctx.book
    taken = {event: by for event, by in taken_by(ctx.state, book).items() if by != realm}
    options = tuple(_event_option(ctx, row, taken.get(row.key, "")) for row in book.events)
    text = say("Which event will you take?")
    key: str = yield Choose(f"event:{realm}", text, rule="CQ-26", who=side(realm), options=options)
    return book.event(key)


def _event_option(ctx: ConquestCtx, row: EventRow, owner: str) -> Option:
    why = ctx.book.problem("E03", event=row.name, player=ctx.state.name_of(owner)).sentence if owner else ""
    return Option(row.key, row.name, row.text, why)


def _target(ctx: ConquestCtx, realm: str, row: EventRow) -> Procedure[str]:
    """Another player, never yourself. Source: CQ-28."""
    oneself = ctx.book.problem("E04").sentence
    options = tuple(
        Option(one.id, ctx.state.name_of(one.id), why_not=oneself if one.id == realm else "")
        for one in active_realms(ctx.state)
    )
    text = say("{event}: which player?", event=row.name)
    chosen: str = yield Choose(
        f"target:{realm}",
        text,
        rule="CQ-28",
        who=side(realm),
        options=options,
        left_out=partial(why_not_playing, ctx.state, ctx.book),
    )
    return chosen


def boom_choices(state: Conquest, book: ConquestInForce, realm: str) -> dict[str, list[Option]]:
    """What Building Boom could place, by territory, the impossible with its reason. Source: CQ-30."""
    sight = realm_sight(state, book, realm)
    return {
        one.id: [_boom_option(sight, one, b) for b in BUILDINGS] for one in empire_territories(state, realm)
    }


def _boom_option(sight: View, place: Territory, building: Building) -> Option:
    problem = first_of(building_problems(sight, place, building))
    name, lost = sight.book.book.buildings[building].name, lost_by(sight.book, building, place)
    note = say("{building} will be lost", building=the_building(lost)) if lost and not problem else ""
    return Option(building, name, note, problem.sentence if problem else "")


def _boom(ctx: ConquestCtx, work: ConquestWork, realm: str) -> Procedure[None]:
    """Place a building, or none; what would be lost by it is asked about, and a no chooses anew."""
    for number in count(1):
        occasion = f"boom:{realm}" if number == 1 else f"boom{number}:{realm}"
        where = yield from _boom_where(ctx, occasion, realm)
        if where == NOTHING:
            return
        what = yield from _boom_what(ctx, occasion, realm, where)
        if (yield from _is_sure(ctx, f"{occasion}:{where}:sure", realm, where, what)):
            before = ctx.state.territories[where].building
            work.do(BuildingChanged(territory=where, building=what, before=before, rule="CQ-30"))
            book_victory(work, realm)
            return


def _boom_where(ctx: ConquestCtx, key: str, realm: str) -> Procedure[str]:
    choices = boom_choices(ctx.state, ctx.book, realm)
    options = (
        Option(NOTHING, say("Build nothing")),
        *(_boom_place(ctx.state, *one) for one in choices.items()),
    )
    where: str = yield ChooseTerritory(
        key,
        say("Where will you build?"),
        rule="CQ-30",
        who=side(realm),
        options=options,
        left_out=partial(_not_here, ctx, realm),
    )
    return where


def _not_here(ctx: ConquestCtx, realm: str, territory: str) -> Refused | None:
    place = ctx.state.territories.get(territory)
    if place is None:
        return None
    problem = first_of(building_problems(realm_sight(ctx.state, ctx.book, realm), place, ""))
    return problem.refused() if problem else None


def _boom_what(ctx: ConquestCtx, occasion: str, realm: str, where: str) -> Procedure[Building]:
    what: Building = yield Choose(
        f"{occasion}:{where}",
        say("What will you build?"),
        rule="CQ-30",
        who=side(realm),
        about=where,
        options=tuple(boom_choices(ctx.state, ctx.book, realm)[where]),
    )
    return what


def _is_sure(ctx: ConquestCtx, key: str, realm: str, where: str, what: Building) -> Procedure[bool]:
    """Whether what stands there may go; asked only when something would be lost. Source: CQ-30."""
    place = ctx.state.territories[where]
    lost = lost_by(ctx.book, what, place)
    if not lost:
        return True
    sure: bool = yield YesNo(
        key,
        say(
            "Build {building} at {place}? That costs you {before} there.",
            building=a_building(what),
            place=place.name or where,
            before=the_building(lost),
        ),
        rule="CQ-30",
        who=side(realm),
        about=where,
        yes=say("Build it"),
        no=say("Keep it as it is"),
        since=ASKS_AGAIN,
    )
    return sure


def _boom_place(state: Conquest, territory: str, choices: list[Option]) -> Option:
    """A territory with what may be built there, and what would be lost by it."""
    place = state.territories[territory]
    possible = [one for one in choices if not one.why_not]
    why = "" if possible else choices[0].why_not
    told = (
        say("{building} ({note})", building=o.label, note=o.note) if o.note else o.label for o in possible
    )
    return Option(territory, place.name or territory, ", ".join(told), why)


def _disaster(ctx: ConquestCtx, work: ConquestWork, realm: str, target: str) -> Procedure[None]:
    """A D6 for every building of the target; a fort under siege is its holder's. Source: CQ-31, CQ-135."""
    places = own_buildings(ctx.state, target)
    faces: list[int] = yield from ask_all(_disaster_die(ctx, place, realm, target) for place in places)
    for place, face in zip(places, faces, strict=True):
        if face == ctx.book.figures.disaster_face:
            gone = BuildingChanged(territory=place.id, building="", before=place.building, rule="CQ-31")
            work.do(gone)
            if place.id in work.state.sieges:
                work.do(SiegeOver(territory=place.id, how="fort_gone", rule="CQ-135"))
    book_victory(work, realm)


def _disaster_die(ctx: ConquestCtx, place: Territory, realm: str, target: str) -> Roll:
    """Thrown by whoever was named, or by whoever named them: no turn waits for somebody who is away."""
    building = ctx.book.book.buildings[place.building].name
    return Roll(
        f"disaster:{place.id}",
        say("Does the {building} at {place} survive?", building=building, place=place.name or place.id),
        rule="CQ-31",
        who=f"{side(target)}|{side(realm)}",
        about=place.id,
        how=say("On a {face} it is destroyed.", face=ctx.book.figures.disaster_face),
    )

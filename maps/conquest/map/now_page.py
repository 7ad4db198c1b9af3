"""The one clear thing to do now: for the player whose page it is, and for the organiser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.engine.transaction.dialogue import dry_run
from campaigns.leagues.requests.lines import JoiningAnswer, RequestLine, joining_answer, request_lines
from campaigns.shell.told import chronicle
from config.dates import clock_named
from maps.conquest.map.battle_lines import versus_title
from maps.conquest.map.handing_over import may_be_handed_over, who_hands_over
from maps.conquest.map.stepping import latest_map_steps
from maps.conquest.viewer import ConquestViewer
from maps.ground.taps import MapTap, Options, Why, hidden_fields, tap_refusal
from maps.turns.asked import SlotQuestion, followed, side_questions
from maps.turns.at_table import organiser_answers
from maps.turns.colours import colours_to_join
from maps.turns.others import heirs, others
from maps.turns.played import wants_in
from maps.turns.rulings import decide_words
from maps.turns.waits import deadline_of, paused_words, waiting_words, what_a_pause_does
from rules.conquest.game import rounds_have_begun
from rules.conquest.league.organiser import SKIPPABLE, as_large
from rules.conquest.playing.challenging import targets
from rules.conquest.playing.closing_battles import closing_problems, dropped_by_closing
from rules.conquest.playing.silence import empire_lapses
from rules.conquest.realm_figures import active_realms
from rules.conquest.setting_up.beginning import NO_ROOM, lacks_room
from rules.conquest.state import Conquest, Realm
from rules.conquest.telling.todos import realm_todo_sentence, told_to
from rules.conquest.todos import empire_todos
from rules.engine.language import listed, said
from rules.engine.refusals import Refused
from rules.engine.todos import Todo
from rules.turns.problems import first_of

HINTS = {
    "capitals": gettext_noop(
        "Tap a marked territory on the map. There must be at least one territory between capitals."
    ),
    "events": gettext_noop(
        "Take one event each round, but not one that another player already has. Some events target "
        "another player."
    ),
    "revenue": gettext_noop(
        "Roll for every mine: 10 gold per pip. If all its dice match, the mine is exhausted."
    ),
    "challenge": gettext_noop(
        "A challenge leads to a battle this round. If you are challenged, you cannot challenge "
        "anybody yourself."
    ),
    "choice": gettext_noop(
        "Together, your challengers share one army and each earns a point less; alone, each brings a whole "
        "army."
    ),
    "battle": gettext_noop("Agree on a size, commit gold, play, and report what happened."),
    "conquest": gettext_noop(
        "Tap a territory to see what it costs. One point may be kept for the next round."
    ),
}

WAY_IN = gettext_noop(
    "You have no empire here. Ask to join: once an organiser lets you in, you play from the next round on."
)


@dataclass(frozen=True, slots=True)
class ConquestStep:
    """One of several things to do, each on a page of its own; `waits` for somebody else."""

    text: str
    url: str
    waits: bool


@dataclass(frozen=True, slots=True)
class ConquestNow:
    """`mine`: it is this realm's turn, `main` its one tap if there is but one. `late` says what silence
    brings, `sea` whom one may meet at sea, `asked` which questions are open, `follows` the dialogues
    of one's own, `steps` one's battles, and `reminder` is a text for the chat.
    `requests` wait for somebody's word; with one of the `colours` somebody without an empire asks to join.
    """

    title: str
    hint: str
    mine: bool
    main: MapTap | None
    taps: tuple[MapTap, ...]
    late: tuple[str, ...]
    sea: tuple[MapTap, ...]
    asked: tuple[SlotQuestion, ...]
    follows: str
    steps: tuple[ConquestStep, ...]
    reminder: str
    requests: tuple[RequestLine, ...]
    answered: JoiningAnswer | None
    colours: tuple[str, ...]

    @property
    def answering(self) -> str:
        """Where the question is answered that is the next thing to do, if nothing else is."""
        open_ = (one.url for one in self.asked if not one.waits_for)
        return "" if self.main or self.steps else next(open_, "")


def conquest_now(viewer: ConquestViewer, me: Realm | None, waited: Mapping[str, str]) -> ConquestNow:
    """What the page of realm `me` asks for; `waited` are those for whom the league waits."""
    state: Conquest = viewer.state
    rows, taken = empire_todos(state, viewer.book), {one.colour for one in state.realms.values()}
    todo = told_to(rows, me.id) if me else []
    mine = any(one.stand == "must" for one in todo)
    taps = tuple(_taps(viewer, me)) if me and mine else ()
    asked = side_questions(viewer, me.id) if me else ()
    answers, follows = [one for one in asked if not one.waits_for], followed(asked)
    steps = [*_battles(viewer, todo)] if viewer.state.now.phase == "battle" else []
    steps += _to_decide(viewer, rows)
    if answers and (steps or not mine):
        steps = [*(ConquestStep(one.text, one.url, waits=False) for one in answers), *steps]
        asked = tuple(one for one in asked if one.waits_for)
    otherwise = _("Your turn to answer.") if answers else _waiting(viewer, waited)
    return ConquestNow(
        title=_title(viewer, me, todo) if mine else otherwise,
        hint=_(HINTS.get(state.now.phase, "")) if mine else _(WAY_IN) if comes_late(viewer) else "",
        mine=mine or bool(answers),
        main=next((one for one in taps if one.look == "brass"), None),
        taps=tuple(one for one in taps if one.look != "brass"),
        late=tuple(_late(viewer)) if deadline_of(viewer, waited) else (),
        sea=tuple(_sea(viewer, me)) if me and state.now.phase == "battle" and not state.now.paused else (),
        asked=asked,
        follows=follows,
        steps=tuple(steps),
        reminder=_reminder(viewer, waited) if viewer.seat else "",
        requests=(requests := request_lines(viewer)),
        answered=joining_answer(viewer) if (offers := _offers_to_join(viewer, requests)) else None,
        colours=colours_to_join(viewer, taken) if offers else (),
    )


def comes_late(viewer: ConquestViewer) -> bool:
    """Whether the visitor has no empire in a running league, and may ask for one."""
    mine = any(viewer.seat and viewer.actor.is_seat(one.owner) for one in viewer.state.realms.values())
    return not mine and wants_in(viewer) and rounds_have_begun(viewer.state) and not viewer.state.now.winner


def _offers_to_join(viewer: ConquestViewer, requests: Iterable[RequestLine]) -> bool:
    return comes_late(viewer) and not any(one.mine for one in requests)


def _reminder(viewer: ConquestViewer, waited: Mapping[str, str]) -> str:
    """Whom the league waits for, until when, what silence brings, where to go; only with a deadline."""
    state: Conquest = viewer.state
    waiting, deadline = _waiting(viewer, waited, aloud=True), deadline_of(viewer, waited)
    if not waiting or not deadline or state.now.winner:
        return ""
    when = clock_named(deadline, ZoneInfo(viewer.scope.time_zone))
    until = _("Deadline: %(when)s. After that:") % {"when": when}
    home = viewer.request.build_absolute_uri(reverse("maps:map", args=[viewer.scope.pk]))
    head = viewer.scope.name
    if state.now.round:  # before the first, capitals are picked
        head = _("%(league)s, round %(n)s") % {"league": head, "n": state.now.round}
    return "\n".join((head, waiting, " ".join((until, *_late(viewer))), home))


def _battles(viewer: ConquestViewer, todo: list[Todo]) -> Iterator[ConquestStep]:
    """My battles, those first in which I am asked."""
    for one in sorted(todo, key=lambda row: (row.stand == "waits", row.kind != "cq.agree")):
        url = reverse("maps:battle", args=[viewer.scope.pk, one.about[0]])
        acting = viewer.request.GET.get("as", "")
        url = f"{url}?{urlencode({'as': acting})}" if acting else url
        yield ConquestStep(_step_words(viewer, one), url, one.stand == "waits")


def _step_words(viewer: ConquestViewer, todo: Todo) -> str:
    """What somebody does or waits for in a battle: for an organiser, where nobody plays the other side."""
    if todo.kind == "cq.agree" and todo.stand == "waits":
        names = listed(viewer.state.name_of(one) for one in todo.on)
        if said := organiser_answers(viewer, todo.on, names):
            return said
    return realm_todo_sentence(viewer.state, todo)


def _to_decide(viewer: ConquestViewer, rows: Iterable[Todo]) -> Iterator[ConquestStep]:
    """The disputed battles, to the organisers who decide them."""
    for one in rows if viewer.is_organiser else ():
        if one.act == "decide" and viewer.decides(one):
            url = reverse("maps:battle", args=[viewer.scope.pk, one.about[0]]) + "#decide"
            title = versus_title(viewer.state, viewer.state.battles[one.about[0]])
            yield ConquestStep(decide_words(title), url, waits=False)


def _late(viewer: ConquestViewer) -> Iterator[str]:
    """What the deadline brings to those who stay silent."""
    steps = empire_lapses(viewer.state, viewer.book)
    yield from (one.sentence for one in steps)
    if any(one.do == "rule_abstract" for one in steps):
        yield _("Gold sealed by then counts; if you seal none, you spend none.")


def realm_act_refusal(viewer: ConquestViewer, act: str, **params: object) -> Why:
    """The sentence why an act cannot be done now, as a tap wants it; found by the act's own check."""
    found = dry_run(viewer.scope, viewer.state, f"conquest.{act}", params)
    return tap_refusal(found if isinstance(found, Refused) else None)


def _sea(viewer: ConquestViewer, me: Realm) -> Iterator[MapTap]:
    """Challenges at sea, beside the land battles; whoever has not signed up is offered that first."""
    if not viewer.book.settings.naval or me.status != "active":
        return
    if not me.sails:
        note = _("Others who signed up may challenge you there; nobody is forced to fight.")
        sent = hidden_fields(realm=me.id, sails="true", on="map")
        yield MapTap("sign_on", _("Sign up for battles at sea"), sent, note, icon="tsunami", rule="CQ-137")
        return
    for realm in active_realms(viewer.state):
        if realm.id == me.id:
            continue
        wanted = {"round": viewer.state.now.round, "realm": me.id, "defender": realm.id}
        yield MapTap(
            "sail",
            _("Challenge %(name)s at sea") % {"name": viewer.state.name_of(realm.id)},
            hidden_fields(**wanted),
            _("Earns no points, but the winner pays 1 EP less to conquer the loser’s shores."),
            emblem=realm.colour,
            **realm_act_refusal(viewer, "sail", **wanted),
        )


def _title(viewer: ConquestViewer, me: Realm | None, todo: list[Todo]) -> str:
    phase = viewer.state.now.phase
    if phase == "conquest" and me:
        count = ngettext("%(ep)d empire point to spend.", "%(ep)d empire points to spend.", me.ep)
        return count % {"ep": me.ep}
    if phase == "battle":
        open_ = sum(one.stand == "must" for one in todo)
        return ngettext("%(n)d battle is waiting for you.", "%(n)d battles are waiting for you.", open_) % {
            "n": open_
        }
    return realm_todo_sentence(viewer.state, todo[0])


def goes_by_order(viewer: ConquestViewer, first: str) -> str:
    """Who wins where others are as large."""
    others = listed([viewer.state.name_of(one) for one in as_large(viewer.state, viewer.book)])
    told = {"name": first, "others": others}
    return _("%(name)s wins: as large as %(others)s, but ahead in the round’s order.") % told


def _waiting(viewer: ConquestViewer, waited: Mapping[str, str], *, aloud: bool = False) -> str:
    state: Conquest = viewer.state
    if state.now.winner:
        if state.now.victory == "closed" and as_large(state, viewer.book):
            return goes_by_order(viewer, state.name_of(state.now.winner))
        return _("%(name)s has won the league.") % {"name": state.name_of(state.now.winner)}
    if paused := paused_words(viewer):
        return paused
    if lacks_room(state, viewer.book):
        return said(NO_ROOM)
    return waiting_words(viewer, waited, aloud=aloud) if state.now.phase != "setup" else ""


def _taps(viewer: ConquestViewer, me: Realm) -> Iterator[MapTap]:
    """The buttons of the present phase."""
    state: Conquest = viewer.state
    common = hidden_fields(realm=me.id, round=state.now.round)
    phase = state.now.phase
    if phase == "capitals":
        yield MapTap("draw_capital", _("Draw one for me"), common, icon="dice-5-fill", look="btn")
    elif phase == "events":
        yield MapTap("pick_event", _("Choose an event"), common, look="brass")
    elif phase == "revenue":
        yield MapTap("collect", _("Roll for my mines"), common, icon="dice-5-fill", look="brass")
    elif phase == "challenge":
        yield from _challenges(viewer, me, common)
    elif phase == "choice":
        team, series = _("One battle against all"), _("One battle against each")
        yield MapTap("choose_battles", team, (*common, ("mode", "team")), look="equal")
        yield MapTap("choose_battles", series, (*common, ("mode", "series")), look="equal")
    elif phase == "conquest":
        yield MapTap(
            "end_turn", _("End my turn"), common, icon="check-lg", look="btn", sure=_lapsing(viewer, me.ep)
        )


def _lapsing(viewer: ConquestViewer, points: int) -> str:
    """What is lost when the turn is ended now; empty when everything is kept. Source: CQ-94."""
    kept = viewer.book.figures.carry_most
    lapsing = points - kept
    told = ngettext(
        "%(kept)d EP is kept for the next round, and %(n)d lapses.",
        "%(kept)d EP is kept for the next round, and %(n)d lapse.",
        lapsing,
    )
    return told % {"kept": kept, "n": lapsing} if lapsing > 0 else ""


def _challenges(viewer: ConquestViewer, me: Realm, common: tuple[tuple[str, str], ...]) -> Iterator[MapTap]:
    state: Conquest = viewer.state
    for one in targets(viewer.state, viewer.book, me.id):
        realm = state.realms[one.realm]
        yield MapTap(
            "challenge",
            state.name_of(realm.id),
            (*common, ("defender", realm.id)),
            one.cause,
            emblem=realm.colour,
            **tap_refusal(one.why_not),
        )


# The organiser


@dataclass(frozen=True, slots=True)
class Organising:
    """What the organiser may do from here. `waited` are realms (id, name) one can act for, `realms` those one
    can give to, `others` can be taken in, with one of the free `colours`, one of the `free` can play on with
    one of the `played` empires, and `not_yours` says who hands over the rest; `step` is the latest one with
    its number, which can be taken back.
    """

    waited: tuple[tuple[str, str], ...]
    taps: tuple[MapTap, ...]
    realms: tuple[tuple[str, str], ...]
    others: Options
    free: Options
    played: tuple[tuple[str, str], ...]
    not_yours: str
    colours: tuple[str, ...]
    paused: bool
    can_extend: bool
    step: tuple[int, str] | None


def organising_of(
    viewer: ConquestViewer, waited: Mapping[str, str], news: Sequence[chronicle.ToldLine] = ()
) -> Organising | None:
    """Only for organisers of a league under way."""
    if not viewer.is_organiser:
        return None
    state: Conquest = viewer.state
    now = state.now
    living = [one for one in state.realms.values() if one.status in ("waiting", "active")]
    return Organising(
        waited=tuple((one, name) for one, name in waited.items() if one),
        taps=tuple(_organisers(viewer)),
        realms=() if now.winner else tuple((one.id, state.name_of(one.id)) for one in living),
        others=() if now.winner else others(viewer, (one.owner for one in state.realms.values())),
        free=() if now.winner else heirs(viewer, (one.owner for one in living)),
        played=() if now.winner else tuple(may_be_handed_over(viewer, living)),
        not_yours="" if now.winner else who_hands_over(viewer, living),
        colours=colours_to_join(viewer, {one.colour for one in state.realms.values()}),
        paused=now.paused,
        can_extend=now.phase not in ("setup", "order", "finished") and not now.paused,
        step=_latest_step(viewer, news),
    )


def _latest_step(viewer: ConquestViewer, news: Sequence[chronicle.ToldLine]) -> tuple[int, str] | None:
    """What somebody did last, as the chronicle's newest lines tell it."""
    steps = latest_map_steps(viewer.scope)
    told = {line.seq: line.sentence for line in news}
    return (steps[-1].seq, told.get(steps[-1].seq, "")) if steps else None


def _organisers(viewer: ConquestViewer) -> Iterator[MapTap]:
    now = viewer.state.now
    if now.active and now.phase in SKIPPABLE:
        name = viewer.state.name_of(now.active)
        words = _("Skip %(name)s") % {"name": name}
        sent = hidden_fields(realm=now.active, round=now.round, turn=now.turn)
        yield MapTap("skip", words, sent, icon="skip-end-fill", look="btn", wants_reason=True)
    if now.phase == "battle":
        closing = hidden_fields(round=now.round)
        why = tap_refusal(first_of(closing_problems(viewer.state, viewer.book)))
        note = " ".join(dropped_by_closing(viewer.state))
        words = _("Close the battle phase")
        yield MapTap("close_battles", words, closing, note, look="btn", wants_reason=True, **why)
    if not now.paused and now.phase not in ("setup", "finished"):
        yield MapTap("pause", _("Pause the league"), note=what_a_pause_does(), look="btn", wants_reason=True)

"""Games that are planned: asked for, agreed, moved, called off, coming up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.models import (
    Fell,
    Notice,
    NoticeKind,
    PlannedGame,
    PlannedSide,
    PlanStatus,
    Seat,
    Topic,
    organisers_of,
)
from campaigns.models.plans import TO_PLAY
from campaigns.nights.games.games import joined_names, moved_times, plan_url
from campaigns.notices.kinds.kind import Look, NotificationKind
from campaigns.notices.kinds.making import notices
from campaigns.notices.kinds.reading import NotificationReading
from config.dates import dated

NEAR = timedelta(days=1)
OF_PLANS = {
    PlanStatus.ASKED: NoticeKind.ASKED,
    **dict.fromkeys(TO_PLAY, NoticeKind.AGREED),
    PlanStatus.DECLINED: NoticeKind.DECLINED,
    PlanStatus.OFF: NoticeKind.GAME_OFF,
    PlanStatus.LAPSED: NoticeKind.LAPSED,
}


def of_plans(look: Look) -> Iterator[Notice]:
    sides = Prefetch("sides", PlannedSide.objects.select_related("seat"))
    changed = PlannedGame.objects.filter(changed_at__gte=look.since, status__in=OF_PLANS)
    for plan in changed.select_related(
        "club", "asked_by", "changed_by", "retabled_by", "night__club"
    ).prefetch_related(sides):
        with alone():
            if (plan.ends_at > look.now or plan.nobody_answered) and not fell_with_its_night(plan):
                yield from _of_plan(plan)


def fell_with_its_night(plan: PlannedGame) -> bool:
    """Whether it is off because its night is: then those who play hear of the night."""
    on_it = plan.night is not None and plan.night.is_off
    return on_it and plan.status == PlanStatus.OFF and plan.changed_by_id is None


def _of_plan(plan: PlannedGame) -> Iterator[Notice]:
    """Everybody who plays is told, but not who did it; a question only those who have not answered. That it
    is called off hears whoever has brought it about, too.
    """
    by = plan.changed_by.person_id if plan.changed_by else 0
    sides = [one for one in plan.sides.all() if not (plan.status == PlanStatus.ASKED and one.said)]
    meant = {one.seat.person_id for one in sides}
    if plan.status == PlanStatus.OFF:
        meant |= _who_had_it_in_hand(plan)
    people = meant - {by if plan.status != PlanStatus.LAPSED else 0}
    kind = OF_PLANS[PlanStatus(plan.status)]
    key, refs = f"game-{plan.pk}-{kind}-{plan.asks}", {"plan": plan, "actor": plan.changed_by}
    yield from notices(people, plan.club_id, kind, key, **refs, at=plan.changed_at)
    if plan.is_open and plan.retabled and plan.retabled == plan.sequence:
        yield from _of_its_table(plan)


def _who_had_it_in_hand(plan: PlannedGame) -> set[int]:
    """Whoever arranged a game that is off; where it fell because somebody does not come, every organiser of
    its league, or of the club where it has none, who may find its people another.
    """
    arranged = {plan.asked_by.person_id} if plan.asked_by and plan.asked_by.is_active else set()
    if plan.fell in ("", Fell.NIGHT, Fell.OVER):
        return arranged
    clubs = Seat.objects.organisers().filter(club=plan.club_id)
    organisers = organisers_of(plan.scope) if plan.scope else clubs
    return arranged | set(organisers.values_list("person", flat=True))


def _of_its_table(plan: PlannedGame) -> Iterator[Notice]:
    """Another table asks nobody again, but who plays has to find it."""
    by = plan.retabled_by.person_id if plan.retabled_by else 0
    people = {one.seat.person_id for one in plan.sides.all()} - {by}
    key, refs = (
        f"game-{plan.pk}-{NoticeKind.TABLE}-{plan.retabled}",
        {"plan": plan, "actor": plan.retabled_by},
    )
    yield from notices(people, plan.club_id, NoticeKind.TABLE, key, **refs, at=plan.changed_at)


def of_games_near(look: Look) -> Iterator[Notice]:
    """Everybody who plays is reminded the day before, unless it was agreed since."""
    now = look.now
    near = PlannedGame.objects.filter(day__range=(now.date() - NEAR, now.date() + 2 * NEAR))
    agreed = near.to_play().select_related("club").prefetch_related("sides__seat")
    for plan in agreed:
        before = plan.begins_at - plan.changed_at > NEAR
        if before and NEAR / 24 < plan.begins_at - now <= NEAR:
            people = {one.seat.person_id for one in plan.sides.all()}
            key = f"{NoticeKind.GAME_SOON}-{plan.pk}-{plan.day}"
            yield from notices(people, plan.club_id, NoticeKind.GAME_SOON, key, plan=plan, at=now)


# In words


def _says(notice: Notice, read: NotificationReading) -> str:
    plan = notice.plan
    assert plan is not None
    names: dict[str, object] = {"name": notice.actor or _("Somebody")}
    others = [str(one.seat) for one in plan.sides.all() if one.seat.person_id != notice.person_id]
    day = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}"
    table = ", " + _("table %(n)s") % {"n": plan.table} if plan.table else ""
    known = {**names, "day": day, "others": joined_names(others) or _("the app or a friend"), "table": table}
    known |= {"times": moved_times(plan), "n": plan.table}
    said = {
        NoticeKind.ASKED: _asked(plan, notice.actor),
        NoticeKind.TABLE: _new_table(plan),
        NoticeKind.AGREED: _agreed(plan),
        NoticeKind.GAME_SOON: _("You’re playing %(others)s on %(day)s%(table)s"),
        NoticeKind.DECLINED: _("%(name)s can’t play on %(day)s"),
        NoticeKind.GAME_OFF: _called_off(plan, notice.person_id),
        NoticeKind.LAPSED: _("Your game with %(others)s on %(day)s lapsed without an answer"),
    }[NoticeKind(notice.kind)] % known
    return with_reason(said, _why(NoticeKind(notice.kind), plan))


def with_reason(said: str, why: str) -> str:
    """A notification and the reason somebody wrote for it, joined as the reader's language joins them."""
    return _("%(said)s: “%(why)s”") % {"said": said, "why": why} if why else said


def _asked(plan: PlannedGame, by: Seat | None) -> str:
    """For a game, also by somebody who does not play in it, or whether one may be moved."""
    if plan.asks > 1 and plan.was_day:
        return _("Your game with %(others)s: %(name)s wants to move it, %(times)s")
    if by is not None and not _plays(by, plan):
        return _("You’ve been paired with %(others)s: does %(day)s suit you?")
    return _("%(name)s would like a game with you on %(day)s")


def _agreed(plan: PlannedGame) -> str:
    """That it is to be played; by whom so, where not all of its people have said it themselves."""
    if all(one.said == "yes" for one in plan.sides.all()):
        return _("You’re playing %(others)s on %(day)s%(table)s")
    return _("You’ve been paired with %(others)s on %(day)s%(table)s")


def _called_off(plan: PlannedGame, person: int) -> str:
    """To who was to play, and to whoever had paired them, or runs the club."""
    plays = any(one.seat.person_id == person for one in plan.sides.all())
    if plan.fell == Fell.AWAY and plan.changed_by is not None:
        if plays:
            return _("%(name)s isn’t coming on %(day)s, so your game is off")
        return _("%(name)s isn’t coming on %(day)s, so the game between %(others)s is off")
    if plays and plan.fell == Fell.OVER:
        return _("Your game with %(others)s on %(day)s is off: the league is over")
    if not plays and plan.asked_by is not None and plan.asked_by.person_id == person:
        return _("The game you arranged between %(others)s on %(day)s has been called off")
    if not plays:
        return _("The game between %(others)s on %(day)s has been called off")
    return _("Your game with %(others)s on %(day)s has been called off")


def _new_table(plan: PlannedGame) -> str:
    if plan.table:
        return _("Your game with %(others)s on %(day)s: %(name)s has moved it to table %(n)s")
    return _("Your game with %(others)s on %(day)s no longer has a table")


def _why(kind: NoticeKind, plan: PlannedGame) -> str:
    """What was written to it."""
    if kind == NoticeKind.DECLINED:
        said = (one.words for one in plan.sides.all() if one.said == "no" and one.words)
        return plan.why or next(said, "")
    moved = kind == NoticeKind.ASKED and plan.asks > 1
    return plan.words if moved else plan.why if kind in (NoticeKind.GAME_OFF, NoticeKind.TABLE) else ""


def _plays(seat: Seat, plan: PlannedGame) -> bool:
    return any(one.seat.person_id == seat.person_id for one in plan.sides.all())


# Whether it is still so


def _stands(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    plan = notice.plan
    assert plan is not None
    stands = OF_PLANS.get(PlanStatus(plan.status)) == notice.kind and _waits_for(notice, plan)
    return stands and notice.key == f"game-{plan.pk}-{notice.kind}-{plan.asks}" and is_ahead(plan, now)


def _is_at_that_table(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    plan = notice.plan
    assert plan is not None
    latest = notice.key == f"game-{plan.pk}-{notice.kind}-{plan.retabled}"
    return latest and plan.is_open and is_ahead(plan, now)


def _is_near(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    plan = notice.plan
    assert plan is not None
    near = notice.key == f"{notice.kind}-{plan.pk}-{plan.day}"
    return near and plan.is_to_play and plan.begins_at > now


def _waits_for(notice: Notice, plan: PlannedGame) -> bool:
    """A question is over for whoever has answered it, though others have not."""
    mine = [one for one in plan.sides.all() if one.seat.person_id == notice.person_id]
    return notice.kind != NoticeKind.ASKED or any(not one.said for one in mine)


def is_ahead(plan: PlannedGame, now: datetime) -> bool:
    """Whether it may still be played: on the evening itself it is planned, moved and called off, too."""
    return plan.ends_at > now


def _ends(notice: Notice, now: datetime) -> datetime | None:
    return notice.plan.ends_at if notice.plan else None


def _begins(notice: Notice, now: datetime) -> datetime | None:
    return notice.plan.begins_at if notice.plan else None


def _place(notice: Notice) -> str:
    assert notice.plan is not None
    return plan_url(notice.plan)


_GAME = NotificationKind(
    topic=Topic.GAMES, says=_says, place=_place, is_so=_stands, ends=_ends, finds=of_plans
)
KINDS = {
    NoticeKind.ASKED: replace(_GAME, week="open"),
    NoticeKind.AGREED: _GAME,
    NoticeKind.DECLINED: replace(_GAME, week="happened"),
    NoticeKind.TABLE: replace(_GAME, icon="table", is_so=_is_at_that_table, week="happened"),
    NoticeKind.GAME_OFF: replace(_GAME, week="happened"),
    NoticeKind.LAPSED: replace(_GAME, icon="hourglass-split", week="happened"),
    NoticeKind.GAME_SOON: replace(
        _GAME, icon="calendar-event", is_so=_is_near, ends=_begins, finds=of_games_near
    ),
}

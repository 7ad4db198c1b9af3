"""Reading: clubs, leagues, their state, standings, chronicle and journal. The same people as on the pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import cast

from django.http import Http404, HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import shapes
from campaigns.engine.plugins import entry_effects, knows_all, plugin_of, seen_by, veiled, versioned_entity
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import entry_texts
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import person_or_404, seat_or_404
from campaigns.engine.who.naming import sort_key
from campaigns.models import Club, Entry, Scope, Seat
from campaigns.shell.league import member_or_404, viewer_or_404
from campaigns.shell.told import chronicle
from campaigns.shell.told.let_in import let_in_at
from rules.engine.codec import dump, dump_effects
from rules.engine.plain import JsonObject


def viewer_of(request: Request, pk: int) -> AnyViewer:
    """The league for whoever sent this; strangers meet 404 unless it has a public page."""
    return viewer_or_404(cast(HttpRequest, request), pk, "api")


def member_of(request: Request, pk: int) -> AnyViewer:
    """The league for members of its club."""
    return member_or_404(cast(HttpRequest, request), pk, "api")


def validated_data[S](shape: type[shapes.Reads[S]], data: object) -> S:
    """What was sent, field by field, or 400 with a sentence."""
    form = shape(data=data)
    form.is_valid(raise_exception=True)
    return cast("S", form.validated_data)


# Clubs


@extend_schema(responses=shapes.ClubShape(many=True))
@api_view(["GET"])
def clubs(request: Request) -> Response:
    """The clubs you have a seat in."""
    person = person_or_404(cast(HttpRequest, request))
    seats = Seat.objects.active().filter(person=person).select_related("club")
    return Response([_club(seat) for seat in sorted(seats, key=lambda one: sort_key(one.club.name))])


@extend_schema(responses={200: shapes.ClubDetail, 404: shapes.Problem})
@api_view(["GET"])
def read_club(request: Request, slug: str) -> Response:
    """One club and its people."""
    seat = seat_or_404(cast(HttpRequest, request), slug)
    people = Seat.objects.active().filter(club=seat.club).order_by("id")
    return Response({**_club(seat), "people": shapes.SeatShape(people, many=True).data})


def _club(seat: Seat) -> JsonObject:
    home: Club = seat.club
    return {
        "slug": home.slug, "name": home.name, "time_zone": home.time_zone, "seat": seat.pk, "role": seat.role,
    }  # fmt: skip


# Leagues


@extend_schema(responses=shapes.LeagueShape(many=True))
@api_view(["GET"])
def league_list(request: Request) -> Response:
    """The leagues of your clubs, newest first."""
    person = person_or_404(cast(HttpRequest, request))
    mine = Seat.objects.active().filter(person=person).values("club")
    found = Scope.objects.filter(club__in=mine).select_related("club")
    return Response([_league(scope) for scope in found])


@extend_schema(responses={200: shapes.LeagueDetail, 404: shapes.Problem})
@api_view(["GET"])
def league_detail(request: Request, pk: int) -> Response:
    """One league: which tables its state has, and which procedures there are."""
    viewer = viewer_of(request, pk)
    more = {
        "seat": viewer.seat.pk if viewer.seat else None,
        "is_organiser": viewer.is_organiser,
        "silence_hours": viewer.scope.silence_hours,
        "tables": list(viewer.registration.tables),
        "procedures": sorted(viewer.registration.game.procedures),
    }
    return Response({**_league(viewer.scope), **more})


def _league(scope: Scope) -> JsonObject:
    names = ("name", "kind", "game", "edition", "time_zone", "is_public", "version")
    return {"id": scope.pk, "club": scope.club.slug, **{name: getattr(scope, name) for name in names}}


# State


@extend_schema(responses={200: shapes.Entity(many=True), 404: shapes.Problem})
@api_view(["GET"])
def state_table(request: Request, pk: int, table: str) -> Response:
    """One table of a league's state."""
    viewer = viewer_of(request, pk)
    rows = _rows(viewer, table)
    return Response(_told(viewer, table, rows.items()))


@extend_schema(responses={200: shapes.Entity, 404: shapes.Problem})
@api_view(["GET"])
def entity(request: Request, pk: int, table: str, key: str) -> Response:
    """One entity of a table, by its id."""
    viewer = viewer_of(request, pk)
    found = _rows(viewer, table).get(key)
    if found is None:
        raise Http404
    return Response(_told(viewer, table, [(key, found)])[0])


def _rows(viewer: AnyViewer, table: str) -> Mapping[str, object]:
    if table not in viewer.registration.tables:
        raise Http404
    rows: Mapping[str, object] = getattr(viewer.state, table)
    return rows


def _told(viewer: AnyViewer, table: str, entities: Collection[tuple[str, object]]) -> list[JsonObject]:
    """Entities as they are sent, with what the rules reckon from them."""
    return [{**versioned_entity(viewer, one), **_reckoned(viewer, table, key)} for key, one in entities]


def _reckoned(viewer: AnyViewer, table: str, key: str) -> JsonObject:
    reckon = plugin_of(viewer.scope.game).rules.reckoned.get(table)
    return {"reckoned": dump(reckon(viewer.state, viewer.book, key))} if reckon else {}


@extend_schema(responses={200: shapes.Standings, 404: shapes.Problem})
@api_view(["GET"])
def league_standings(request: Request, pk: int) -> Response:
    """Who leads, and how that is reckoned."""
    return _table(viewer_of(request, pk), "standings")


@extend_schema(responses={200: shapes.Standings, 404: shapes.Problem})
@api_view(["GET"])
def league_teams(request: Request, pk: int) -> Response:
    """The table of teams, empty where a league has none, and how that is reckoned."""
    return _table(viewer_of(request, pk), "teams")


def _table(viewer: AnyViewer, name: str) -> Response:
    """The lines of a game's own table; a game that has none of that name has no such page."""
    figure = viewer.registration.game.figures.get(name)
    if figure is None:
        raise Http404
    lines = dump(figure(viewer.state, viewer.book))
    return Response({"lines": [veiled(viewer, line) for line in lines]})


# The journal


@extend_schema(
    parameters=[shapes.ChroniclePaging],
    responses={200: shapes.ChronicleLine(many=True), 400: shapes.Problem, 404: shapes.Problem},
)
@api_view(["GET"])
def league_chronicle(request: Request, pk: int) -> Response:
    """The chronicle: the journal told to people, newest first."""
    viewer = viewer_of(request, pk)
    page = validated_data(shapes.ChroniclePaging, request.query_params)
    lines = chronicle.newest_lines(
        viewer, about=page.get("about", ""), before=page.get("before"), limit=page["limit"]
    )
    return Response([asdict(line) for line in lines])


@extend_schema(
    parameters=[shapes.Paging],
    responses={200: shapes.EntryShape(many=True), 400: shapes.Problem, 404: shapes.Problem},
)
@api_view(["GET"])
def journal(request: Request, pk: int) -> Response:
    """The entries themselves, newest first: parameters, answers with their origin, effects as booked."""
    viewer = member_of(request, pk)
    page = validated_data(shapes.Paging, request.query_params)
    found = chronicle.known_entries(viewer).select_related("slot").order_by("-seq")
    if "before" in page:
        found = found.filter(seq__lt=page["before"])
    texts = entry_texts(viewer.scope)
    rows = list(found[: page["limit"]])
    let_in = let_in_at(one.slot_id for one in rows)
    told = ((one, _entry(viewer, one, texts.get(one.pk, {}))) for one in rows)
    return Response(
        [{**said, "let_in": [row.by_id for row in let_in.get(one.slot_id, [])]} for one, said in told]
    )


def _entry(viewer: AnyViewer, entry: Entry, texts: dict[int, str]) -> JsonObject:
    """An entry; without the effects that are for other eyes, and then without what led to them."""
    told = _said(entry, texts)
    effects = entry_effects(entry, texts)
    if knows_all(viewer, effects):
        return told
    return {**told, "effects": dump_effects(seen_by(viewer, effects)), "answers": {}, "params": {}}


def _said(entry: Entry, texts: dict[int, str]) -> JsonObject:
    plain = ("seq", "place", "procedure", "edition", "revision", "acting_for", "via", "at", "void")
    wordy = ("params", "answers", "effects")
    return {
        **{name: getattr(entry, name) for name in plain},
        **{name: people_texts.put_back(getattr(entry, name), texts) for name in wordy},
        "slot": entry.slot.code,
        "actor": entry.actor_id,
    }

"""The teams of a league: read by everybody, made by organisers, chosen by players where they may."""

from __future__ import annotations

from typing import cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.engine.plugins import versioned_entity
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.opr.teams.forms import MembersForm, TeamsForm
from campaigns.opr.teams.teams_page import own_warband, teams_page
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import CONFLICT, closed_page, render_league, viewer_or_404
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, tapped, word
from rules.engine.refusals import Refused
from rules.opr.state import CAMPAIGN

TEMPLATE = "campaigns/opr/teams/teams.html"


@never_cache
@require_http_methods(["GET", "POST"])
def show_teams(request: HttpRequest, pk: int) -> HttpResponse:
    """How the teams stand; who is in them."""
    viewer = of_warbands(viewer_or_404(request, pk, "warbands"))
    if request.method == "GET":
        return _shown(viewer)
    if viewer.closed:
        return closed_page(viewer)
    try:
        match tapped(request, "choose", "save", "put"):
            case "choose":
                _choose(viewer)
            case "save" if viewer.is_organiser:
                form = _teams_form(viewer, sent_to(request))
                if not form.is_valid():
                    return _shown(viewer, teams=form, status=UNPROCESSABLE)
                _make_teams(viewer, form)
            case "put" if viewer.is_organiser:
                _put(viewer)
            case _:
                raise Http404
    except Refused as error:
        typed = _teams_form(viewer, sent_to(request)) if tapped(request, "save") else None
        teams = typed if typed and typed.is_valid() and not typed.is_old else None
        return _shown(viewer, teams=teams, refused=error, status=CONFLICT)
    return redirect("campaigns:teams", pk)


def _shown(
    viewer: OprViewer, *, teams: TeamsForm | None = None, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {"page": teams_page(viewer), "refused": refused}
    if viewer.is_organiser and not viewer.closed and viewer.state.league.status != "ended":
        context |= {"form": teams or _teams_form(viewer), "members": MembersForm(viewer.state)}
    return render_league(viewer, TEMPLATE, context, status=status)


def _teams_form(viewer: OprViewer, data: Data = None) -> TeamsForm:
    version = versioned_entity(viewer, viewer.state.league)["version"]
    return TeamsForm(viewer.state, cast("int", version), data)


def _make_teams(viewer: OprViewer, form: TeamsForm) -> None:
    """The teams as they were typed; that there are to be none any more is asked once."""
    params = form.params()
    takes_all = form.teams and not params["teams"] and not form.is_old
    if takes_all and not tapped(viewer.request, "sure"):
        raise Refused("", _("If you remove all the teams, nobody will be in one any more."), "sure")
    version = form.cleaned_data["seen"]
    seen = {f"campaign:{CAMPAIGN}": version} if version is not None else None
    door.act(viewer.scope.pk, viewer.actor, "opr.set_teams", params, seen=seen)


def _choose(viewer: OprViewer) -> None:
    """The visitor's own warband joins the team they have tapped, where the rules let them."""
    own = own_warband(viewer)
    if own is None:
        raise PermissionDenied
    params = {"warband": own.id, "team": word(viewer.request, "choose")}
    door.act(viewer.scope.pk, viewer.actor, "opr.choose_team", params)


def _put(viewer: OprViewer) -> None:
    """Every warband into the team an organiser has picked for it, all of them or none."""
    form = MembersForm(viewer.state, sent_to(viewer.request))
    if not form.is_valid():
        raise Http404
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        for warband, team in form.changed():
            door.act_within(transaction, "opr.put_in_team", {"warband": warband, "team": team})

"""What is printed of a warband, as PDF: drawn when asked for, not sent again while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import LeaguePrint
from campaigns.opr.warbands.views import opr_here_or_404, warband_or_404
from campaigns.paper import data, pdf, sheet_builder
from campaigns.paper import printing as league_printing
from campaigns.shell.league import Here, draw, member_or_404
from campaigns.shell.links import absolute
from rules.opr.state import Warband


@require_safe
def sheet(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The warband's sheet; `?paper=A4` or `Letter`, else as the club prints."""
    here, warband = _printable_or_404(request, pk, key)
    url = absolute(reverse("campaigns:warband", args=[pk, key]), request)
    today = timezone.localdate(timezone=here.scope.club.tz)
    page = sheet_builder.build_sheet(here.scope, here.state, warband, here.people, url, today)
    paper = paper_of(here)
    return as_pdf(request, warband.name, page, paper, lambda: pdf.render_sheet(page, paper))


@require_safe
def cards(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A card for each unit."""
    here, warband = _printable_or_404(request, pk, key)
    made, paper = sheet_builder.build_cards(here.state, warband), paper_of(here)
    name = _("%(name)s cards") % {"name": warband.name}
    return as_pdf(request, name, made, paper, lambda: pdf.render_cards(made, paper))


@require_safe
def report_form(request: HttpRequest, pk: int) -> HttpResponse:
    """A report for the pen; `?mission=…` with its sides written in."""
    here = opr_here_or_404(request, pk)
    mission = None
    if wanted := request.GET.get("mission"):
        mission = here.state.missions.get(wanted)
        if mission is None:
            raise Http404
    path = reverse("campaigns:mission", args=[pk, mission.id]) if mission else _report_path(here)
    form = sheet_builder.build_report(here.scope, here.state, here.people, absolute(path, request), mission)
    paper = paper_of(here)
    name = _("%(name)s report") % {"name": here.scope.name}
    return as_pdf(request, name, form, paper, lambda: pdf.render_report(form, paper))


def _report_path(here: Here) -> str:
    return reverse("campaigns:quick_report", args=[here.scope.pk])


def _printable_or_404(request: HttpRequest, pk: int, key: str) -> tuple[Here, Warband]:
    here = opr_here_or_404(request, pk)
    warband = warband_or_404(here, key)
    if warband.status != "active":
        raise Http404
    return here, warband


def paper_of(here: Here) -> data.Paper:
    """The paper asked for; otherwise the club's."""
    asked = here.request.POST.get("paper") or here.request.GET.get("paper", "")
    wanted = asked.casefold() if asked.casefold() in ("a4", "letter") else here.scope.club.paper.casefold()
    return "Letter" if wanted == "letter" else "A4"


def as_pdf(
    request: HttpRequest, name: str, content: object, paper: data.Paper, draw: Callable[[], bytes]
) -> HttpResponse:
    """The drawn file, or 304 when the reader holds this very content already."""
    tag = f'"{sha256(f"{content!r}{paper}{get_language()}".encode()).hexdigest()[:32]}"'
    held = [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]
    response: HttpResponse
    if tag in held or f"W/{tag}" in held:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(draw(), content_type="application/pdf")
        filename = slugify(name, allow_unicode=True) or "musterroll"
        response["Content-Disposition"] = content_disposition_header(False, f"{filename}.pdf") or ""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


# The whole league


@require_POST
def print_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the league's file; the next page shows how far it is."""
    here = member_or_404(request, pk, "league")
    if not _has_pages(here):
        raise Http404
    asked = league_printing.ask_for(here.scope, here.seat, paper_of(here), absolute("", request))
    return redirect("campaigns:league_print", pk, asked.pk)


def _has_pages(here: Here) -> bool:
    """Whether there is anything to print: a sheet, or a league of another game that is under way."""
    return bool(here.state.active) if here.scope.game == "opr" else here.scope.game in league_printing.PRINTED


@never_cache
@require_safe
def league_print(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How far the file is; then the way to it."""
    here = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint.objects.defer("content"), scope=here.scope, pk=number)
    is_done = LeaguePrint.objects.filter(pk=number, content__isnull=False).exists()
    return draw(here, "campaigns/paper/league_print.html", {"asked": asked, "is_done": is_done})


@require_safe
def league_pdf(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The file."""
    here = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint, scope=here.scope, pk=number, content__isnull=False)
    content = bytes(asked.content or b"")
    return as_pdf(request, here.scope.name, asked.pk, paper_of(here), lambda: content)

"""Browsers that show notices: one more, one less, one to try; and what a browser needs for it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.access import person_or_404
from campaigns.notices.told.forms import BrowserForm, RenewalForm
from campaigns.notices.ways import browsers
from campaigns.people import devices
from campaigns.shell.reading.reader import number_of, sent_to, tapped, word
from config.env import ROOT

HOUR = 3600
PNG_SIZES = (180, 192, 512)


@login_required
@never_cache
@require_POST
def change_browser(request: HttpRequest) -> HttpResponse:
    """This browser shows notices from now on, or one shows none any more, or one to try."""
    person = person_or_404(request)
    if which := tapped(request, "remove", "try"):
        found = get_object_or_404(person.browsers, pk=number_of(word(request, which)) or 0)
        if which == "remove":
            browsers.delete_browser(found)
        else:
            browsers.try_out(found)
            messages.success(request, _("A test notification is on its way."))
        return redirect("campaigns:told")
    form = BrowserForm(sent_to(request))
    if not form.is_valid():
        raise Http404  # a browser wrote it, not a person
    kept = browsers.subscribe_browser(
        person, agent=request.headers.get("User-Agent", ""), **form.cleaned_data
    )
    devices.remember(request, kept)
    messages.success(request, _("This browser now shows your notifications."))
    return redirect("campaigns:told")


@csrf_exempt  # a browser sends it by itself, without a page; who knows its former address is that browser
@never_cache
@require_POST
def renew_browser(request: HttpRequest) -> HttpResponse:
    """The maker of a browser has given it another address."""
    form = RenewalForm(sent_to(request))
    if not form.is_valid() or not browsers.readdress_browser(**form.cleaned_data):
        raise Http404
    return HttpResponse(status=204)


@cache_control(max_age=0)
@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The script that shows a notice, at an address that stays."""
    text = (ROOT / "static" / "js" / "push-worker.js").read_text()
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@cache_control(max_age=HOUR)
@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """What a phone has to know to put the office on its home screen; iPhones show notices only from there."""
    icons = [{"src": static("mark.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for size in PNG_SIZES:  # iPhones take no drawing
        png = {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        icons.append({**png, "purpose": "any"})
    told = {
        "name": "Musterroll", "short_name": "Musterroll", "start_url": reverse("campaigns:home"),
        "scope": "/", "display": "standalone", "background_color": "#e4ebdf", "theme_color": "#15212a",
        "icons": icons,
    }  # fmt: skip
    return JsonResponse(told, content_type="application/manifest+json")

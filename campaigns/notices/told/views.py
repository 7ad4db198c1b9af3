"""What I am told: which kinds by which way, when not, and the mail address with its links."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine.who.access import person_or_404
from campaigns.notices.told.choices import initial, save_notification_choices, told_page
from campaigns.notices.told.forms import AddressForm, WhatIAmToldForm
from campaigns.notices.ways import addresses
from campaigns.shell.people_frame import my_frame
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to, tapped
from rules.engine.refusals import Refused

PAGE = "campaigns/notices/told.html"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def choose_notifications(request: HttpRequest) -> HttpResponse:
    """Ticks, quiet hours, and where it goes."""
    person = person_or_404(request)
    form = WhatIAmToldForm(sent_to(request), initial=initial(person))
    if request.method == "POST" and form.is_valid():
        save_notification_choices(person, form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("campaigns:told")
    return form_page(
        request, PAGE, form, **my_frame(person), page=told_page(person, form), typed=AddressForm()
    )


@login_required
@never_cache
@require_POST
def change_mail_address(request: HttpRequest) -> HttpResponse:
    """Type an address, take it away, or have mail again after a stop."""
    person = person_or_404(request)
    if tapped(request, "remove"):
        addresses.delete_address(person)
        return redirect("campaigns:told")
    if tapped(request, "again"):
        addresses.resume_mail(person)
        return redirect("campaigns:told")
    typed = AddressForm(sent_to(request))
    if typed.is_valid():
        try:
            addresses.type_address(person, typed.cleaned_data["address"])
            messages.success(
                request,
                _("An email with a link is on its way. We will send nothing else until you open the link."),
            )
            return redirect("campaigns:told")
        except Refused as error:
            explain(typed, error)
    form = WhatIAmToldForm(initial=initial(person))
    context = {**my_frame(person), "page": told_page(person, form), "told": form}
    return form_page(request, PAGE, typed, **context)


# Links in mails: opening them never does anything, since mail scanners open links too.


@never_cache
@require_http_methods(["GET", "POST"])
def confirm_mail(request: HttpRequest, pk: int, word: str) -> HttpResponse:
    """The link that confirms an address: asks, whoever is signed in."""
    found = addresses.by_word("confirm", pk, word)
    if found is None:
        raise Http404
    if request.method == "POST":
        addresses.confirm_address(found)
        return _said(request, _("Your notifications now come by email"), _("You can close this page."))
    context = {
        "title": _("Get notifications here?"),
        "sentence": _("%(name)s’s notifications will be sent to %(address)s.")
        % {"name": found.person, "address": found.address},
        "button": _("Yes, send them here"),
    }
    return render(request, "campaigns/notices/link.html", context)


@csrf_exempt  # a mail program stops it with one click and has neither cookie nor token; the word is the right
@never_cache
@require_http_methods(["GET", "POST"])
def stop_mail(request: HttpRequest, pk: int, word: str) -> HttpResponse:
    """No more mail: GET asks, POST does it."""
    found = addresses.by_word("stop", pk, word)
    if found is None:
        raise Http404
    if request.method == "POST":
        addresses.stop_address(found)
        words = _("Your inbox keeps everything. You can switch email back on under “Notifications”.")
        return _said(request, _("Emails stopped"), words)
    sentence = _("Nothing more will be sent to %(address)s. Your inbox keeps everything.") % {
        "address": found.address
    }
    context = {"title": _("Stop these emails?"), "sentence": sentence, "button": _("Stop emailing me")}
    return render(request, "campaigns/notices/link.html", {**context, **_told()})


@csrf_exempt  # as above
@never_cache
@require_http_methods(["GET", "POST"])
def stop_week_mail(request: HttpRequest, pk: int, word: str) -> HttpResponse:
    """No more mail of the week: GET asks, POST does it."""
    found = addresses.by_word("stop-week", pk, word)
    if found is None:
        raise Http404
    if request.method == "POST":
        addresses.stop_week(found)
        words = _(
            "You will still get individual notifications by email. You can untick any of them under "
            "“Notifications”."
        )
        return _said(request, _("Weekly email stopped"), words)
    sentence = _("Your inbox keeps everything. Other emails will still be sent to %(address)s.")
    context = {"title": _("Stop the weekly email?"), "sentence": sentence % {"address": found.address}}
    more = {"button": _("Stop the weekly email"), **_told()}
    return render(request, "campaigns/notices/link.html", {**context, **more})


def _said(request: HttpRequest, title: str, sentence: str) -> HttpResponse:
    context = {"title": title, "sentence": sentence, **_told()}
    return render(request, "campaigns/notices/link.html", context)


def _told() -> dict[str, str]:
    """Where somebody chooses what comes by mail, rather than all or nothing."""
    return {"told": reverse("campaigns:told")}

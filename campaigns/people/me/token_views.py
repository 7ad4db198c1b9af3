"""A person's token for programs: made here, shown once, revoked here."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine.who.access import person_or_404
from campaigns.people.me.program_tokens import has_token, new_token, revoke_tokens
from campaigns.shell.people_frame import my_frame
from campaigns.shell.reading.reader import tapped
from campaigns.shell.reading.sent_once import repeatable


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@repeatable
def my_token(request: HttpRequest) -> HttpResponse:
    """Make a token, or revoke it."""
    person = person_or_404(request)
    fresh = ""
    if tapped(request, "revoke"):
        revoke_tokens(person)
        messages.success(request, _("The token no longer works."))
        return redirect("people:my_token")
    if request.method == "POST":
        fresh = new_token(person)
    context = {**my_frame(person), "fresh": fresh, "has_token": has_token(person)}
    return render(request, "campaigns/people/my_token.html", context)

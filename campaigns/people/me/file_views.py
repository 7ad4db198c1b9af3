"""Everything the club keeps about me, as one file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.engine.who.access import person_or_404
from campaigns.engine.who.let_in import visitor_let_ins
from campaigns.people.me.about_me import personal_data


@login_required
@never_cache
@require_safe
def my_file(request: HttpRequest) -> JsonResponse:
    """The file, to keep; made when it is asked for and kept nowhere."""
    person = person_or_404(request)
    found = personal_data(person, visitor_let_ins(request, person))
    name = f"musterroll-{timezone.localdate().isoformat()}.json"
    told = JsonResponse(found, json_dumps_params={"indent": 1, "ensure_ascii": False})
    told["Content-Disposition"] = f'attachment; filename="{name}"'
    return told

"""The pages in front of a seat: an invitation, "I already have a seat", a way back.

Opening any of them changes nothing, because chat apps and mail scanners open links too; a button does it.
"""

from __future__ import annotations

from uuid import UUID

from allauth.account.views import LoginView
from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine.who.access import note_person, person_of, seat_of, why_not_taken_back
from campaigns.engine.who.let_in import visitor_let_ins
from campaigns.models.people import Invitation, Person, RequestStatus, Role, Seat
from campaigns.people import clubs, devices, signin
from campaigns.people import seats as people
from campaigns.people.forms import AskForm, JoinForm
from campaigns.people.lost import WANTED, wanted_by
from campaigns.people.me.letting_in import note_let_in
from campaigns.people.queries import device_words
from campaigns.shell.links import is_secure_enough_for_passkeys
from campaigns.shell.reading import limits
from campaigns.shell.reading.form_pages import UNPROCESSABLE, explain, form_page, too_often
from campaigns.shell.reading.reader import sent_to
from rules.engine.refusals import Refused

BACKEND = "django.contrib.auth.backends.ModelBackend"
ASKED = "seat_request"


def sign_in(request: HttpRequest, person: Person, by: Seat | None = None) -> None:
    """Sign `person` in on this device and keep it in the list of their devices. By whose word, if not by
    their own: where they are in by their own already, they stay so."""
    own = person_of(request)
    asks = by is not None and (own != person or bool(visitor_let_ins(request, person)))
    if request.user.is_authenticated and request.user.pk != person.user_id:
        devices.unsubscribe_device(request, request.user)
    login(request, person.user, backend=BACKEND)
    UserSession.objects.create_from_request(request)
    note_person(request, person)
    if asks:
        note_let_in(request, person, by, device_words(request.headers.get("User-Agent", "")))


class SignInView(LoginView):
    """Sign in by password or passkey; allauth's page, answering 422 when the password does not fit."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return super().get_context_data(passkeys_work=is_secure_enough_for_passkeys(self.request), **kwargs)

    def form_invalid(self, form: Form) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=UNPROCESSABLE)


def _no_such_link(request: HttpRequest) -> HttpResponse:
    """A link nobody made, or not any more; after too many of them the visitor has to wait."""
    if limits.WRONG_LINK.is_spent_by(request):
        return too_often(request, limits.WRONG_LINK)
    return render(request, "campaigns/people/no_such_link.html", status=404)


def _next_page(invitation: Invitation) -> str:
    """The league an invitation leads to, or home."""
    return reverse("campaigns:league", args=[invitation.scope_id]) if invitation.scope_id else "/"


@never_cache
@require_http_methods(["GET", "POST"])
def accept_invitation(request: HttpRequest, word: str) -> HttpResponse:
    """Type a name and be in."""
    if request.method == "POST" and limits.JOIN.is_spent_by(request):
        return too_often(request, limits.JOIN)
    invitation = people.find_invitation(word)
    if invitation is None:
        return _no_such_link(request)
    person = person_of(request)
    seat = seat_of(person, invitation.club)
    if seat and people.RANK[Role(seat.role)] >= people.RANK[Role(invitation.role)]:
        return redirect(_next_page(invitation))
    if removed := why_not_taken_back(person, invitation.club):
        context = {"club": invitation.club, "removed": removed}
        return render(request, "campaigns/people/closed.html", context, status=403)
    form = JoinForm(sent_to(request), initial={"name": person.display_name if person else ""})
    taken = False
    if request.method == "POST" and form.is_valid():
        try:
            return _joined(request, invitation, person, **form.cleaned_data)
        except (Refused, ValidationError) as error:
            explain(form, error, beside="name")
            taken = isinstance(error, Refused) and error.key == "name"
    closed = people.why_nobody_joins(invitation) if invitation.is_open() else ""
    if (closed or not invitation.is_open()) and not form.errors:
        context = {"club": invitation.club, "sentence": closed}
        return render(request, "campaigns/people/closed.html", context, status=410)
    context = {"invitation": invitation, "league": invitation.scope, "person": person, "word": word}
    context["is_late"] = late = people.takes_no_army(invitation)
    context["waits"] = not late and people.waits_for_organiser(invitation)
    return form_page(request, "campaigns/people/join.html", form, taken=taken, **context)


def _joined(
    request: HttpRequest, invitation: Invitation, person: Person | None, name: str, key: UUID | None
) -> HttpResponse:
    joined = people.join_club(invitation=invitation, name=name, person=person, key=key)
    limits.JOIN.give_back(limits.client_address(request))  # who really joins takes a use off the invitation
    if person is not None:
        return redirect(_next_page(invitation))
    sign_in(request, joined.seat.person)
    if people.way_back_of(joined.seat.person) is None:
        people.make_way_back(person=joined.seat.person)
    query = urlencode({"to": _next_page(invitation), "new": "1"})
    return redirect(f"{reverse('people:my_way_back')}?{query}")


# "I already have a seat"


@never_cache
@require_http_methods(["GET", "POST"])
def request_seat(request: HttpRequest, word: str) -> HttpResponse:
    """Say which seat is mine; an organiser lets this browser in."""
    invitation = people.find_invitation(word)
    if invitation is None:
        return _no_such_link(request)
    form = AskForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        if limits.SEAT_REQUEST.is_spent_by(request):
            return too_often(request, limits.SEAT_REQUEST)
        device = device_words(request.headers.get("User-Agent", ""))
        asked = signin.ask_for_seat(club=invitation.club, typed_name=form.cleaned_data["name"], device=device)
        request.session[ASKED] = asked.secret
        return redirect("people:waiting")
    return form_page(request, "campaigns/people/mine.html", form, invitation=invitation, word=word)


@never_cache
@require_http_methods(["GET", "POST"])
def wait_for_seat(request: HttpRequest) -> HttpResponse:
    """Where the asking browser waits, and takes its seat once an organiser has said yes."""
    secret = str(request.session.get(ASKED, ""))
    asked = signin.find_request(secret) if secret else None
    if asked is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            taken = signin.take_seat(secret)
            assert taken.seat is not None
            sign_in(request, taken.seat.person, taken.decided_by)
            return redirect("people:me")
        except Refused as error:
            refusal = error.sentence
    context = {"asked": asked, "status": RequestStatus, "refusal": refusal}
    return render(request, "campaigns/people/waiting.html", context, status=409 if refusal else 200)


# The way back


@never_cache
@require_http_methods(["GET", "POST"])
def way_back(request: HttpRequest, word: str) -> HttpResponse:
    """A person's own link: one button and they are in again."""
    found = signin.find_way_back(word)
    if found is None:
        return _no_such_link(request)
    if request.method == "POST":
        if limits.WAY_BACK.is_spent(f"{found.pk} from {limits.client_address(request)}"):
            return too_often(request, limits.WAY_BACK)
        sign_in(request, signin.use_way_back(found), found.made_by)
        answer = redirect(wanted_by(request))
        answer.delete_cookie(WANTED)
        return answer
    whose = found.person.merged_into or found.person
    context: dict[str, object] = {
        "whose": whose,
        "person": person_of(request),
        "is_me": whose == person_of(request),
    }
    context |= {"is_first": found.last_used_at is None, "begins": clubs.begins(whose)}
    context["by"] = found.made_by
    return render(request, "campaigns/people/way_back.html", context)

"""A person's own pages: name and preferences, the way back, a password, devices, leaving for good.

They hide nothing from strangers, so somebody signed out is sent to sign in and comes back.
"""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine.who.access import person_or_404
from campaigns.engine.who.let_in import visitor_let_ins
from campaigns.models.people import Person
from campaigns.people import devices, signin
from campaigns.people import seats as people
from campaigns.people.forms import ClaimForm, PersonForm
from campaigns.people.me.deeds import deeds
from campaigns.people.me.letting_in import answer_let_in, asked_here
from campaigns.people.queries import me_page
from campaigns.people.sides import lost_sides
from campaigns.shell.links import absolute, is_secure_enough_for_passkeys, qr_svg
from campaigns.shell.people_frame import my_frame
from campaigns.shell.reading.form_pages import explain, form_page, safe_path
from campaigns.shell.reading.reader import sent_to, word
from rules.engine.refusals import Refused


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """Name, dice, colours; and from here to everything else about oneself."""
    person = person_or_404(request)
    known = {"name": person.display_name, **{one: getattr(person, one) for one in people.PREFERRED}}
    form = PersonForm(sent_to(request), initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            _change_me(person, form)
            messages.success(request, _("Saved."))
            return redirect("people:me")
        except (Refused, ValidationError) as error:
            explain(form, error, beside="name")
    page = me_page(person, request.session.session_key)
    context = {**my_frame(person), "page": page, "passkeys_work": is_secure_enough_for_passkeys(request)}
    context["row"] = next(iter(visitor_let_ins(request, person)), None)
    return form_page(request, "campaigns/people/me.html", form, **context)


def _change_me(person: Person, form: PersonForm) -> None:
    data = form.cleaned_data
    people.rename_person(person=person, name=data["name"])
    people.prefer(person=person, dice=data["dice"], theme=data["theme"], language=data["language"])


# The way back


@login_required
@never_cache
@require_http_methods(["GET"])
def my_way_back(request: HttpRequest) -> HttpResponse:
    """The personal link and its QR code, to keep."""
    person = person_or_404(request)
    found = people.way_back_of(person)
    link = absolute(people.way_back_path(found), request) if found else ""
    context = {
        **({"person": person} if "new" in request.GET else my_frame(person)),
        "link": link,
        "qr": qr_svg(link, title=_("Your sign-in link")) if link else "",
        "is_new": "new" in request.GET,
        "to": safe_path(request, request.GET.get("to")),
    }
    return render(request, "campaigns/people/my_way_back.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def new_way_back(request: HttpRequest) -> HttpResponse:
    """Replace the link; asks first, because the old one stops working."""
    person = person_or_404(request)
    if request.method == "POST":
        people.make_way_back(person=person)
        return redirect("people:my_way_back")
    context = {
        **my_frame(person),
        "title": _("Create a new sign-in link?"),
        "sentences": [_("Your current link and QR code will stop working straight away.")],
        "button": _("Create a new one"),
        "back": reverse("people:my_way_back"),
    }
    return render(request, "campaigns/people/confirm.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def was_me(request: HttpRequest, pk: int) -> HttpResponse:
    """A device that somebody else has let in: what was done on it, and whether it is mine."""
    person = person_or_404(request)
    if request.method == "POST":
        row = get_object_or_404(asked_here(request, person), pk=pk)
        mine = word(request, "mine") == "yes"
        answer_let_in(person=person, row=row, mine=mine, session_key=request.session.session_key or "")
        if not mine:
            person.user.refresh_from_db()  # a password the device has set is gone
            _stay_signed_in(request, person)
        if mine:
            messages.success(request, _("Saved."))
        return redirect("people:me") if mine else redirect("people:was_me", pk)
    row = get_object_or_404(person.let_ins.select_related("by__club", "person__telling"), pk=pk)
    held = visitor_let_ins(request, person)
    context = {"row": row, "is_this": row in held, "deeds": deeds(request, row)}
    return render(request, "campaigns/people/let_in.html", {**my_frame(person), **context})


# A password


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def claim_seat(request: HttpRequest) -> HttpResponse:
    """A sign-in name and a password: the first ones for a guest, new ones for anybody who forgot them.

    The old password is not asked for: this person may show their way back, which opens as much.
    """
    person = person_or_404(request)
    form = ClaimForm(sent_to(request), initial={"sign_in_name": person.sign_in_name})
    if request.method == "POST" and form.is_valid():
        try:
            signin.set_sign_in(person=person, **form.cleaned_data)
            _stay_signed_in(request, person)
            messages.success(request, _("Saved. You can now sign in with that name and password."))
            return redirect("people:me")
        except (Refused, ValidationError) as error:
            explain(form, error, beside="password")
    return form_page(request, "campaigns/people/claim.html", form, **my_frame(person))


def _stay_signed_in(request: HttpRequest, person: Person) -> None:
    """A new password ends the sessions of its user; this one goes on."""
    if request.user.pk != person.user_id:  # a merged sign-in, untouched by the other's password
        return
    update_session_auth_hash(request, person.user)
    UserSession.objects.create_from_request(request)


# Going


@login_required
@require_http_methods(["GET", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out here; a guest is reminded of the way back first."""
    person = person_or_404(request)
    if request.method == "POST":
        logout(request)
        return redirect("account_login")
    has_link = people.way_back_of(person) is not None
    return render(request, "campaigns/people/sign_out.html", {**my_frame(person), "has_link": has_link})


@login_required
@require_POST
def sign_out_others(request: HttpRequest) -> HttpResponse:
    """End every other session of mine."""
    person = person_or_404(request)
    ended = signin.sign_out_everywhere(
        person=person, except_session=request.session.session_key, except_browser=devices.sat_at(request)
    )
    words = ngettext("Signed out on %(count)s other device.", "Signed out on %(count)s other devices.", ended)
    messages.success(request, words % {"count": ended})
    return redirect("people:me")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Forget me: asks first, and says what stays."""
    person = person_or_404(request)
    refusal = ""
    if request.method == "POST":
        try:
            signin.erase_person(person=person)
            logout(request)
            return redirect("account_login")
        except Refused as error:
            refusal = error.sentence
    context = {
        **my_frame(person),
        "title": _("Erase your name and sign-in?"),
        "sentences": [
            _(
                "Your name, links, password and passkeys will be erased and cannot be restored. Games you "
                "have planned will not take place."
            ),
            _(
                "What you led and played stays in the chronicle under the name “a former player”. What you "
                "lead keeps the name you gave it: rename it first if it gives you away."
            ),
            _(
                "PDFs made of your clubs’ leagues will be deleted. Backups made so far keep your name "
                "until newer ones replace them."
            ),
            *(said for seat in person.seats.active() for said in lost_sides(seat, own=True)),
        ],
        "button": _("Erase my data"),
        "back": reverse("people:me"),
        "refusal": refusal,
    }
    return render(request, "campaigns/people/confirm.html", context, status=409 if refusal else 200)

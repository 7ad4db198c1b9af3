"""What pages with a form do alike: the status when something is wrong, the sentence beside its field."""

from __future__ import annotations

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.shell.reading.limits import Limit
from rules.engine.refusals import Refused

UNPROCESSABLE = 422
TOO_OFTEN = 429


def form_page(request: HttpRequest, template: str, form: forms.Form, **context: object) -> HttpResponse:
    """The page with its form: 422 with what was typed when the form has errors, 200 otherwise."""
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)


def shows_refusal(form: forms.Form | None, error: Refused) -> bool:
    """Whether the form that was sent says itself what was refused, beside a field; else the page has to."""
    if form is None or not form.is_bound:
        return False
    if not form.errors and error.key in form.fields:
        form.add_error(error.key, error.sentence)
    return bool(form.errors)


def explain(form: forms.Form, error: Refused | ValidationError, *, beside: str | None = None) -> None:
    """Put a refusal beside the field it speaks of, or above the form."""
    if isinstance(error, ValidationError):
        form.add_error(beside, error)
    else:
        field = error.key if error.key in form.fields else beside
        form.add_error(field or NON_FIELD_ERRORS, error.sentence)


def too_often(request: HttpRequest, limit: Limit) -> HttpResponse:
    """429, with how long to wait."""
    response = render(
        request, "campaigns/shell/too_often.html", {"minutes": -(-limit.seconds // 60)}, status=TOO_OFTEN
    )
    response["Retry-After"] = str(limit.seconds)
    return response


def safe_path(request: HttpRequest, path: str | None, *, fallback: str = "/") -> str:
    """`path` if it stays on this site, else `fallback`."""
    if path and url_has_allowed_host_and_scheme(
        path, {request.get_host()}, require_https=request.is_secure()
    ):
        return path
    return fallback

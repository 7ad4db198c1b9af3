"""*Is this right?*: choose a question, fill it in, see what the rules say; or read a case somebody shared."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.umpire import page
from campaigns.leagues.umpire.forms import QuestionForm, TextForm
from campaigns.shell.league import member_or_404, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE, too_often
from campaigns.shell.reading.limits import UMPIRE
from campaigns.shell.reading.reader import sent_to, tapped
from rules.engine.language import said
from rules.engine.plain import JsonObject, text_in

LIST = "campaigns/leagues/umpire/questions.html"
QUESTION = "campaigns/leagues/umpire/question.html"
CASE = "campaigns/leagues/umpire/case.html"


def _here(request: HttpRequest, pk: int) -> AnyViewer:
    """The league for a member of its club; a game outside leagues has no rules page, its help leads here."""
    try:
        return member_or_404(request, pk, "rules")
    except Http404:
        return member_or_404(request, pk, "help")


@require_safe
def usual_questions(request: HttpRequest, pk: int) -> HttpResponse:
    """The usual questions of this league's books, and where a shared case is read."""
    viewer = _here(request, pk)
    rule = request.GET.get("rule", "")[:20]
    return render_league(
        viewer, LIST, {"questions": page.usual_lines(viewer, rule), "rule": rule, "form": TextForm()}
    )


@require_safe
def ask_usual_question(request: HttpRequest, pk: int, game: str, question: str) -> HttpResponse:
    """A usual question; with `ask` in the address its answer. Such an address can be passed on."""
    viewer = _here(request, pk)
    found = page.usual_question(viewer, game, question)
    if found is None:
        raise Http404
    is_asked = "ask" in request.GET
    form = QuestionForm(found, request.GET if is_asked else None, request.GET.dict())
    case = _answered(viewer, game, form) if is_asked and form.is_valid() else None
    if case is not None and "download" in request.GET:
        return _download(case.text)
    status = UNPROCESSABLE if form.errors else 200
    told = request.GET.copy()
    told["download"] = "1"
    context = {
        "form": form,
        "case": case,
        "title": said(found.title),
        "download": told.urlencode(),
        "raw": TextForm(None, initial={"text": case.text}) if case else None,
    }
    return render_league(viewer, QUESTION, context, status=status)


def _answered(viewer: AnyViewer, game: str, form: QuestionForm) -> page.Case | None:
    given = form.cleaned_data
    case = page.filled_case(viewer, game, form.usual, given, given["words"])
    try:
        return page.answered_case(viewer, case, form.usual, given)
    except page.Unanswered as error:
        form.add_error(form.dice or None if error.about_dice else None, error.sentence)
        return None


@require_http_methods(["GET", "POST"])
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """A whole case, typed, pasted or from a file."""
    viewer = _here(request, pk)
    form = TextForm(sent_to(request), request.FILES or None)
    found = None
    if form.is_bound and viewer.seat is not None and UMPIRE.is_spent(str(viewer.seat.pk)):
        return too_often(request, UMPIRE)
    if form.is_bound and form.is_valid():
        read: JsonObject = form.cleaned_data["case"]
        if tapped(request, "download"):
            return _download(page.as_text(read))
        try:
            found = page.answered_case(viewer, read, None, {})
        except page.Unanswered as error:
            form.add_error("text", error.sentence)
        form = form if form.errors else TextForm(None, initial={"text": page.as_text(read)})
    words = text_in(read, "words") if found else ""
    status = UNPROCESSABLE if form.errors else 200
    return render_league(viewer, CASE, {"form": form, "case": found, "words": words}, status=status)


def _download(text: str) -> HttpResponse:
    """The case as a file that `manage.py umpire` reads."""
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="case.json"'
    return answer

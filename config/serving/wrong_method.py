"""What the address of a button is answered with when somebody opens it: a page that leads on.

Such an address stands in the browser's bar after a refusal, and is opened anew from there.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string


def answer_wrong_method(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if isinstance(answer, HttpResponseNotAllowed) and request.method == "GET":
            answer.content = render_to_string("405.html", request=request)
        return answer

    return middleware

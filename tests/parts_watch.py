"""What open pages of a league look like before and after a write, against what it says it has touched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse

from campaigns.engine import door, reports
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.state_cache import MEMORY
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.models import Dialogue, Role, Scope, Seat
from campaigns.shell.drawn import kept
from tests.factories import signed_in

type Seen = dict[tuple[str, str], dict[str, tuple[str, str]]]  # by person and address: parts with their names
VOLATILE = re.compile(
    r'name="(?:csrfmiddlewaretoken|once)" value="\w+"|data-version="\d+"|<time.*?</time>', re.DOTALL
)
LINKED = 1  # pages of a kind that are open


class Parts(HTMLParser):
    """The elements of a page that follow the league: id to the names they follow and their text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, str]] = {}
        self.open: list[list[Any]] = []  # id, names, tag, depth, where it begins
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.text = text
        self.feed(text)

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        for one in self.open:
            one[3] += one[2] == tag
        if "data-refresh-on" in told:
            self.open.append([told["id"], told["data-refresh-on"], tag, 1, self.at])

    def handle_endtag(self, tag: str) -> None:
        for one in self.open:
            one[3] -= one[2] == tag
        for name, names, _tag, _depth, began in [one for one in self.open if one[3] == 0]:
            self.found[name] = names, VOLATILE.sub("", self.text[began : self.at])
        self.open = [one for one in self.open if one[3]]


def following(who: Client, addresses: list[str]) -> list[dict[str, tuple[str, str]]]:
    """What follows a league on these pages, as they show it."""
    return [Parts(who.get(one).content.decode()).found for one in addresses]


def is_stale(follows: str, touched: str) -> bool:
    """Whether a part is fetched again, as the pages' script has it."""
    names = touched.split()
    wanted = follows.split()
    every = {"*"} & {*names, *wanted}
    return bool(every) or any(one in names or re.sub(":.*", ":*", one) in names for one in wanted)


@contextmanager
def apart() -> Iterator[None]:
    """What is drawn meanwhile is not taken for the answer to the request that is under way."""
    listening = template_rendered.receivers
    template_rendered.receivers = []
    template_rendered.sender_receivers_cache.clear()
    try:
        yield
    finally:
        template_rendered.receivers = listening
        template_rendered.sender_receivers_cache.clear()


@dataclass
class Watch:
    """Looks at every kind of write a few times. `missing`: what changed and was not named; `late`:
    what was handed out as it was kept, and reads otherwise when it is drawn anew.

    `forgiving`: a league that was made up may lack what a page takes for granted; that page has no parts.
    """

    often: int = 1  # a procedure is looked at so many times
    share: int = 1  # of procedures every so many-th, in the order they are met
    forgiving: bool = False
    missing: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    busy: bool = False

    def around(self, what: str, scope: Scope, call: Callable[[], Any]) -> Any:
        """Do it, and compare before and after."""
        number = self.met.setdefault(what, len(self.met))
        if self.busy or self.seen[what] >= self.often or number % self.share:
            return call()
        self.busy = True
        try:
            with apart():
                open_pages = self._open_pages(scope)
                before = self._look(open_pages)
            self.told.clear()
            done = call()
            if self.told:
                self.seen[what] += 1
                with apart():
                    kept_ones = self._look(open_pages, anew=False)
                    after = self._look(open_pages)
                self._compare(what, before, after, " ".join(self.told))
                self._compare_kept(what, kept_ones, after)
            return done
        finally:
            self.busy = False

    def _compare(self, what: str, before: Seen, after: Seen, touched: str) -> None:
        for place, parts in before.items():
            for name, (follows, text) in parts.items():
                now = after[place].get(name, ("", ""))[1]
                stale = is_stale(follows, touched)
                self.looked["changed"] += now != text
                self.looked["named"] += stale
                self.looked["parts"] += 1
                if now != text and not stale:
                    self.missing.append(f"{what}: {name} of {place}, follows {follows!r}, told {touched!r}")

    def _compare_kept(self, what: str, kept_ones: Seen, after: Seen) -> None:
        for place, parts in after.items():
            for name, (_follows, text) in parts.items():
                if kept_ones[place].get(name, ("", ""))[1] != text:
                    self.late.append(f"{what}: {name} of {place}")

    def _open_pages(self, scope: Scope) -> list[tuple[str, Client, str]]:
        """Pages that follow the league, and of all it links to, open on the devices of several people."""
        organiser = self._people(scope)["organiser"]
        addresses = [
            "/",
            *(reverse(one.url, args=[scope.pk]) for one in plugin_of(scope.game).play.sections if one.url),
        ]
        codes = Dialogue.objects.filter(scope=scope).values_list("slot__code", flat=True)
        addresses += [reverse("campaigns:dialogue", args=[scope.pk, code]) for code in codes]
        kinds: dict[str, dict[str, None]] = {}
        following = []
        for address in addresses:
            text = organiser.get(address).content.decode()
            following += [address] if "data-refresh-on" in text else []
            for link in re.findall(rf'href="(/l/{scope.pk}/([wumr]|solo)/[^"?#]*)"', text):
                kinds.setdefault(link[1], {})[link[0]] = None
        linked = [one for kind in kinds.values() for one in [*list(kind)[:LINKED], *list(kind)[-1:]]]
        everything = list(dict.fromkeys([*following, *linked]))
        mine = {"organiser": everything, "player": everything[::3]}
        return [(who, client, one) for who, client in self._people(scope).items() for one in mine[who]]

    def _people(self, scope: Scope) -> Mapping[str, Client]:
        known = self._clients.get(scope.club_id)
        if known is None:
            seats = Seat.objects.active().filter(club=scope.club)
            organiser, player = (seats.filter(role=one).first() for one in (Role.ORGANISER, Role.PLAYER))
            known = {"organiser": signed_in(organiser), "player": signed_in(player)}
            for client in known.values():
                client.raise_request_exception = not self.forgiving
            self._clients[scope.club_id] = known
        return known

    @cached_property
    def _clients(self) -> dict[int, Mapping[str, Client]]:
        return {}

    def _look(self, open_pages: list[tuple[str, Client, str]], *, anew: bool = True) -> Seen:
        if anew:
            caches["parts"].clear()
            kept.clear_shelves()
            MEMORY.forget()
        found: Seen = {}
        for who, client, address in open_pages:
            answer = client.get(address)
            html = answer.status_code == 200 and "text/html" in answer["Content-Type"]
            found[who, address] = Parts(answer.content.decode()).found if html else {}
        return found


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch, often: int = 1, share: int = 1) -> Iterator[Watch]:
    """Every call of the door, and every report, is looked at."""
    watch, leave = Watch(often, share), ScopeTransaction.leave
    act, answer = door.act_within, door.answer_within

    def left(transaction: ScopeTransaction) -> None:
        watch.told += [" ".join(transaction.names)] if transaction.written else []
        leave(transaction)

    def alone(transaction: ScopeTransaction, what: str, call: Callable[[], Any]) -> Any:
        """Something in a transaction in which more is done, as if it were alone in one."""
        if watch.busy:
            return call()
        transaction.leave()
        return watch.around(what, transaction.scope, lambda: (call(), transaction.leave())[0])

    def acted(transaction: ScopeTransaction, procedure: str, *args: Any, **more: Any) -> Any:
        return alone(transaction, procedure, lambda: act(transaction, procedure, *args, **more))

    def answered(transaction: ScopeTransaction, code: str, *args: Any, **more: Any) -> Any:
        found = Dialogue.objects.filter(scope=transaction.scope, slot__code=code).first()
        what = f"{found.procedure} answered" if found else "nothing"
        return alone(transaction, what, lambda: answer(transaction, code, *args, **more))

    with monkeypatch.context() as patched:
        patched.setattr(ScopeTransaction, "leave", left)
        patched.setattr(door, "act_within", acted)
        patched.setattr(door, "answer_within", answered)
        for name in ("confirm", "dispute", "withdraw", "agreed_at_table"):
            if call := getattr(reports, name, None):
                patched.setattr(reports, name, _reported(watch, name, call))
        yield watch


def _reported(watch: Watch, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def said(report: Any, *args: Any, **more: Any) -> Any:
        return watch.around(f"report {name}", report.scope, lambda: call(report, *args, **more))

    return said

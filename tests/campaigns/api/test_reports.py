"""Reports through the interface: sent by one, confirmed by another."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from campaigns.engine.asking.agreements import agreement_of_reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Report
from tests.campaigns.api.conftest import Api, Evening
from tests.factories import signed_in
from tests.pages import text_of

migration = import_module("campaigns.migrations.0076_reports_say_why")


def facts(evening: Evening) -> dict[str, Any]:
    return {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 4}


def sent(evening: Evening, **more: Any) -> Any:
    call = {"procedure": "opr.quick_report", "facts": facts(evening), **more}
    return Api(evening.marta).post(evening.base + "reports/", call)


def test_a_report_counts_when_the_opponent_confirms(evening: Evening) -> None:
    report = sent(evening).json()
    assert (report["status"], report["sides"]) == ("sent", [evening.hers, evening.his])
    assert report["agreed"] == {evening.hers: "reported"}
    one = f"{evening.base}reports/{report['id']}/"
    assert Api(evening.marta).post(one + "confirm/").status_code == 403
    assert Api(evening.pip).post(one + "confirm/").status_code == 403
    assert Api(evening.tom).post(one + "confirm/").json()["settled"]
    told = Api(evening.pip).get(one).json()
    assert told["status"] == "counted"
    assert told["agreed"][evening.his] == "confirmed"
    assert told["seq"]
    again = Api(evening.tom).post(one + "confirm/")
    assert (again.status_code, again.json()["sentence"]) == (409, "This report already counts.")
    assert reconcile(evening.scope) == []


def test_opr_30_a_slip_is_asked_about_here_too(evening: Evening) -> None:
    slip = {**facts(evening), "rounds": 1}
    asked = sent(evening, facts=slip)
    assert (asked.status_code, asked.json()["key"], Report.objects.count()) == (409, "sure", 0)
    assert sent(evening, facts=slip, sure=True).json()["status"] == "sent"


def test_opr_30_a_slip_of_a_game_against_the_app_is_asked_about_too(evening: Evening) -> None:
    slip = {"procedure": "opr.app_report", "facts": {"warbands": [evening.hers], "won": True, "rounds": 1}}
    organiser = Api(evening.ilse)
    asked = organiser.post(evening.base + "reports/", slip)
    assert (asked.status_code, asked.json()["key"], Report.objects.count()) == (409, "sure", 0)
    sure = organiser.post(evening.base + "reports/", {**slip, "sure": True})
    assert (sure.status_code, Report.objects.count()) == (200, 1)


def test_agreed_at_the_table(evening: Evening) -> None:
    one = f"{evening.base}reports/{sent(evening).json()['id']}/"
    assert Api(evening.pip).post(one + "at-table/").status_code == 403
    assert Api(evening.marta).post(one + "at-table/").json()["settled"]


def test_a_dispute_needs_no_words_and_stops_nothing_else(evening: Evening) -> None:
    one = f"{evening.base}reports/{sent(evening).json()['id']}/"
    silent = Api(evening.tom).post(one + "dispute/").json()
    assert (silent["status"], silent["words"]) == ("disputed", "")
    told = Api(evening.tom).post(one + "dispute/", {"words": "It was a draw."}).json()
    assert (told["status"], told["words"]) == ("disputed", "It was a draw.")
    answer = Api(evening.tom).post(
        evening.base + "reports/",
        {
            "procedure": "opr.quick_report",
            "facts": {**facts(evening), "winners": [evening.his]},
            "answers_to": int(one.rstrip("/").rpartition("/")[2]),
        },
    )
    assert answer.status_code == 200
    assert Api(evening.marta).post(one + "withdraw/").json()["status"] == "withdrawn"


def test_what_was_written_with_a_report_is_not_what_is_said_against_it(evening: Evening) -> None:
    told = sent(evening, words="The app of the bar sends it.").json()
    assert (told["note"], told["words"]) == ("The app of the bar sends it.", "")
    one = f"{evening.base}reports/{told['id']}/"
    page = f"/l/{evening.scope.pk}/reports/{told['id']}/"
    assert "The app of the bar sends it." in text_of(signed_in(evening.tom).get(page))
    told = Api(evening.tom).post(one + "dispute/", {"words": "It was a draw."}).json()
    assert (told["note"], told["words"]) == ("The app of the bar sends it.", "It was a draw.")
    shown = text_of(signed_in(evening.marta).get(page))
    assert "The app of the bar sends it." in shown
    assert "It was a draw." in shown


def test_a_report_with_a_note_is_no_more_disputed_than_any(evening: Evening) -> None:
    first = sent(evening, words="From the bar.").json()["id"]
    again = {**facts(evening), "winners": [evening.his]}
    version = {"procedure": "opr.quick_report", "facts": again, "answers_to": first, "words": "We won."}
    Api(evening.tom).post(evening.base + "reports/", version)
    registration = registration_of("opr")
    told = agreement_of_reports(
        evening.scope, registration, registration.load(evening.scope.pk), list(Report.objects.order_by("pk"))
    )
    assert [(one.who, one.disputes) for one in told.told] == [("Marta", False), ("Tom", False)]
    assert (told.why, told.is_disputed) == ((), True)


def test_older_releases_kept_it_in_one_column(evening: Evening) -> None:
    """Sorted apart, and together again for who goes back."""
    makes: dict[str, Any] = {
        "scope": evening.scope, "procedure": "opr.quick_report", "facts": {}, "sides": [evening.hers],
        "reporter": evening.marta,
    }  # fmt: skip
    kept = {
        "sent": ("From the bar.", None), "disputed": ("No such unit.", None),
        "withdrawn": ("#over", None), "counted": ("A draw.", evening.tom),
    }  # fmt: skip
    with scope_transaction(evening.scope.pk, Actor()):
        for status, (words, by) in kept.items():
            Report.objects.create(**makes, status=status, words=words, disputed_by=by)
        migration.apart(apps, None)
        found = {one.status: (one.note, one.words, one.why) for one in Report.objects.all()}
        migration.together(apps, None)
    assert found == {
        "sent": ("From the bar.", "", []),
        "disputed": ("", "", ["kept", "No such unit."]),
        "withdrawn": ("", "", ["over"]),
        "counted": ("", "A draw.", []),
    }
    assert {one.status: one.words for one in Report.objects.all()} == {
        status: words for status, (words, _by) in kept.items()
    }


def test_a_version_of_a_report_is_about_the_same_mission_and_by_those_who_were_there(
    evening: Evening,
) -> None:
    """Otherwise anybody could stop a report's clock, and have it fall away when their own counts."""
    with scope_transaction(evening.scope.pk, Actor()) as transaction:
        other = Report.objects.create(
            scope=transaction.scope,
            procedure="opr.result",
            facts={},
            mission="another",
            sides=[evening.hers],
            reporter=evening.marta,
        )
    assert sent(evening, answers_to=other.pk).json()["sentence"] == "That report is about another game."
    theirs = {"procedure": "opr.quick_report", "facts": facts(evening), "answers_to": other.pk}
    assert Api(evening.tom).post(evening.base + "reports/", theirs).status_code == 403
    other.refresh_from_db()
    assert other.status == "sent"


def test_solo_77_nobody_reports_a_game_against_the_app_that_no_table_has_seen(evening: Evening) -> None:
    alone = {
        "procedure": "opr.app_report",
        "facts": {"warbands": [evening.hers], "won": True, "rounds": 4, "app_values": [150]},
    }
    refused = Api(evening.marta).post(evening.base + "reports/", alone)
    assert (refused.status_code, refused.json()["key"]) == (409, "procedure")
    assert not Report.objects.exists()
    assert Api(evening.ilse).post(evening.base + "reports/", alone).json()["sides"] == [evening.hers]


def test_sent_twice_is_one_report(evening: Evening) -> None:
    first, again = sent(evening, once="k1").json(), sent(evening, once="k1").json()
    assert first["id"] == again["id"]
    assert Report.objects.count() == 1


def test_the_sides_are_those_of_the_facts(evening: Evening) -> None:
    """Nobody confirms what an organiser does by calling it a report, or by leaving the other side out."""
    api = Api(evening.marta)
    other = {"procedure": "opr.give_vp", "facts": {"warband": evening.hers, "amount": 9, "words": "x"}}
    assert api.post(evening.base + "reports/", other).status_code == 409
    nobody = {"procedure": "opr.quick_report", "facts": {"winners": [evening.hers]}}
    assert api.post(evening.base + "reports/", nobody).status_code == 409
    assert (
        Api(evening.pip)
        .post(evening.base + "reports/", {"procedure": "opr.quick_report", "facts": facts(evening)})
        .status_code
        == 403
    )


def test_impossible_facts_are_refused_at_once(evening: Evening) -> None:
    wrong = sent(evening, facts={**facts(evening), "winners": ["nobody"]})
    assert wrong.status_code == 409
    assert not Report.objects.exists()


def test_reports_of_a_league(evening: Evening) -> None:
    sent(evening)
    assert len(Api(evening.pip).get(evening.base + "reports/").json()) == 1


def test_strangers_read_a_public_report_without_what_was_said_against_it(evening: Evening) -> None:
    evening.scope.is_public = True
    evening.scope.save(update_fields=["is_public"])
    number = sent(evening).json()["id"]
    one = f"{evening.base}reports/{number}/"
    page = reverse("campaigns:report", args=[evening.scope.pk, number])
    Api(evening.tom).post(one + "dispute/", {"words": "Marta moved twice."})
    told = Api(evening.stranger).get(one).json()
    assert (told["status"], told["words"]) == ("disputed", "")
    (listed,) = Api(evening.stranger).get(evening.base + "reports/").json()
    assert listed == told
    assert Api(evening.pip).get(one).json()["words"] == "Marta moved twice."
    for client, reads in (
        (Client(), False),
        (signed_in(evening.stranger), False),
        (signed_in(evening.pip), True),
    ):
        shown = client.get(page)
        assert shown.status_code == 200
        assert ("Marta moved twice." in shown.content.decode()) is reads


def test_the_same_told_by_both_counts_once(evening: Evening) -> None:
    first = sent(evening).json()
    second = Api(evening.tom).post(
        evening.base + "reports/",
        {"procedure": "opr.quick_report", "facts": {**facts(evening), "name": "The bridge"}},
    )
    assert (second.json()["id"], second.json()["status"]) == (first["id"], "counted")
    assert second.json()["agreed"] == {evening.hers: "reported", evening.his: "reported"}
    assert reconcile(evening.scope) == []


def test_other_facts_dispute_and_another_game_is_said(evening: Evening) -> None:
    first = sent(evening).json()
    call = {"procedure": "opr.quick_report", "facts": {**facts(evening), "winners": [evening.his]}}
    api = Api(evening.tom)
    other = api.post(evening.base + "reports/", {**call, "another": True}).json()
    assert (other["status"], other["another"], other["answers_to"]) == ("sent", True, None)
    acted = api.post(evening.base + "act/", {"procedure": call["procedure"], "params": facts(evening)})
    assert (acted.json()["settled"], acted.json()["report"]) == (True, first["id"])


def test_other_facts_are_another_version(evening: Evening) -> None:
    first = sent(evening).json()
    other = {"procedure": "opr.quick_report", "params": {**facts(evening), "winners": [evening.his]}}
    told = Api(evening.tom).post(evening.base + "act/", other).json()
    assert Report.objects.get(pk=told["report"]).answers_to_id == first["id"]
    again = {"procedure": other["procedure"], "facts": other["params"], "answers_to": first["id"]}
    refused = Api(evening.tom).post(evening.base + "reports/", again)
    assert refused.status_code == 409
    assert "agree to the other version" in refused.json()["sentence"]


def test_agreed_at_the_table_is_disputed_by_whoever_never_agreed(evening: Evening) -> None:
    one = f"{evening.base}reports/{sent(evening).json()['id']}/"
    assert Api(evening.marta).post(one + "at-table/").json()["settled"]
    told = Api(evening.tom).post(one + "dispute/", {"words": "We never spoke."}).json()
    assert (told["status"], told["seq"], told["agreed"]) == ("disputed", None, {evening.hers: "reported"})
    assert reconcile(evening.scope) == []


@pytest.mark.parametrize("call", ["reports/", "act/"])
def test_a_field_nobody_knows_is_refused_beside_its_name(evening: Evening, call: str) -> None:
    body = {"reports/": {"facts": facts(evening)}, "act/": {"params": facts(evening)}}[call]
    wrong = Api(evening.marta).post(
        evening.base + call, {"procedure": "opr.quick_report", **body, "anothr": True}
    )
    assert (wrong.status_code, wrong.json()["key"]) == (400, "anothr")
    inside = {next(iter(body)): {**facts(evening), "winner": evening.hers}}
    wrong = Api(evening.marta).post(evening.base + call, {"procedure": "opr.quick_report", **inside})
    assert (wrong.status_code, wrong.json()["key"]) == (409, "winner")
    assert not Report.objects.exists()

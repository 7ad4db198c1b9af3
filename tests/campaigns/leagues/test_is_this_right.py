"""*Is this right?*: a question filled in, its answer, a case passed on and read back; nothing is written."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns.engine.plugins import plugins
from campaigns.leagues.umpire import views
from campaigns.leagues.umpire.changes import changes, with_names
from campaigns.models import Entry, Scope
from campaigns.shell.reading.limits import UMPIRE
from rules.engine.plain import table_in
from rules.rehearsal.umpire import case_rulings, judged
from rules.rehearsal.usual import Usual, usual_in
from tests import factories
from tests.campaigns import play
from tests.pages import errors_of, page_text
from tests.rules.rehearsal.test_usual import ASKED, beginning, case_of, first
from tests.test_published_cases import ROOT
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db
PICK: dict[str, Any] = {
    "game": "solo",
    "book": "solo-3.2.0",
    "steps": [{"ask": "pick", "params": {"n": 1, "dice": []}}],
}
HUGE = {**PICK, "steps": [{"ask": "pick", "params": {"n": 10**9}}]}
WOUND = {"name": "Halvard", "hero": "on", "value": "90", "had": "", "dice": "1 4", "trait": "", "after": ""}


@pytest.fixture
def league() -> Scope:
    return play.found_league()


def browser(scope: Scope, name: str = "Marta") -> Client:
    return factories.signed_in(scope.club.seats.filter(name=name).first() or play.player(scope, name))


def asked(scope: Scope, question: str = "casualty", game: str = "opr", **given: str) -> Any:
    address = reverse("campaigns:usual", args=[scope.pk, game, question])
    return browser(scope).get(address, {**WOUND, "ask": "1", **given} if question == "casualty" else given)


def sent(scope: Scope, case: object, **more: str) -> Any:
    text = case if isinstance(case, str) else json.dumps(case)
    return browser(scope).post(reverse("campaigns:case", args=[scope.pk]), {"text": text, **more})


def figures(answer: Any) -> list[tuple[str, str, str]]:
    return [(one.expected, one.said, one.standing) for one in answer.context["case"].answer.figures]


def test_what_was_expected_stands_beside_what_the_rules_give(league: Scope) -> None:
    answer = asked(league, trait="none", after="85")
    assert figures(answer) == [("nothing", "Arm Injury", "off"), ("85", "85", "same")]
    found = answer.context["case"].answer
    assert (found.head, found.is_right) == ("New on the sheet: Arm Injury.", False)
    assert [(one.die, one.rule) for one in found.asked] == [(1, "OPR-39"), (4, "OPR-40")]
    assert [one.id for one in found.rules] == ["OPR-39", "OPR-40"]
    assert "Nothing was saved." in page_text(answer)


def test_all_as_expected_says_so_and_nothing_expected_says_the_ruling(league: Scope) -> None:
    assert asked(league, trait="arm_injury", after="85").context["case"].answer.head == "You’re right."
    plain = asked(league).context["case"].answer
    assert (plain.head, plain.is_right) == ("New on the sheet: Arm Injury. Points now: 85.", None)


def test_a_die_rolled_again_is_struck(league: Scope) -> None:
    found = asked(league, had="chest_wound", dice="125").context["case"].answer
    assert [(one.die, one.struck) for one in found.asked] == [(1, False), (2, True), (5, False)]


def told(answer: Any) -> tuple[str, list[str]]:
    found = answer.context["case"].answer
    return found.head, [one.id for one in found.rules]


def test_opr_41_the_dead_have_no_points_any_more(league: Scope) -> None:
    assert told(asked(league, dice="1 1")) == ("New on the sheet: dead.", ["OPR-39", "OPR-40", "OPR-41"])
    assert figures(asked(league, dice="1 1", after="85")) == [("", "dead", ""), ("85", "–", "off")]


def test_all_that_became_otherwise_is_said_expected_or_not(league: Scope) -> None:
    answer = asked(league, dice="1 1", trait="dead")
    found = answer.context["case"].answer
    assert found.head == "You’re right."
    assert [(one.what, one.before, one.after) for one in found.changed] == [
        ("Halvard: points", "90", "85"),
        ("Halvard: status", "on the sheet", "dead"),
        ("Halvard: left the sheet", "–", "mission 1"),
    ]
    assert "What it changes" in page_text(answer)


@ASKED
def test_what_a_usual_case_changes_is_told_by_names(game: str, book: str, usual: Usual) -> None:
    case = case_of(game, book, usual, beginning(usual))
    judgement = judged(case)
    ids = {
        row["id"]
        for rows in table_in(case, "state").values()
        for row in (rows if isinstance(rows, list) else [])
        if len(row["id"]) > 1 and row["id"] != "campaign"
    }
    for line in changes(game, *judgement.around(1)):
        assert not ids & set(re.split(r"[^\w.:]+", f"{line.what} {line.before} {line.after}")), line
    said = with_names(game, judgement.states, [one.says for one in judgement.rulings])
    assert not [one for one in ids if f'"{one}"' in json.dumps(said) and one.startswith(("a", "C", "O"))]


def test_a_case_of_ones_own_is_told_by_names_where_it_has_some(league: Scope) -> None:
    units = [{"id": "s9.unit-1", "warband": "s9", "name": "Halvard", "list_points": 90}]
    case = {
        "game": "opr",
        "book": "gf-3.4.0",
        "state": {"warbands": [{"id": "s9", "name": "Crows", "units": ["s9.unit-1"]}], "units": units},
        "steps": [{"do": "opr.give_xp", "params": {"unit": "s9.unit-1", "amount": 2, "words": "test"},
                   "expect": {"effects": [{"effect": "opr.xp", "amount": 3, "unit": "s9.unit-1"}]}}],
    }  # fmt: skip
    answer = sent(league, case)
    found = answer.context["case"].answer
    assert found.is_right is False
    assert [(one.what, one.after) for one in found.changed] == [("Halvard: XP", "2")]
    assert "s9" not in "".join(one.said + one.expected for one in found.figures)
    assert "s9" not in answer.context["case"].told


def test_opr_58_what_cost_five_sells_by_a_die(league: Scope) -> None:
    assert told(asked(league, "sale", price="5", ask="1"))[0] == (
        "Points you get for it: 5. A die decides whether it sells: yes, on 4 or more."
    )
    assert figures(asked(league, "sale", price="10", die="yes", ask="1"))[1] == (
        "yes, on 4 or more",
        "no",
        "off",
    )


@pytest.mark.parametrize(
    ("game", "question", "given", "rules"),
    [
        ("opr", "experience", {"name": "H", "units": "2", "heroes": "0"}, ["OPR-44", "OPR-45", "OPR-46"]),
        ("opr", "reward", {}, ["OPR-35"]),
        ("solo", "order", {"type": "melee"}, ["SOLO-33", "SOLO-34", "SOLO-35", "SOLO-36"]),
        ("solo", "jump", {"gap": "4", "drop": "0", "dice": "4"}, ["SOLO-73", "SOLO-74", "SOLO-75"]),
    ],
)
def test_the_rules_of_an_answer_are_those_its_question_is_about(
    league: Scope, game: str, question: str, given: dict[str, str], rules: list[str]
) -> None:
    assert told(asked(league, question, game, **given, ask="1"))[1] == rules


def test_cq_105_and_128_what_a_place_does_not_allow_has_no_price() -> None:
    club = demo_club()
    league = Scope.objects.get(club=club, game="conquest")
    place = {"terrain": "plain", "ask": "1"}
    plunder = asked(league, "price", "conquest", act="plunder", building="castle", **place)
    assert told(plunder) == ("Territories with a castle or city cannot be plundered.", ["CQ-105"])
    siege = asked(league, "price", "conquest", act="besiege", building="none", **place)
    assert told(siege) == ("A siege needs a castle or city.", ["CQ-128"])
    assert told(asked(league, "price", "conquest", act="plunder", building="mine", **place)) == (
        "EP: 2.",
        ["CQ-98", "CQ-105", "CQ-115"],
    )


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"value": "ninety"}, "value", "Type a whole number."),
        ({"value": "4"}, "value", "At least 5."),
        ({"dice": "1 7"}, "dice", "Type the faces in order"),
        ({"dice": "1"}, "dice", "One more die is needed: Halvard: which injury?"),
        ({"dice": "1 4 6"}, "dice", "One die too many: no roll uses the 6."),
        ({"trait": "wings"}, "trait", "Tap one of the answers."),
    ],
)
def test_what_is_typed_wrong_is_said_beside_its_field_and_stays(
    league: Scope, given: dict[str, str], field: str, words: str
) -> None:
    answer = asked(league, **given)
    assert answer.status_code == 422
    assert words in str(answer.context["form"].errors[field][0])
    assert answer.context["form"][field].value() == given[field]
    assert answer.context["case"] is None


def test_a_case_is_a_file_that_the_umpire_reads_and_so_does_the_page(league: Scope, tmp_path: Any) -> None:
    file = asked(league, after="95", words="Tom says he keeps his points", download="1")
    assert file["Content-Disposition"].startswith("attachment")
    case = file.json()
    assert case["words"] == "Tom says he keeps his points"
    assert [one.is_right for one in case_rulings(case)] == [None, None, False]
    path, out = tmp_path / "case.json", io.StringIO()
    path.write_text(json.dumps(case), "utf-8")
    with pytest.raises(CommandError):
        call_command("umpire", str(path), stdout=out)
    assert "you expect 95, the rules say 85" in out.getvalue()
    upload = SimpleUploadedFile("case.json", json.dumps(case).encode())
    back = browser(league, "Tom").post(reverse("campaigns:case", args=[league.pk]), {"file": upload})
    assert ("95", "85", "off") in figures(back)
    assert "Tom says he keeps his points" in page_text(back)
    again = sent(league, case, download="1")
    assert again.json() == case


def test_an_address_can_be_passed_on(league: Scope) -> None:
    mine = asked(league, after="85")
    other = browser(league, "Tom").get(mine.request["PATH_INFO"], {**WOUND, "after": "85", "ask": "1"})
    assert figures(other) == figures(mine)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste a case"),
        ("no case", "not the text of a case"),
        ("[1, 2]", "There is more than one case in it."),
        ("[" * 50 + "]" * 50, "nested too deeply"),
        ({"game": "chess"}, "This case cannot be played"),
        ({**PICK, "steps": []}, "has no steps"),
        (HUGE, "too large"),
        ({**PICK, "steps": PICK["steps"] * 99}, "too much"),
        ({"game": "opr", "book": "nothing", "steps": [{"ask": "value"}]}, "There is no rulebook nothing"),
    ],
)
def test_a_text_that_is_no_case_is_refused_in_a_sentence_and_stays(
    league: Scope, text: object, words: str
) -> None:
    answer = sent(league, text)
    assert answer.status_code == 422
    assert words in errors_of(answer)
    if isinstance(text, str):
        assert answer.context["form"]["text"].value() == text


def test_every_case_of_the_corpus_is_answered_as_expected_on_the_page(league: Scope) -> None:
    client = browser(league)
    for path in sorted((ROOT / "rules" / "corpus").glob("*.json")):
        case = json.loads(path.read_text("utf-8"))[0]
        answer = client.post(reverse("campaigns:case", args=[league.pk]), {"text": json.dumps(case)})
        assert answer.context["case"].answer.head == "You’re right.", path.name


def test_every_usual_question_opens_in_a_league_of_its_book_and_nothing_is_written() -> None:
    club = demo_club()
    client = factories.signed_in(club.seats.get(name="Marta"))
    before = Entry.objects.count()
    met = set()
    for scope in Scope.objects.filter(club=club):
        lines = client.get(reverse("campaigns:is_this_right", args=[scope.pk])).context["questions"]
        assert len(lines) == sum(map(len, usual_in(scope.game).values()))
        for line in lines:
            met.add(line.url.split("/")[-3])
            usual = client.get(line.url).context["form"].usual
            values = {one.name: first(one) for one in usual.fields if one.kind != "dice"}
            given = {name: str(value) for name, value in values.items() if value is not False}
            for dice in ("", "5", "55"):
                answer = client.get(line.url, {**given, "dice": dice, "ask": "1"})
                if answer.context["case"]:
                    break
            assert answer.context["case"].answer.head, line.url
    assert met == {plugin.game.name for plugin in plugins() if usual_in(plugin.game.name)}
    assert Entry.objects.count() == before


def test_the_leagues_own_settings_go_into_the_case() -> None:
    scope = play.found_league(campaign_type="endless")
    case = asked(scope, "sale", price="35", points="15", ask="1", download="1").json()
    assert case["book"] == scope.edition
    assert case["settings"]["campaign_type"] == "endless"


def test_strangers_and_visitors_of_a_public_league_do_not_meet_it(league: Scope, client: Client) -> None:
    Scope.objects.filter(pk=league.pk).update(is_public=True)
    for name in ("is_this_right", "case"):
        assert client.get(reverse(f"campaigns:{name}", args=[league.pk])).status_code == 404
    rule = client.get(reverse("campaigns:rule", args=[league.pk, "OPR-39"]))
    assert reverse("campaigns:is_this_right", args=[league.pk]) not in page_text(rule)


def test_rules_lead_there_and_questions_about_them_come_first(league: Scope) -> None:
    client = browser(league)
    address = reverse("campaigns:is_this_right", args=[league.pk])
    for page in (reverse("campaigns:rules", args=[league.pk]), reverse("campaigns:help", args=[league.pk])):
        assert address in page_text(client.get(page))
    about = client.get(reverse("campaigns:rule", args=[league.pk, "OPR-57"]))
    assert f"{address}?rule=OPR-57" in page_text(about)
    line = client.get(address, {"rule": "OPR-57"}).context["questions"][0]
    assert "OPR-57" in line.rules
    assert client.get(reverse("campaigns:usual", args=[league.pk, "opr", "nothing"])).status_code == 404
    assert client.get(reverse("campaigns:usual", args=[league.pk, "conquest", "mine"])).status_code == 404


def test_an_organiser_is_led_to_the_setting_behind_a_rule(league: Scope) -> None:
    address = reverse("campaigns:usual", args=[league.pk, "opr", "casualty"])
    for seat, led in ((league.club.seats.get(role="organiser"), True), (play.player(league, "Pip"), False)):
        answer = factories.signed_in(seat).get(address, {**WOUND, "dice": "11", "ask": "1"})
        rules = {one.id for one in answer.context["case"].answer.rules}
        url = answer.context["case"].answer.setting_url
        assert bool(url) <= led, rules


def test_a_receipt_leads_there_with_what_it_shows(league: Scope) -> None:
    marta = play.player(league, "Marta")
    band = play.found_warband(league, marta, units=play.band(150))
    unit = play.state_of(league).warbands[band].units[0]
    client = factories.signed_in(marta)
    page = client.get(reverse("campaigns:unit", args=[league.pk, unit]), {"why": "why-points"})
    doubt = page.context["page"].receipt.doubt
    assert "value=70" in doubt
    form = client.get(doubt).context["form"]
    assert not form.is_bound
    assert (form["name"].value(), form["value"].value(), form["hero"].value()) == ("Captain Bell", "70", "on")


def test_whole_cases_are_counted_and_one_too_many_waits(league: Scope, monkeypatch: Any) -> None:
    monkeypatch.setattr(views, "UMPIRE", type(UMPIRE)("umpire", allowed=1, seconds=600))
    seat = play.player(league, "Jun")
    client, address = factories.signed_in(seat), reverse("campaigns:case", args=[league.pk])
    case = {"text": json.dumps(PICK)}
    assert client.post(address, case).status_code == 200
    assert client.post(address, case).status_code == 429


@pytest.mark.parametrize(("language", "words"), [("de", "Stimmt das?"), ("fr", "Est-ce juste ?")])
def test_it_speaks_the_readers_language(league: Scope, language: str, words: str) -> None:
    client = browser(league, "Ruth")
    address = reverse("campaigns:is_this_right", args=[league.pk])
    page = page_text(client.get(address, headers={"accept-language": language}))
    assert words in page.replace("\u202f", " ").replace("\u00a0", " ")

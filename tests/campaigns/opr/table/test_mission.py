"""The page of a mission: events with their buttons, secret notes, walkovers, undo, who may do what."""

from __future__ import annotations

import re
from io import BytesIO

import pdfplumber
import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Report, Seat
from campaigns.opr.league import facts
from campaigns.opr.table import mission_page
from campaigns.opr.table.in_play import kill_page
from campaigns.opr.table.report import report_view
from campaigns.shell.told import chronicle
from tests import factories
from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import act, answer_all, found_warband, player, state_of
from tests.pages import page_of, page_text, refusal_of, tight, told_in, words_of

pytestmark = pytest.mark.django_db
TRAP, REVENGE, SEND, DUEL = 23, 52, 62, 66


def test_a_secret_note_is_seen_by_its_writer_alone_until_it_is_opened() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, TRAP, warband=here.bell)
    marta, tom, ilse = (here.browser(one) for one in (here.marta, here.tom, here.ilse))
    page = here.url(f"m/{mission}/")
    assert "Write your note" in marta.get(page).content.decode()
    assert "Write your note" not in tom.get(page).content.decode()
    about = {"event": event, "warband": here.bell}
    asked = marta.post(f"{page}do/seal_note/", about)["Location"]
    key = {"key": "note", "value": "the crooked well"}
    assert marta.post(asked, key).status_code == 302
    assert "the crooked well" in marta.get(page).content.decode()
    for other in (tom, ilse):
        assert "crooked well" not in other.get(page).content.decode()
        assert "crooked well" not in other.get(here.url("chronicle/")).content.decode()
    assert "open the note" not in tom.get(page).content.decode()
    assert marta.post(f"{page}do/open_note/", about).status_code == 302
    assert "The note said: the crooked well" in tom.get(page).content.decode()
    assert reconcile(here.scope) == []


def test_a_note_an_organiser_sealed_is_not_handed_to_the_next_organiser() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, TRAP, warband=here.bell)
    olga = factories.new_organiser(club=here.scope.club, name="Olga")
    ilse = here.browser(here.ilse)
    about = {"event": event, "warband": here.bell}
    asked = ilse.post(here.url(f"m/{mission}/do/seal_note/"), about)["Location"]
    assert ilse.post(asked, {"key": "note", "value": "the old mill"}).status_code == 302
    told = [here.shows(one, mission).events[0].own_note for one in (here.ilse, olga, here.marta)]
    assert told == ["the old mill", "", ""]


def test_a_mission_without_a_name_says_its_number_once() -> None:
    here = Evening()
    page = here.browser(here.marta).get(here.url(f"m/{here.mission()}/")).content.decode()
    head = page[page.index("<header") : page.index("</header>")]
    assert head.count("Mission 1") == 1


def test_a_mission_is_built_once_for_those_who_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Evening()
    mission = here.mission()
    built: list[str] = []
    shared = mission_page._shared
    monkeypatch.setattr(
        mission_page, "_shared", lambda at, found: built.append(at.seat.name) or shared(at, found)
    )
    page = here.url(f"m/{mission}/")
    pip, pia, marta = (
        here.browser(factories.new_seat(club=here.scope.club, name="Pip", role="spectator")),
        here.browser(factories.new_seat(club=here.scope.club, name="Pia", role="spectator")),
        here.browser(here.marta),
    )
    for one in (pip, pia, marta, marta):
        assert one.get(page).status_code == 200
    assert built == ["Pip", "Marta"]
    gone = here.units(here.bell)[0]
    facts.tick_fact(
        scope=here.scope,
        actor=Actor(here.tom),
        mission=mission,
        kind=facts.OUT,
        subject=gone,
        data={"killer": here.units(here.raiders)[0], "round": 1},
    )
    [bell] = [side for side in page_of(pip.get(page)).sides if side.id == here.bell]
    assert (bell.standing, bell.fielded) == (2, 3)
    assert built == ["Pip", "Marta"]


def test_a_note_on_an_enemy_is_not_opened_by_hand() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, REVENGE, warband=here.bell)
    about = {"mission": mission, "warband": here.bell, "event": event}
    sealing = act(here.scope, here.marta, "seal_note", **about)
    answer_all(here.scope, here.marta, sealing, note=here.units(here.raiders)[0])
    [shown] = here.shows(here.marta, mission).events
    assert shown.own_note == "Captain Bell"
    assert "open_note" not in [one.do for one in shown.acts]


def test_an_event_asks_its_warband_and_nobody_else() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, SEND, warband=here.raiders)

    def offered(seat: Seat) -> list[str]:
        return [one.do for one in here.shows(seat, mission).events[0].acts]

    assert (offered(here.tom), offered(here.marta)) == (["send"], [])
    about = {"event": event, "warband": here.raiders}
    send = here.url(f"m/{mission}/do/send/")
    assert here.browser(here.marta).post(send, about).status_code == 403
    tom = here.browser(here.tom)
    roll_on(tom, tom.post(send, about))
    assert offered(here.tom) == []


def test_what_an_organiser_does_for_somebody_absent_is_written_down() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page = here.url(f"m/{opened.slot}.mission/")
    ilse = here.browser(here.ilse)
    assert ilse.get(page).content.decode().count("You’re acting for Tom") == 1
    fielded = {"warband": here.raiders, "unit": here.units(here.raiders)}
    assert ilse.post(f"{page}do/field/", fielded).status_code == 302
    assert Entry.objects.latest("seq").acting_for == f"side:{here.raiders}"
    assert chronicle.newest_lines(here.at(here.marta))[0].acting_for == "Tom"


def test_a_walk_over_is_a_report_that_counts_once_agreed() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page = here.url(f"m/{opened.slot}.mission/")
    marta = here.browser(here.marta)
    assert marta.post(f"{page}walk-over/", {"winner": here.raiders}).status_code == 404
    sent = marta.post(f"{page}walk-over/", {"winner": here.bell})
    assert sent.status_code == 302
    assert "Nobody came to play against Second Bell." in words_of(marta.get(sent["Location"]))
    assert state_of(here.scope).warbands[here.bell].vp == 0
    assert here.browser(here.ilse).post(sent["Location"], {"confirm": 1}).status_code == 302
    state = state_of(here.scope)
    assert state.warbands[here.bell].vp == 2
    assert state.missions[f"{opened.slot}.mission"].side(here.raiders).conceded == 1
    assert Report.objects.get().procedure == "opr.walk_over"


def test_opr_25_a_warband_that_cannot_fight_lets_a_mission_pass() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    nine = found_warband(here.scope, player(here.scope, "Oskar"), "The Nine")
    mission = here.mission()
    skip = here.url(f"m/{mission}/do/skip/")
    assert here.shows(here.ilse, mission).resting == ()
    refused = here.browser(here.ilse).post(skip, {"warband": nine})
    assert refused.status_code == 409
    assert "has units that can fight" in refusal_of(refused)
    assert here.browser(here.marta).post(skip, {"warband": nine}).status_code == 403


def test_opr_32_who_is_not_in_a_mission_rolls_none_of_its_dice() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, 22)
    nadia, page = player(here.scope, "Nadia"), here.url(f"m/{mission}/")
    outsider, shown = here.browser(nadia), here.shows(nadia, mission)
    assert not shown.at_table
    assert [one.acts for one in shown.events] == [()]
    for do, told in (("round", {"round": "2"}), ("event_die", {"event": event})):
        assert outsider.post(f"{page}do/{do}/", told).status_code == 403
    opened = act(here.scope, here.tom, "event_die", mission=mission, event=event)
    asked = here.url(f"d/{opened.slot}/")
    assert outsider.post(asked, {"key": "strikes", "value": "1"}).status_code == 403
    assert here.browser(here.ilse).post(asked, {"key": "strikes", "value": "1"}).status_code == 302
    entry = Entry.objects.latest("seq")
    assert (entry.procedure, entry.acting_for) == ("opr.event_die", "")


def test_opr_29_another_objective_is_rolled_when_the_table_agrees() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    mission = f"{opened.slot}.mission"
    page, marta = here.url(f"m/{mission}/"), here.browser(here.marta)
    marta.post(f"{page}do/field/", {"warband": here.bell, "unit": here.units(here.bell)})
    roll_on(marta, marta.post(f"{page}do/objective/", {"warband": here.bell}))
    first = state_of(here.scope).missions[mission].side(here.bell).objective
    assert "Ask for another" in marta.get(page).content.decode()
    asked = marta.post(f"{page}do/objective-again/", {"warband": here.bell})["Location"]
    assert marta.post(asked, {"key": "agreed", "value": "yes"}).status_code == 403  # not by her own word
    assert state_of(here.scope).missions[mission].side(here.bell).objective == first
    here.browser(here.tom).post(asked, {"key": "agreed", "value": "yes"})
    roll_on(marta, marta.post(asked, {"key": "objective:1", "roll": "1"}))
    assert state_of(here.scope).missions[mission].side(here.bell).objective != first


@pytest.mark.parametrize(
    ("place", "sentence"), [("x" * 300, "300 characters"), ("Bridge \u202egnp.exe", "invisible characters")]
)
def test_a_place_that_cannot_be_read_is_refused_and_kept(place: str, sentence: str) -> None:
    here = Evening()
    marta = here.browser(here.marta)
    told = {"warband": [here.bell, here.raiders], "name": place}
    refused = marta.post(here.url("missions/new/"), told)
    assert refused.status_code == 422
    assert sentence in refused.context["form"].errors["name"][0]
    assert refused.context["form"]["warband"].value() == [here.bell, here.raiders]
    assert sentence in refused.content.decode()
    assert place in refused.content.decode()
    assert not state_of(here.scope).missions


def test_opr_32_one_event_die_each_is_rolled_by_each() -> None:
    here = Evening(event_dice="each")
    mission = here.mission()
    page, marta, tom = here.url(f"m/{mission}/"), here.browser(here.marta), here.browser(here.tom)
    roll_on(marta, marta.post(f"{page}do/round/", {"round": 1, "warband": here.bell}))
    assert here.dice(here.tom, mission) == ["Round 1: event die for Raiders"]
    assert here.dice(here.marta, mission) == []
    early = marta.post(f"{page}do/round/", {"round": 2, "warband": here.bell})
    assert early.status_code == 409
    assert "Raiders still has to roll the event die for round 1" in refusal_of(early)
    roll_on(tom, tom.post(f"{page}do/round/", {"round": 1, "warband": here.raiders}))
    assert here.dice(here.marta, mission) == ["Round 2: event die for Second Bell"]


def test_a_19_who_has_conceded_rolls_no_event_die_any_more() -> None:
    here = Evening(event_dice="each")
    mission = here.mission()
    rolled = act(here.scope, here.marta, "round", mission=mission, round=1, warband=here.bell)
    answer_all(here.scope, here.marta, rolled, **{"event-check": 1})
    assert here.dice(here.tom, mission) == ["Round 1: event die for Raiders"]
    act(here.scope, here.tom, "concede", mission=mission, warband=here.raiders, round=1)
    assert here.dice(here.tom, mission) == []


def test_opr_31_no_event_die_is_rolled_once_the_only_opponent_has_conceded() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    assert here.dice(here.marta, mission) == ["Start round 1"]
    act(here.scope, here.tom, "concede", mission=mission, warband=here.raiders, round=1)
    assert here.dice(here.marta, mission) == []
    late = marta.post(here.url(f"m/{mission}/do/round/"), {"round": 1})
    assert late.status_code == 409
    assert refusal_of(late).startswith("Everybody else has conceded, so no round is left to play.")
    assert f'href="{here.url(f"m/{mission}/result/")}">Report the result' in tight(late)
    assert not state_of(here.scope).missions[mission].checks


@pytest.mark.parametrize("edition", ["aofs-3.2.0", "gf-3.4.0"])
def test_opr_31_who_has_lost_a_unit_in_a_round_concedes_where_the_report_takes_it(edition: str) -> None:
    here = Evening(edition=edition, units=4)
    mission, marta, tom = here.mission(), here.browser(here.marta), here.browser(here.tom)
    asked = act(here.scope, here.marta, "round", mission=mission, round=1)
    answer_all(here.scope, here.marta, asked, **{"event-check": 1})
    killer, victim = here.units(here.bell)[0], here.units(here.raiders)[1]
    at = here.url(f"m/{mission}/")
    marta.post(f"{at}out/", {"killer": killer, "victim": victim, "round": 1})
    given_up = tom.post(f"{at}do/concede/", {"warband": here.raiders, "round": 1})
    if edition.startswith("gf"):
        assert given_up.status_code == 409
        sentence = (
            f"{here.name(victim)} was already out in round 1, "
            "and you can only concede at the start of a round."
        )
        assert sentence in refusal_of(given_up)
        marta.post(f"{at}do/round/", {"round": 2})
        given_up = tom.post(f"{at}do/concede/", {"warband": here.raiders, "round": 2})
    assert given_up.status_code == 302
    form = {
        "winner": here.bell,
        "rounds": 2 if edition.startswith("gf") else 1,
        f"out:{victim}": 1,
        f"by:{victim}": killer,
        f"round:{victim}": 1,
    }
    assert marta.post(f"{at}result/", form).status_code == 302


def test_opr_31_nobody_is_taken_out_once_the_side_has_conceded() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    killer, victim = here.units(here.bell)[0], here.units(here.raiders)[1]
    act(here.scope, here.tom, "concede", mission=mission, warband=here.raiders, round=2)
    tapped = {"killer": killer, "victim": victim}
    late = marta.post(here.url(f"m/{mission}/out/"), {**tapped, "round": 2})
    assert late.status_code == 409
    assert f"{here.name(victim)} left the table in round 2" in refusal_of(late)
    assert marta.post(here.url(f"m/{mission}/out/"), {**tapped, "round": 1}).status_code == 302


def test_the_kill_ledger_keeps_to_the_rules_and_takes_back() -> None:
    here = Evening()
    mission = here.mission()
    out, marta = here.url(f"m/{mission}/out/"), here.browser(here.marta)
    mine, theirs = here.units(here.bell), here.units(here.raiders)
    assert marta.post(out, {"killer": mine[0]}).status_code == 409
    own = marta.post(out, {"killer": mine[0], "victim": mine[1]})
    assert own.status_code == 409
    assert "cannot be taken out by its own side" in refusal_of(own)
    assert marta.post(out, {"killer": "s1.stranger", "victim": theirs[0]}).status_code == 409
    told = {"killer": mine[0], "victim": theirs[1], "charge": 1, "round": 2}
    written = marta.post(out, told)
    assert marta.get(written["Location"]).context["ticked"].id == theirs[1]
    again = marta.post(out, told)["Location"]
    assert marta.get(again).context["ticked"] is None  # a change is no new one to take off
    found = mission_page.mission_or_404(here.at(here.marta), mission)
    changing = kill_page.kill_page(here.at(here.marta), found, {"victim": theirs[1]})
    assert (changing.changing, set(changing.how)) == (True, {"charge"})
    assert [one.id for side in changing.sides for one in side.units if one.did_it] == [mine[0]]
    assert marta.post(out, {"victim": theirs[1], "strike": 1}).status_code == 302
    assert not [one.id for side in here.shows(here.marta, mission).sides for one in side.units if one.out]
    assert marta.get(written["Location"]).context["ticked"] is None


def test_each_step_leads_to_the_next() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    killer = here.units(here.raiders)[0]
    victim = here.units(here.bell)[1]
    told = {"winner": here.bell, "rounds": 4, f"out:{victim}": 1, f"by:{victim}": killer}
    sent = marta.post(here.quick, told)["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    mission = next(iter(state_of(here.scope).missions))
    step = here.url(f"m/{mission}/steps/{here.bell}/")
    assert page_of(marta.get(sent)).onward.url == step
    asked = marta.post(step, {"do": "casualties"})["Location"]
    assert marta.post(asked, {"roll_all": 1})["Location"] == step
    assert page_of(marta.get(step)).step == "experience"
    assert marta.post(step, {"do": "experience"})["Location"] == step
    marta.post(step, {"do": "close_upgrades"})
    done = marta.post(step, {"do": "close_recruiting"})
    assert marta.get(done["Location"])["Location"] == here.url(f"m/{mission}/")


def test_a_price_that_is_no_number_is_said_beside_its_field_and_what_was_typed_stays() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    sent = marta.post(here.quick, {"winner": here.raiders, "rounds": 4})["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    step = here.url(f"m/{next(iter(state_of(here.scope).missions))}/steps/{here.bell}/")
    for done in ("casualties", "experience"):
        marta.post(step, {"do": done})
    unit, wrong = here.units(here.bell)[1], "Type the price in points, as a whole number up to 99999."
    bought = marta.post(step, {"do": "buy", "unit": unit, "label": "Great axe", "price": "dear"})
    recruits = {"do": "recruit", "name": "Wolf", "points": "dear", "quality": "4"}
    marta.post(step, {"do": "close_upgrades"})
    for answer, kept in ((bought, "Great axe"), (marta.post(step, recruits), "Wolf")):
        page = answer.content.decode()
        assert answer.status_code == 422
        assert f'value="{kept}"' in page
        found = re.search(r'<input [^>]*value="dear"[^>]*>', page)
        assert found is not None
        assert "autofocus" in found[0]
        assert 'aria-invalid="true"' in found[0]
        told = re.search(r'aria-describedby="([^"]*)"', found[0])
        assert told is not None
        beside = re.search(rf'id="{told[1].split()[-1]}" class="invalid-feedback">(.*?)</div>', page, re.S)
        assert beside is not None
        assert wrong in beside[1]
    figures = {"quality": "99", "defense": "1", "tough": "very", "models": "99999999999"}
    for figure, absurd in figures.items():
        answer = marta.post(step, {**recruits, "points": "5", figure: absurd})
        assert answer.status_code == 422
        assert re.search(rf'name="{figure}"[^>]*value="{absurd}"[^>]*aria-invalid', answer.content.decode())
        assert "or leave it empty." in answer.content.decode()
    assert "Wolf" not in [unit.name for unit in state_of(here.scope).units.values()]


def test_who_wants_the_app_to_roll_everything_is_asked_for_no_die() -> None:
    here = Evening()
    here.marta.person.dice = "app"
    here.marta.person.save()
    marta = here.browser(here.marta)
    page = here.url(f"m/{here.mission()}/")
    rolled = marta.post(f"{page}do/round/", {"round": 1})
    state = state_of(here.scope)
    mission = next(iter(state.missions.values()))
    assert mission.round == 1 or "/d/" in rolled["Location"]
    assert mission.checks or "event" in page_of(marta.get(rolled["Location"])).first.question.key


def test_a_dialogue_set_aside_leads_back_to_its_mission() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    page = here.url(f"m/{here.mission()}/")
    asked = marta.post(f"{page}do/round/", {"round": 1})["Location"]
    assert marta.post(asked, {"aside": 1})["Location"] == page


def test_a_refused_answer_says_so_beside_its_question_and_stays_typed() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    asked = marta.post(here.url(f"m/{here.mission()}/do/round/"), {"round": 1})["Location"]
    line = marta.get(asked).context["page"].first
    refused = marta.post(asked, {"key": line.question.key, "value": "9"})
    assert refused.status_code == 409
    assert refused.context["refused"] is None
    told = next(one for one in refused.context["page"].lines if one.error)
    assert (told.question.key, told.typed.typed()) == (line.question.key, ["9"])
    assert refused.content.decode().count(told.error) == 1
    gone = marta.post(asked, {"key": "nothing", "value": "9"})
    assert gone.context["refused"].sentence == "Something has changed. This is how things stand now."


def test_whoever_is_asked_confirms_and_is_not_offered_agreed_at_the_table() -> None:
    here = Evening()
    sent = here.browser(here.marta).post(here.quick, {"winner": here.bell, "rounds": 4, "once": "x"})
    assert sent.status_code == 302
    mine, asked = (
        report_view.report_view(here.at(one), Report.objects.get()) for one in (here.marta, here.tom)
    )
    assert (mine.word.may_agree, mine.may_confirm) == (True, False)
    assert (asked.word.may_agree, asked.may_confirm) == (False, True)


def test_a_walk_over_can_be_disputed_in_words() -> None:
    here = Evening()
    mission = here.mission()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    sent = marta.post(here.url(f"m/{mission}/walk-over/"), {"winner": here.bell})
    assert "Dispute the report" in tom.get(sent["Location"]).content.decode()


@pytest.mark.parametrize("how", ["called off", "walkover"])
def test_an_organiser_is_led_from_the_mission_to_how_it_ended(how: str) -> None:
    here = Evening()
    mission = here.mission()
    if how == "called off":
        act(here.scope, here.ilse, "abandon", mission=mission)
    else:
        act(here.scope, here.ilse, "walk_over", mission=mission, winner=here.bell)
    url = here.shows(here.ilse, mission).correct_url
    assert here.browser(here.ilse).get(url).status_code == 200
    assert here.shows(here.marta, mission).correct_url == ""


def test_a_mission_leads_to_its_report_form_with_the_sides_written_in() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    page = marta.get(here.url(f"m/{here.mission()}/")).content.decode()
    [form] = re.findall(r'href="([^"]+/report\.pdf[^"]*)"', page)
    with pdfplumber.open(BytesIO(marta.get(form).content)) as printed:
        text = printed.pages[0].extract_text()
    assert "Second Bell" in text
    assert "Raiders" in text


def test_why_a_mission_was_called_off_is_told() -> None:
    here = Evening()
    mission = here.mission()
    act(here.scope, here.ilse, "abandon", mission=mission, words="The hall had to be cleared.")
    told = "The mission was abandoned and does not count: The hall had to be cleared."
    assert told_in(here.scope, here.marta)[0] == told
    assert here.shows(here.marta, mission).called_off == "The hall had to be cleared."


def test_opr_27_and_29_what_a_point_and_a_new_objective_were_for_is_told() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page, marta = here.url(f"m/{opened.slot}.mission/"), here.browser(here.marta)
    for units, warband in ((1, here.bell), (3, here.raiders)):
        act(here.scope, here.ilse, "field", mission=f"{opened.slot}.mission", warband=warband,
            units=here.units(warband)[:units])  # fmt: skip
    roll_on(marta, marta.post(f"{page}do/objective/", {"warband": here.bell}))
    again = {"warband": here.bell, "words": "they have nobody to cast at"}
    asked = marta.post(f"{page}do/objective-again/", again)["Location"]
    agreed = page_of(here.browser(here.tom).get(asked)).first
    assert "they have nobody to cast at" in f"{agreed.question.text} {agreed.question.how}"
    here.browser(here.tom).post(asked, {"key": "agreed", "value": "yes"})
    roll_on(marta, marta.post(asked, {"key": "objective:1", "roll": "1"}))
    act(here.scope, here.marta, "begin", mission=f"{opened.slot}.mission")
    marta.post(f"{page}do/underdog/", {"warband": here.bell, "by": "-1", "words": "the charge of the hounds"})
    told = "\n".join(told_in(here.scope, here.marta))
    assert "instead: they have nobody to cast at" in told
    assert "Second Bell spent an underdog point (−1): the charge of the hounds" in told
    assert reconcile(here.scope) == []


def test_what_set_up_asked_is_not_asked_any_more_once_the_mission_has_begun() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    mission, scope = f"{opened.slot}.mission", here.scope
    act(scope, here.marta, "field", mission=mission, warband=here.bell, units=here.units(here.bell))
    asked = act(scope, here.marta, "roll_objective", mission=mission, warband=here.bell)
    assert [one.url for one in here.shows(here.marta, mission).open_dialogues] == [
        here.url(f"d/{asked.slot}/")
    ]
    act(scope, here.tom, "begin", mission=mission)
    assert here.shows(here.marta, mission).open_dialogues == ()


def test_an_open_question_leads_those_who_may_answer_and_others_read_who_is_waited_for() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    mission, scope = f"{opened.slot}.mission", here.scope
    act(scope, here.marta, "field", mission=mission, warband=here.bell, units=here.units(here.bell))
    asked = act(scope, here.marta, "roll_objective", mission=mission, warband=here.bell)
    spectator = factories.new_seat(club=scope.club, name="Pip", role="spectator")
    address = here.url(f"d/{asked.slot}/")
    for seat, leads in ((here.marta, True), (here.ilse, True), (here.tom, False), (spectator, False)):
        (run,) = here.shows(seat, mission).open_dialogues
        drawn = page_text(here.browser(seat).get(here.url(f"m/{mission}/")))
        assert (run.others == ()) == leads, seat
        assert (f'href="{address}"' in drawn) == leads, seat
        assert (f"{run.title}: waiting for Second Bell" in drawn) == (not leads), seat


def test_the_address_of_a_button_leads_on() -> None:
    here = Evening()
    opened = here.browser(here.marta).get(here.url(f"m/{here.mission()}/do/begin/"))
    assert opened.status_code == 405
    assert "This is the address of a button" in opened.content.decode()
    assert here.browser(here.marta).post(here.url("honours/")).content == b""


def test_the_next_round_is_drawn_for_those_at_the_table_alone() -> None:
    here = Evening()
    page = here.url(f"m/{here.mission()}/")
    nadia = player(here.scope, "Nadia")
    drawn = ["do/round/" in here.browser(one).get(page).content.decode() for one in (here.marta, nadia)]
    assert drawn == [True, False]


def test_what_was_ticked_is_drawn_with_its_undo_and_can_be_changed() -> None:
    here = Evening()
    out, marta = here.url(f"m/{here.mission()}/out/"), here.browser(here.marta)
    killer, victim = here.units(here.bell)[0], here.units(here.raiders)[1]
    written = marta.post(out, {"killer": killer, "victim": victim, "charge": 1, "round": 2})
    assert "Saved:" in marta.get(written["Location"]).content.decode()
    changing = marta.get(f"{out}?victim={victim}").content.decode()
    assert f'name="killer" value="{killer}" checked' in changing
    assert 'name="charge" value="1" checked' in changing
    assert "Not out after all: remove the entry" in changing


def test_opr_68_whoever_leaves_a_mission_early_finds_where_to_hand_over() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    page = marta.get(here.url(f"m/{mission}/"))
    url = f"{here.url(f'w/{here.bell}/change/')}?open=hand_over"
    assert f'href="{url}"' in tight(page)
    assert f'href="{url}"' in tight(marta.get(here.url(f"w/{here.bell}/")))
    assert f'href="{url}"' not in tight(here.browser(here.tom).get(here.url(f"w/{here.bell}/")))
    assert here.url(f"w/{here.raiders}/change/") not in tight(page)
    opened = marta.get(url)
    assert opened.context["opens"] in [form.change.act for form in opened.context["forms"]]
    assert tight(opened).count('class="card more change" open>') == 1

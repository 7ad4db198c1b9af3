"""Where treasuries are secret, nobody but the owner learns of one: not from dice, nor from a draft."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Correction, Dialogue, DialogueAnswer, Entry, Seat, ThrownDie
from maps.models import Realm
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, words_in, words_of
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
FACES = ("6", "1", "5")


@scenario
def half_rolled(**settings: Any) -> tuple[Table, str]:
    """Marta has thrown two of her mountain mine's three dice by hand."""
    league = begun("Marta", "Kwame", "Ilse", **settings)
    realm = league.realm("Marta")
    place = next(
        one for one in league.state.territories.values() if one.terrain == "mountain" and not one.owner
    )
    sent = {"territory": place.id, "owner": realm, "building": "mine", "words": "a gift"}
    assert league.post("Organiser", "correct", **sent).status_code == 302
    chosen = {"Marta": "scouts", "Kwame": "land_grab", "Ilse": "elite_army"}
    while league.phase == "events":
        active = league.state.now.active
        name = league.player(active)
        asked = league.post(name, "pick_event", realm=active, round=1)
        league.answered(name, asked, event=chosen[name])
    assert league.phase == "revenue"
    opened = league.post("Marta", "collect", realm=realm, round=1)
    for number, face in enumerate(FACES[:2], start=1):
        key = f"mine:{place.id}:{number}"
        answer = league.browsers["Marta"].post(opened.url, {"key": key, "value": face})
        assert answer.status_code in (200, 302), words_of(answer)
    return league, opened.url


def test_dice_of_a_mine_half_thrown_are_their_owners_alone() -> None:
    league, address = half_rolled(gold_public=False)
    api = f"/api/v1/leagues/{league.scope.pk}/dialogues/"
    mine = league.browsers["Marta"].get(address)
    assert [line.answer.value for line in mine.context["page"].answered] == [6, 1]
    (told,) = league.browsers["Marta"].get(api).json()
    assert [one["answer"] for one in told["answered"]] == [6, 1]
    asked = {"HX-Request": "true", "HX-Target": "dialogue"}
    for name in ("Kwame", "Ilse", "Organiser"):
        for headers in ({}, asked):
            page = league.browsers[name].get(address, headers=headers)
            assert page.context["page"].answered == ()
            assert len(page.context["page"].open) == 1
        (told,) = league.browsers[name].get(api).json()
        assert told["answered"] == []
        one = league.browsers[name].get(f"{api}{told['slot']}/").json()
        assert one["answered"] == []


def test_where_treasuries_are_open_everybody_watches_the_dice() -> None:
    league, address = half_rolled()
    page = league.browsers["Kwame"].get(address)
    assert [line.answer.value for line in page.context["page"].answered] == [6, 1]


def places_to_look(league: Table) -> list[str]:
    """Every page and part that tells of a league, and what the API says of it."""
    pk, realm = league.scope.pk, league.realm("Marta")
    found = [reverse(f"maps:{name}", args=[pk]) for name in ("map", "past", "standings", "export")]
    found += [reverse("maps:realm", args=[pk, realm]) + why for why in ("", "?why=gold", "?why=ep")]
    found += [reverse(f"campaigns:{name}", args=[pk]) for name in ("league", "chronicle", "board")]
    found += [reverse("campaigns:entry", args=[pk, one.seq]) for one in league.scope.entries.all()]
    found += [f"{reverse('maps:past', args=[pk])}?at={one.seq}" for one in league.scope.entries.all()[6:]]
    api = f"/api/v1/leagues/{pk}"
    tables = ("realms", f"realms/{realm}", "events", "campaign", "rounds", "battles")
    found += [f"{api}/state/{one}/" for one in tables]
    return [*found, *(f"{api}/{one}" for one in ("", "standings/", "chronicle/", "journal/", "dialogues/"))]


def looked_at(league: Table, name: str) -> Iterator[tuple[str, Any]]:
    """What one person finds in all these places, and in what an open map asks for anew."""
    browser = league.browsers[name]
    for at in places_to_look(league):
        yield at, browser.get(at)
    for part in ("lead", "now", "board", "table", "battles", "realms", "news"):
        address = reverse("maps:map", args=[league.scope.pk])
        answer = browser.get(address, headers={"HX-Target": part})
        assert "<html" not in answer.content.decode()
        yield part, answer


@pytest.mark.in_turn(5, kind="secrets")
def test_what_a_mine_brought_in_is_nowhere_for_other_eyes() -> None:
    league, address = half_rolled(gold_public=False)
    key = re.search(r'name="key" value="([^"]+)"', league.browsers["Marta"].get(address).content.decode())
    assert key
    league.browsers["Marta"].post(address, {"key": key[1], "value": FACES[2]})
    gold = league.state.realms[league.realm("Marta")].gold
    assert gold == 120
    seen = [answer for _at, answer in looked_at(league, "Marta")]
    assert any("120 gold" in words_in(one.content.decode()) for one in seen)  # its owner reads it
    for name in ("Kwame", "Organiser"):
        read = 0
        for at, answer in looked_at(league, name):
            if answer.status_code != 200:
                continue
            read += 1
            told = words_in(answer.content.decode()).replace('"owner":"120"', "")  # a seat may have that id
            assert not re.search(r"\b120\b", told), (name, at, told)
            assert "+120" not in told, (name, at)
        assert read > 20


def test_a_draft_of_a_correction_hides_what_is_in_a_treasury() -> None:
    league, battle = spent_and_settled()
    organiser = league.browsers["Organiser"]
    lost = {"attack": (300, 7, 9), "defend": (500, 1, 9), "fled": "attack"}
    sent = play.facts_of(league, battle, lost["attack"], lost["defend"], lost["fled"])  # type: ignore[arg-type]
    looked = organiser.post(reverse("maps:correct", args=[league.scope.pk, battle]), {**sent, "look": "1"})
    assert looked.status_code == 200
    started = organiser.post(looked.request["PATH_INFO"], {**sent, "start": "1"})
    page = organiser.get(started["Location"])
    rows = page.context["page"].rows
    hidden = [row for row in rows if row.why == "gold"]
    assert hidden
    assert {(row.before, row.after) for row in hidden} == {("hidden", "hidden")}
    for realm in league.state.realms.values():
        for told in (page, looked):
            assert not re.search(rf"\b{realm.gold} gold\b", words_of(told))
    assert Correction.objects.count() == 1


def spent_and_settled() -> tuple[Table, str]:
    """Raids that would not have been paid for had the battle ended otherwise."""
    league = play.at_battles("Marta", "Kwame", gold_public=False)
    (battle,) = league.state.battles
    won = {"attack": (700, 1, 9), "defend": (500, 5, 9), "fled": "defend"}
    attackers, defenders = play.sides(league, battle)
    play.reported(league, league.player(attackers[0]), battle, **won)  # type: ignore[arg-type]
    league.do(league.player(defenders[0]), "confirm", battle=battle)
    while league.state.now.active != attackers[0]:
        league.do(league.player(league.state.now.active), "end_turn")
    for _ in range(league.state.realms[attackers[0]].ep):
        free = next(one.id for one in league.state.territories.values() if not one.owner and not one.is_sea)
        league.do(league.player(attackers[0]), "raid", territory=free)
    return league, battle


def test_giving_and_taking_tells_an_organiser_no_treasury() -> None:
    league = begun("Marta", "Kwame", gold_public=False)
    realm = league.realm("Marta")
    league.post("Organiser", "grant", realm=realm, gold="137", words="found")
    answer = league.post("Organiser", "grant", realm=realm, gold="-900", words="lost")
    assert answer.status_code == 302, "whatever there is: a refusal would be an answer"
    assert league.state.realms[realm].gold == 0
    chronicle = reverse("campaigns:chronicle", args=[league.scope.pk])
    for page in (answer.url, chronicle):
        assert "137" not in words_of(league.browsers["Organiser"].get(page))
    assert "137" in words_of(league.browsers["Marta"].get(chronicle))
    assert reconcile(league.scope) == []


def test_cq_119_no_organiser_shows_gold_that_was_hidden_when_the_league_began() -> None:
    league = begun("Marta", "Kwame", gold_public=False)
    Seat.objects.filter(pk=league.seats["Kwame"].pk).update(role="organiser")
    league.post("Organiser", "grant", realm=league.realm("Marta"), gold="137", words="found")
    settings = reverse("campaigns:settings", args=[league.scope.pk])
    for name in ("Kwame", "Organiser"):
        sent = {"key": "gold_public", "value": "on", "words": "Fair is fair."}
        refused = league.browsers[name].post(settings, sent)
        assert "so it stays hidden" in words_of(refused)
        assert "137" not in words_in(league.see(name))
    assert dict(league.state.now.settings)["gold_public"] is False


@pytest.fixture
def boss() -> Client:
    client = Client()
    how = "django.contrib.auth.backends.ModelBackend"
    client.force_login(User.objects.create_superuser("boss"), backend=how)
    return client


def test_the_admin_shows_no_treasury_nor_what_filled_it(boss: Client) -> None:
    league, _address = half_rolled(gold_public=False)
    pages = [f"/admin/maps/realm/{row.pk}/change/" for row in Realm.objects.all()]
    league.post("Organiser", "grant", realm=league.realm("Kwame"), gold="74123", words="found")
    for model in (Entry, Dialogue, DialogueAnswer, ThrownDie):
        rows = model._default_manager.values_list("pk", flat=True)
        assert rows
        for pk in rows:
            assert boss.get(f"/admin/campaigns/{model._meta.model_name}/{pk}/change/").status_code == 302
    for page in pages:
        told = boss.get(page)
        assert told.status_code == 200, page
        shown = set(re.findall(r"field-([a-z_]+)", told.content.decode()))
        assert shown, page
        assert not {"gold", "version"} & shown, (page, shown)
        assert "74123" not in told.content.decode(), page
    for listing in ("maps/realm", "campaigns/entry", "campaigns/dialogueanswer", "campaigns/throwndie"):
        assert "74123" not in boss.get(f"/admin/{listing}/").content.decode()


def test_strangers_hear_that_a_report_is_disputed_but_not_why() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attackers, defenders = play.sides(league, battle)
    won = {"attack": (700, 1, 9), "defend": (500, 5, 9), "fled": "defend"}
    play.reported(league, league.player(attackers[0]), battle, **won)  # type: ignore[arg-type]
    said = {"battle": battle, "words": "She moved twice."}
    league.do(league.player(defenders[0]), "dispute", **said)
    league.scope.is_public = True
    league.scope.save(update_fields=["is_public"])
    chronicle = reverse("campaigns:chronicle", args=[league.scope.pk])
    for address in (chronicle, reverse("campaigns:league", args=[league.scope.pk])):
        stranger = words_of(Client().get(address))
        assert "She moved twice" not in stranger
    assert "disputes the report" in words_of(Client().get(chronicle))
    assert "She moved twice" in words_of(league.browsers["Marta"].get(chronicle))


def at_gold(**settings: Any) -> tuple[Table, str, str, str]:
    """A battle with the question about gold open; Kwame has 120, and an organiser plays too."""
    league = begun("Marta", "Kwame", gold_public=False, **settings)
    for name, gold in (("Marta", "300"), ("Kwame", "120")):
        league.post("Organiser", "grant", realm=league.realm(name), gold=gold, words="test")
    for phase in (play.events, play.revenue, play.challenges):
        phase(league)
    (battle,) = league.state.battles
    Seat.objects.filter(pk=league.seats["Marta"].pk).update(role="organiser")
    opened = league.post("Marta", "commit_gold", battle=battle)
    return league, battle, opened.url, f"gold:{battle}:{league.realm('Kwame')}"


@pytest.mark.parametrize("sealed", ["sealed", "open"])
def test_cq_66_no_rival_seals_gold_for_another_organiser_or_not(sealed: str) -> None:
    league, battle, address, key = at_gold(gold_sealed=sealed)
    marta, slot = league.browsers["Marta"], address.strip("/").split("/")[-1]
    marta.post(address, {"key": f"gold:{battle}:{league.realm('Marta')}", "value": "10"})
    page = marta.post(address, {"key": key, "value": "0"})
    sent = {"slot": slot, "key": key, "value": 0}
    api = marta.post(f"/api/v1/leagues/{league.scope.pk}/answer/", sent, "application/json")
    assert (page.status_code, api.status_code) == (403, 403)
    assert not DialogueAnswer.objects.filter(key=key).exists()
    assert not league.state.battles[battle].committed


def test_whoever_seals_for_another_is_refused_nothing_on_a_secret_treasurys_account() -> None:
    league, battle, address, key = at_gold()
    kwame = league.realm("Kwame")
    had = league.state.realms[kwame].gold
    assert had < 200
    sealed = league.browsers["Organiser"].post(address, {"key": key, "value": "200"})
    assert sealed.status_code in (200, 302), words_of(sealed)
    own = f"gold:{battle}:{league.realm('Marta')}"
    league.browsers["Marta"].post(address, {"key": own, "value": "100"})
    assert dict(league.state.battles[battle].gold)[kwame] == had  # what is not there is not spent
    for name in ("Marta", "Kwame", "Organiser"):
        chronicle = league.browsers[name].get(reverse("campaigns:chronicle", args=[league.scope.pk]))
        assert "Organiser answered for Kwame" in words_of(chronicle)
        told = league.browsers[name].get(f"/api/v1/leagues/{league.scope.pk}/chronicle/").json()
        assert ["Organiser answered for Kwame"] in [one["stood_in"] for one in told]
    assert reconcile(league.scope) == []


def test_an_open_amount_beyond_a_secret_treasury_is_refused_without_the_figure() -> None:
    league, _battle, address, key = at_gold(gold_sealed="open")
    had = str(league.state.realms[league.realm("Kwame")].gold)
    for name, neutral in (("Organiser", True), ("Kwame", False)):
        refused = league.browsers[name].post(address, {"key": key, "value": "199"})
        if refused.status_code == 302:  # not asked yet: the attacker goes first
            continue
        told = words_of(refused)
        assert ("more gold than the treasury holds" in told) is neutral, told
        assert (f"You only have {had} gold." in told) is not neutral, told


def test_nobody_else_answers_for_me_unseen() -> None:
    """Whoever answers for themselves leaves no such line."""
    league, battle, address, _key = at_gold()
    for name, amount in (("Kwame", "10"), ("Marta", "20")):
        mine = f"gold:{battle}:{league.realm(name)}"
        league.browsers[name].post(address, {"key": mine, "value": amount})
    chronicle = league.browsers["Kwame"].get(reverse("campaigns:chronicle", args=[league.scope.pk]))
    assert "answered for" not in words_of(chronicle)


def test_what_an_act_has_read_is_no_word_over_a_treasury() -> None:
    league = begun("Marta", "Kwame", gold_public=False)
    realm = league.realm("Kwame")
    place = league.state.realms[realm].capital
    before = league.ask("stamp", realm=realm, territory=place)
    league.post("Organiser", "grant", realm=realm, gold="120", words="found")
    assert league.ask("stamp", realm=realm, territory=place) == before
    league.post("Organiser", "grant", realm=realm, ep="2", words="found")
    assert league.ask("stamp", realm=realm, territory=place) != before

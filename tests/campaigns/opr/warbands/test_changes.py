"""Changing a sheet outside the steps: players rename and disband, organisers override with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scopes import archive
from campaigns.engine.who.rights import Actor
from campaigns.models import Notice, Role, Seat
from campaigns.notices.found.finding import catch_up
from campaigns.people import seats
from rules.opr.state import Unit, Warband
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in
from tests.pages import text_of, tight


@pytest.fixture
def warband(table: Table) -> str:
    play.found_warband(table.scope, table.tom)
    return play.found_warband(table.scope, table.marta, "The Ninth Lantern")


def change(table: Table, who: Seat | None, kind: str, key: str, act: str, **fields: Any) -> Any:
    url = reverse(f"campaigns:change_{kind}", args=[table.scope.pk, key])
    data = {f"{act}-{name}": value for name, value in fields.items()}
    return signed_in(who).post(url, {"act": act, **data})


def band(table: Table, key: str) -> Warband:
    found: Warband = play.state_of(table.scope).warbands[key]
    return found


def hero(table: Table, key: str) -> Unit:
    found: Unit = play.state_of(table.scope).sheet(key)[0]
    return found


def test_opr_18_a_player_renames_warband_and_unit(table: Table, warband: str) -> None:
    assert (
        change(table, table.marta, "warband", warband, "rename_warband", name="The Tenth").status_code == 302
    )
    unit = hero(table, warband).id
    assert change(table, table.marta, "unit", unit, "rename_unit", name="Bram").status_code == 302
    assert (band(table, warband).name, hero(table, warband).name) == ("The Tenth", "Bram")
    refused = change(table, table.marta, "unit", unit, "rename_unit", name="ferrymen ")
    assert refused.status_code == 409
    assert refused.context["refused"].rule == "OPR-18"


def test_opr_44_a_player_says_which_unit_a_hero_goes_with(table: Table, warband: str) -> None:
    captain = hero(table, warband).id
    other = play.state_of(table.scope).sheet(warband)[1].id
    assert change(table, table.marta, "unit", captain, "join_unit", to=other).status_code == 302
    assert hero(table, warband).joined_to == other
    refused = change(table, table.marta, "unit", captain, "join_unit", to=captain)
    assert refused.status_code == 422
    assert refused.context["form"].errors["to"] == ["Choose one of these."]
    assert change(table, table.marta, "unit", captain, "join_unit", to="").status_code == 302
    assert hero(table, warband).joined_to == ""
    assert change(table, table.marta, "unit", other, "join_unit", to=captain).status_code == 422


def test_opr_66_a_player_disbands_only_when_sure(table: Table, warband: str) -> None:
    assert change(table, table.marta, "warband", warband, "disband_warband").status_code == 422
    assert band(table, warband).status == "active"
    assert change(table, table.marta, "warband", warband, "disband_warband", sure="on").status_code == 302
    assert band(table, warband).status == "disbanded"


OVERRIDES = [
    ("give_xp", {"amount": 3}, lambda unit: unit.xp == 3),
    ("give_value", {"amount": -10}, lambda unit: unit.value == 60),
    ("give_trait", {"trait": "level|elite|"}, lambda unit: unit.has("level", "elite")),
    (
        "give_trait",
        {"trait": "level|specialist|melee"},
        lambda unit: unit.has("level", "specialist", "melee"),
    ),
    ("give_item", {"label": "Lantern", "price": 5}, lambda unit: unit.value == 75),
    ("bench_unit", {"missions": 2}, lambda unit: unit.sits_out == 2),
]


@pytest.mark.parametrize(("act", "fields", "holds"), OVERRIDES)
def test_opr_68_an_organiser_overrides_with_a_reason(
    table: Table, warband: str, act: str, fields: dict[str, Any], holds: Any
) -> None:
    unit = hero(table, warband).id
    assert change(table, table.ilse, "unit", unit, act, **fields).status_code == 422
    assert not holds(hero(table, warband))
    done = change(table, table.ilse, "unit", unit, act, **fields, words="agreed at the club night")
    assert done.status_code == 302
    assert holds(hero(table, warband))
    assert reconcile(table.scope) == []


def test_what_was_given_can_be_taken_again(table: Table, warband: str) -> None:
    unit = hero(table, warband).id
    change(table, table.ilse, "unit", unit, "give_trait", trait="injury|chest_wound|", words="it happened")
    change(table, table.ilse, "unit", unit, "give_item", label="Lantern", price=5, words="a prize")
    change(table, table.ilse, "unit", unit, "take_trait", trait="injury|chest_wound|", words="it did not")
    item = hero(table, warband).items[0].id
    change(table, table.ilse, "unit", unit, "take_item", item=item, words="it was not")
    assert (hero(table, warband).traits, hero(table, warband).items) == ((), ())


def test_a_unit_leaves_moves_and_returns(table: Table, warband: str) -> None:
    unit = play.state_of(table.scope).sheet(warband)[1].id
    other = play.state_of(table.scope).active[0].id
    change(table, table.ilse, "unit", unit, "remove_unit", words="typed in twice")
    assert not play.state_of(table.scope).units[unit].living
    change(table, table.ilse, "unit", unit, "return_unit", words="it was not")
    moved = change(table, table.ilse, "unit", unit, "move_unit", warband=other, words="on the wrong sheet")
    assert moved.status_code == 409  # Tom has Ferrymen of his own
    assert play.state_of(table.scope).units[unit].warband == warband


def test_points_vp_and_the_player_of_a_warband(table: Table, warband: str) -> None:
    change(table, table.ilse, "warband", warband, "give_points", amount=25, words="painted everything")
    change(table, table.ilse, "warband", warband, "give_vp", amount=1, words="won the quiz")
    change(table, table.ilse, "warband", warband, "hand_over", owner=table.ilse.pk, words="Marta moved")
    held = band(table, warband)
    assert (held.pool, held.vp, held.owner) == (25, 1, str(table.ilse.pk))
    under = change(table, table.ilse, "warband", warband, "give_points", amount=-26, words="oh")
    assert under.status_code == 409
    assert band(table, warband).pool == 25


def offered(table: Table, who: Seat, warband: str) -> bool:
    page = signed_in(who).get(reverse("campaigns:change_warband", args=[table.scope.pk, warband]))
    return page.status_code == 200 and "hand_over" in {form.prefix for form in page.context["forms"]}


def test_opr_68_a_warband_is_handed_over_by_its_player_or_an_organiser_who_leads_none(
    table: Table, warband: str
) -> None:
    """And by any where nobody is left who could."""
    rival = play.player(table.scope, "Ana")
    Seat.objects.filter(pk=rival.pk).update(role=Role.ORGANISER)
    rival.refresh_from_db()
    play.found_warband(table.scope, rival, "Salt Hounds")
    newcomer = play.player(table.scope, "Jun")
    told = {"owner": str(newcomer.pk), "words": "Marta moved"}
    about = {"warband": warband, **told}
    assert {one.name: offered(table, one, warband) for one in (table.marta, table.ilse, rival)} == {
        table.marta.name: True, table.ilse.name: True, "Ana": False,
    }  # fmt: skip
    with pytest.raises(PermissionDenied):
        play.act(table.scope, rival, "hand_over", **about)
    with pytest.raises(PermissionDenied):
        play.act(table.scope, table.tom, "hand_over", **about)
    Seat.objects.filter(pk=table.ilse.pk).update(role=Role.PLAYER)
    with pytest.raises(PermissionDenied):  # its player is there
        play.act(table.scope, rival, "hand_over", **about)
    seats.remove_seat(by=rival, seat=table.marta)
    play.act(table.scope, rival, "hand_over", **about)
    assert band(table, warband).owner == str(newcomer.pk)
    asked = change(table, newcomer, "warband", warband, "hand_over", owner=table.ilse.pk, words="x")
    assert band(table, warband).owner == str(newcomer.pk)  # nobody gets a warband without a word
    signed_in(table.ilse).post(asked.url, {"accept": "1"})
    assert band(table, warband).owner == str(table.ilse.pk)
    assert reconcile(table.scope) == []


def test_opr_68_an_organiser_who_leads_one_reads_who_hands_a_rivals_warband_over(
    table: Table, warband: str
) -> None:
    rival = play.player(table.scope, "Ana")
    Seat.objects.filter(pk=rival.pk).update(role=Role.ORGANISER)
    play.found_warband(table.scope, rival, "Salt Hounds")
    at = reverse("campaigns:change_warband", args=[table.scope.pk, warband])
    said = "To give this warband to another player"
    assert f"{said}, ask Marta or Ilse." in text_of(signed_in(rival).get(at))
    for one in (table.ilse, table.marta):
        assert said not in text_of(signed_in(one).get(at))


def test_opr_68_an_abandoned_warband_is_handed_over_where_every_organiser_may_take_sides(
    table: Table, warband: str
) -> None:
    """One who plays for nobody, but was made an organiser by somebody who plays, shuts nobody out."""
    rival, kwame = play.player(table.scope, "Ana"), play.player(table.scope, "Kwame")
    Seat.objects.filter(pk__in=[rival.pk, kwame.pk]).update(role=Role.ORGANISER)
    play.found_warband(table.scope, rival, "Salt Hounds")
    Seat.objects.filter(pk=table.ilse.pk).update(role=Role.PLAYER)
    Seat.objects.filter(pk=kwame.pk).update(organiser_by=rival, organiser_since=timezone.now())
    rival.refresh_from_db()
    kwame.refresh_from_db()
    assert not offered(table, rival, warband), "its player is there"
    seats.remove_seat(by=rival, seat=table.marta)
    assert offered(table, rival, warband)
    assert offered(table, kwame, warband)
    newcomer = play.player(table.scope, "Jun")
    play.act(table.scope, kwame, "hand_over", warband=warband, owner=str(newcomer.pk), words="Marta left")
    assert band(table, warband).owner == str(newcomer.pk)


def test_opr_68_nobody_who_has_gone_is_named_to_ask(table: Table, warband: str) -> None:
    rival = play.player(table.scope, "Ana")
    Seat.objects.filter(pk=rival.pk).update(role=Role.ORGANISER)
    rival.refresh_from_db()
    play.found_warband(table.scope, rival, "Salt Hounds")
    seats.remove_seat(by=rival, seat=table.marta)
    at = reverse("campaigns:change_warband", args=[table.scope.pk, warband])
    assert "To give this warband to another player, ask Ilse." in text_of(signed_in(rival).get(at))
    assert offered(table, table.ilse, warband), "who plays for nobody"


def test_opr_68_the_form_names_nobody_and_none_who_lead_one_and_asks_for_a_reason(
    table: Table, warband: str
) -> None:
    newcomer = play.player(table.scope, "Jun")
    at = reverse("campaigns:change_warband", args=[table.scope.pk, warband])
    page: Any = signed_in(table.ilse).get(at)
    form = next(one for one in page.context["forms"] if one.prefix == "hand_over")
    offered_to = [key for key, _name in form.fields["owner"].choices]
    assert offered_to[0] == ""
    assert str(newcomer.pk) in offered_to
    assert not {str(table.marta.pk), str(table.tom.pk)} & set(offered_to)
    assert "Give a reason." in text_of(page)
    for told in ({"owner": "", "words": "moved"}, {"owner": str(newcomer.pk), "words": ""}):
        assert change(table, table.ilse, "warband", warband, "hand_over", **told).status_code == 422
    assert band(table, warband).owner == str(table.marta.pk)


def test_opr_68_both_players_hear_that_an_organiser_handed_a_warband_over(table: Table, warband: str) -> None:
    newcomer = play.player(table.scope, "Jun")
    catch_up(timezone.now())
    Notice.objects.all().delete()
    change(table, table.ilse, "warband", warband, "hand_over", owner=newcomer.pk, words="Marta moved")
    catch_up(timezone.now())
    heard = Notice.objects.filter(kind="acted_for").values_list("person", flat=True)
    assert sorted(heard) == sorted([table.marta.person_id, newcomer.person_id])


def test_who_may_change_what(table: Table, warband: str) -> None:
    unit = hero(table, warband).id
    for who in (table.tom, table.pip, table.stranger, None):
        assert change(table, who, "warband", warband, "rename_warband", name="Mine").status_code == 404
        assert change(table, who, "unit", unit, "rename_unit", name="Mine").status_code == 404
    mine = change(table, table.marta, "unit", unit, "give_xp", amount=5, words="I want it")
    assert mine.status_code == 422
    assert hero(table, warband).xp == 0


def test_opr_18_names_are_changed_when_the_league_is_over_and_not_in_the_archive(db: None) -> None:
    here = Evening()
    play.act(here.scope, here.ilse, "close", words="Summer.")
    marta, page = here.browser(here.marta), here.url(f"w/{here.bell}/change/")
    assert [one.change.act for one in marta.get(page).context["forms"]] == ["rename_warband"]
    assert marta.post(page, {"act": "rename_warband", "rename_warband-name": "Late Bell"}).status_code == 302
    assert play.state_of(here.scope).warbands[here.bell].name == "Late Bell"
    assert page in tight(marta.get(here.url(f"w/{here.bell}/")))
    archive(here.scope, Actor(here.ilse))
    assert page not in tight(marta.get(here.url(f"w/{here.bell}/")))
    assert "forms" not in marta.get(page).context

"""Three pages of a league by hand, for leagues as the bench makes them: played to the end, in English."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from django.db import connection

from campaigns.models import Scope
from rules.opr.game import BOOKS

type Row = dict[str, Any]

LEAGUE = """
SELECT
 (SELECT json_agg(one) FROM (SELECT warband.key, warband.name, vp, missions, won, "order",
    owner.name AS player, warband.mission
   FROM campaigns_warband warband JOIN campaigns_seat owner ON owner.id = warband.owner::bigint
   WHERE scope_id = %(scope)s AND warband.status = 'active') one),
 (SELECT json_agg(one) FROM (SELECT key, number, name, winner, sides, events, status FROM campaigns_mission
   WHERE scope_id = %(scope)s ORDER BY number DESC LIMIT 6) one),
 (SELECT json_agg(one) FROM (SELECT procedure, params, effects, seat.name AS who,
    (SELECT body FROM campaigns_entrytext WHERE entry_id = entry.id AND n = 0) AS words,
    to_char(at AT TIME ZONE %(zone)s, 'FMDD Mon') AS day, to_char(at AT TIME ZONE %(zone)s, 'HH24:MI') AS time
   FROM campaigns_entry entry JOIN campaigns_seat seat ON seat.id = entry.actor_id
   WHERE scope_id = %(scope)s AND NOT procedure = ANY(%(small)s)
   ORDER BY at DESC, seq DESC LIMIT 6) one),
 (SELECT json_object_agg(key, name) FROM (SELECT key, name FROM campaigns_warband WHERE scope_id = %(scope)s
   UNION ALL SELECT key, name FROM campaigns_unit WHERE scope_id = %(scope)s) one)
"""
WARBAND = """
SELECT
 (SELECT json_agg(one) FROM (SELECT key, name, hero, xp, level, traits, list_points, level_points,
    casualty_points, status FROM campaigns_unit
   WHERE scope_id = %(scope)s AND warband = %(key)s ORDER BY "order", key) one),
 (SELECT json_agg(one) FROM (SELECT winner, kills,
    (SELECT json_agg(side->>'warband') FROM jsonb_array_elements(sides) side) AS sides
   FROM campaigns_mission WHERE scope_id = %(scope)s AND status = 'finished'
    AND sides @> jsonb_build_array(jsonb_build_object('warband', %(key)s::text)) ORDER BY number) one),
 (SELECT json_agg(json_build_array(key, name) ORDER BY id) FROM campaigns_warband
   WHERE scope_id = %(scope)s AND key <> %(key)s)
"""
MISSION = """
SELECT sides::json, kills::json, winner, round,
 (SELECT json_object_agg(warband.key, json_build_array(warband.name, owner.name))
   FROM campaigns_warband warband JOIN campaigns_seat owner ON owner.id = warband.owner::bigint
   WHERE warband.scope_id = mission.scope_id
    AND mission.sides @> jsonb_build_array(jsonb_build_object('warband', warband.key))),
 (SELECT json_object_agg(unit.key, unit.name) FROM campaigns_unit unit
   WHERE unit.scope_id = mission.scope_id
    AND mission.sides @> jsonb_build_array(jsonb_build_object('warband', unit.warband)))
FROM campaigns_mission mission WHERE scope_id = %(scope)s AND key = %(key)s
"""
HEADS = ("#", "Warband", "Played", "Won", "VP", "Average", "Moved")
STEPS = ("Casualties", "Experience", "Upgrades", "Recruiting")
FOOT = (
    "Standings after this mission", "What was recorded", "Correct the report",
    "It never happened: see what would change",
)  # fmt: skip
WIN = 2  # VP
PAPER = (
    "On paper", "Warband sheet", "PDF, two columns, ten units a page", "Unit cards", "PDF, eight to a page",
    "Report form", "to fill in by hand", "On Letter:", "sheet", "cards", "report form",
)  # fmt: skip
SMALL = ["opr.close_upgrades", "opr.close_recruiting", "opr.roll_objective"]  # the chronicle alone tells them
SENTENCES: dict[str, Callable[[Row, Mapping[str, str]], str]] = {
    "opr.experience": lambda one, called: _learned(one, called),
    "opr.casualties": lambda one, called: f"{called[one['params']['warband']]}: everybody recovered.",
    "opr.give_points": lambda one, called: _given(one, called[one["params"]["warband"]]),
    "opr.quick_report": lambda one, called: _told(one["params"], called),
}


def league(scope: Scope) -> str:
    """Standings with who moved, the newest missions, the newest entries."""
    warbands, missions, entries, called = _read(LEAGUE, scope, zone=scope.time_zone, small=SMALL)
    names = {one["key"]: one["name"] for one in warbands}
    cards = "".join(_card(one, names) for one in missions)
    news = "".join(_news(one, called) for one in entries)
    waited = (
        "" if any(one["mission"] for one in warbands) else "<p>Nobody: every mission has been reported.</p>"
    )
    return _page(
        f"<h2>Standings</h2><table><tr>{_cells(HEADS)}</tr>{_standings(warbands, missions[0])}</table>"
        f"<p>VP ÷ missions played; ties share a place.</p><p>OPR-11</p>{cards}<h2>Waiting for</h2>{waited}"
        f"<h2>Chronicle</h2><p>all entries</p>{news}"
    )


def _standings(warbands: list[Row], latest: Row) -> str:
    now = _ranks(warbands)
    before = _ranks([_earlier(one, latest) for one in warbands])
    rows = sorted(warbands, key=lambda one: (now[one["key"]], one["order"]))
    return "".join(_standing(one, now[one["key"]], before[one["key"]]) for one in rows)


def _earlier(one: Row, latest: Row) -> Row:
    if not any(side["warband"] == one["key"] for side in latest["sides"]):
        return one
    gained = WIN * (latest["winner"] == one["key"])
    gained += sum(event["vp"] for event in latest["events"] if event["warband"] == one["key"])
    return {**one, "vp": one["vp"] - gained, "missions": one["missions"] - 1}


def _ranks(warbands: list[Row]) -> dict[str, int]:
    scores = {one["key"]: one["vp"] / one["missions"] if one["missions"] else -1 for one in warbands}
    best = sorted(scores.values(), reverse=True)
    return {key: best.index(score) + 1 for key, score in scores.items()}


def _standing(one: Row, rank: int, before: int) -> str:
    moved = before - rank
    small = f"<small>{abs(moved)}</small>" if moved else ""
    change = f"<td>{abs(moved)}</td>" if moved else "<td>–</td><td>unchanged</td>"
    name, player = escape(one["name"]), escape(one["player"])
    shown = f"{one['vp'] / one['missions']:.2f}" if one["missions"] else "–"
    return (
        f"<tr><td>{rank}{small}</td><td><b>{name}</b><i>{player}</i><small>· {one['vp']} VP</small></td>"
        f"<td>{one['missions']}</td><td>{one['won']}</td><td>{one['vp']}</td><td>{shown}</td>{change}</tr>"
    )


def _card(one: Row, names: dict[str, str]) -> str:
    title = escape(one["name"] or " – ".join(names[side["warband"]] for side in one["sides"]))
    return f"<p>v</p><p>#{one['number']}</p><p>{title}</p><p>{one['status']}</p>"


def _news(one: Row, called: Mapping[str, str]) -> str:
    said = SENTENCES[one["procedure"]](one, called)
    return f"<p>{one['day']}<br>{one['time']}</p><p>{escape(said)}</p><p>{escape(one['who'])}</p>"


def _given(one: Row, name: str) -> str:
    amount = one["params"]["amount"]
    return f"{name} was given {amount} point{'' if amount == 1 else 's'}: {one['words']}."


def _learned(one: Row, called: Mapping[str, str]) -> str:
    """Who earned what, and each unit that has risen, with what it can do since."""
    effects = one["effects"]
    earned = sum(effect["amount"] for effect in effects if effect["effect"] == "opr.xp")
    said = [f"{called[one['params']['warband']]} earned {earned} XP."]
    for risen in (effect for effect in effects if effect["effect"] == "opr.level"):
        gained = (effect for effect in effects if effect["effect"] == "opr.trait")
        traits = " and ".join(_trait(effect) for effect in gained if effect["unit"] == risen["unit"])
        said.append(f"{called[risen['unit']]} reached level {risen['level']}: {traits}.")
    return " ".join(said)


def _trait(effect: Row) -> str:
    name = str(effect["key"]).replace("_", " ").capitalize()
    return f"{name} ({effect['option']})" if effect["option"] else name


def _told(told: Row, called: Mapping[str, str]) -> str:
    (winner,) = told["winners"]
    beaten = " and ".join(called[one] for one in told["warbands"] if one != winner)
    out = len(told["kills"])
    taken = f"{out} unit was taken out" if out == 1 else f"{out} units were taken out"
    return f"{called[winner]} beat {beaten} after {told['rounds']} rounds; {taken}."


def warband(scope: Scope, key: str) -> str:
    """Its units, what is printed of it, its record."""
    units, missions, others = _read(WARBAND, scope, key=key)
    living = [one for one in units if one["status"] in ("active", "sitting_out")]
    rows = "".join(_unit(one, scope.edition) for one in living)
    heroes = f"<p>{sum(one['hero'] for one in living)} of 3 heroes</p>"
    return _page(f"{rows}{heroes}{_lines(PAPER)}{_record(key, units, missions or [], others)}")


def _unit(one: Row, edition: str) -> str:
    named = [(it["kind"], _called(edition, it["kind"], it["key"], it["option"])) for it in one["traits"]]
    learnt = " · ".join(name for kind, name in named if kind != "injury")
    hurt = " · ".join(name for kind, name in named if kind == "injury")
    points = one["list_points"] + one["level_points"] + one["casualty_points"]
    level = f"<b>{one['level']}</b><p>level</p>" if one["level"] else ""
    traits = f"<p>{escape(learnt)}{' ·' if learnt and hurt else ''}</p>" if learnt else ""
    traits += f"<p>{escape(hurt)}</p>" if hurt else ""
    return f"{level}<p>{escape(one['name'])}</p><b>{points}</b><p>pts</p>{traits}<p>{one['xp']} XP</p>"


def _record(key: str, units: list[Row], missions: list[Row], others: list[list[str]]) -> str:
    own = {one["key"]: one for one in units}
    kills = Counter(kill["killer"] for one in missions for kill in one["kills"] if kill["killer"] in own)
    losses = sum(kill["victim"] in own for one in missions for kill in one["kills"])
    met: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in missions:
        for other in one["sides"]:
            if other != key:
                met[other][one["winner"] != key] += 1
    best = min(units, key=lambda one: (-kills[one["key"]], -one["xp"], one["name"]))
    lines = ["Hand over to somebody else", "Record", "all honours", "Mission by mission"]
    lines += [str(kills.total()), "enemies taken out", str(losses)]
    lines += ["units lost", "Best:", best["name"]]
    for other, name in others:
        lines += [f"{met[other][0]}–{met[other][1]}", "against", name] if other in met else []
    return _lines(map(str, lines))


def mission(scope: Scope, key: str) -> str:
    """Who won, and each side with its steps and what became of its units."""
    sides, kills, winner, number, warbands, units = _read(MISSION, scope, key=key)
    fate = {one["victim"]: one for one in kills}
    told = "".join(_side(one, winner, warbands, units, fate) for one in sides)
    return _page(f"<p>{escape(warbands[winner][0])} won in round {number}.</p>{told}{_lines(FOOT)}")


def _side(one: Row, winner: str, warbands: Row, units: Row, fate: dict[str, Row]) -> str:
    head = [*warbands[one["warband"]], "won" if one["warband"] == winner else "lost", *STEPS]
    by = {kill["killer"] for kill in fate.values()}
    rows = []
    for unit in one["fielded"]:
        gone = fate.get(unit)
        mark = "" if gone or unit in by else "<p>–</p>"
        end = f"<p>knocked out by {escape(units[gone['killer']])}, round {gone['round']}</p>" if gone else ""
        rows.append(f"{mark}<p>{escape(units[unit])}</p>{end}")
    return f"{_lines(head)}{''.join(rows)}"


@cache
def _called(edition: str, kind: str, key: str, option: str) -> str:
    """A trait's name by the book, which a hand-written page would have in its code."""
    entry = BOOKS[edition].book.trait(kind, key)
    return entry.called(option) if entry else key


def _read(statement: str, scope: Scope, **more: str | list[str]) -> Sequence[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"scope": scope.pk, **more})
        row: Sequence[Any] = cursor.fetchone()
    return row


def _cells(texts: Iterable[str]) -> str:
    return "".join(f"<th>{one}</th>" for one in texts)


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(one)}</p>" for one in texts)


def _page(inner: str) -> str:
    return f"<!doctype html><title>League</title><main>{inner}</main>"

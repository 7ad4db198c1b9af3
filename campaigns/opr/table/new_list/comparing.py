"""An edited list beside the warband it was made for: what of each unit is sold, bought, renamed or new.

Plain values in, plain values out: what the rules say to it is asked afterwards (`planning`). A list with a
price for every upgrade is compared upgrade by upgrade. One that gives a unit's price as a whole, such as a
shared text, is compared by that and by what the unit carries; what cannot be told from it is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.imports.draft import DraftItem, DraftUnit
from campaigns.opr.table.new_list.matching import has_own_name, listed_kind, matched
from rules.opr.booking import same_name
from rules.opr.state import Item, Profile, Unit
from rules.opr.values import count_labels, profile_counts

LONGEST_LABEL = 120
_COUNTED = re.compile(r"(\d{1,3})x ")


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody says to a comparison: which unit one of the list is (`is_`, by its key: an id, or `new`),
    and which keep their names.
    """

    is_: Mapping[str, str]
    keeps_name: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """One unit of the list, of the warband, or of both.

    `part`: what is sold of its price as a whole, by what it cost. `name`: what it is called from now on,
    empty as before. `fits`: whom it may be; that has to be said first.
    `dead`: it stands on the list and has fallen. `rearmed`: what it is and carries from now on, where that
    differs. `stays`: what differs and cannot be booked, in sentences.
    """

    listed: DraftUnit | None
    unit: Unit | None
    sold: tuple[Item, ...] = ()
    bought: tuple[DraftItem, ...] = ()
    part: DraftItem | None = None
    name: str = ""
    guessed: bool = False
    fits: tuple[Unit, ...] = ()
    dead: bool = False
    rearmed: Profile | None = None
    stays: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        both = self.listed is not None and self.unit is not None
        return both and not (self.sold or self.bought or self.part or self.name or self.rearmed or self.stays)

    @property
    def is_new(self) -> bool:
        return self.unit is None and not self.fits and not self.dead

    @property
    def is_missing(self) -> bool:
        return self.listed is None


def compared_units(
    listed: Sequence[DraftUnit],
    sheet: Sequence[Unit],
    *,
    came_as: Mapping[str, DraftUnit],
    dead: Collection[str] = (),
    choices: Choices,
) -> tuple[Compared, ...]:
    """Each unit of the sheet in its order, then those only the list has.

    `came_as`: as which unit of an earlier list one came; `dead`: names of those who have fallen.
    """
    found = matched(listed, sheet, came_as, choices.is_)
    key_of = {unit.id: key for key, unit in found.of.items()}
    by_key = {one.key: one for one in listed}
    pairs = [_beside(by_key.get(key_of.get(unit.id, "")), unit, came_as, choices) for unit in sheet]
    lines = [replace(p, guessed=p.listed is not None and p.listed.key in found.guessed) for p in pairs]
    asked = {unit.id for units in found.fits.values() for unit in units}
    lines = [one for one in lines if not (one.is_missing and one.unit is not None and one.unit.id in asked)]
    for one in listed:
        if one.key not in found.of:
            fallen = one.key not in choices.is_ and any(same_name(one.name, name) for name in dead)
            fits = () if fallen else found.fits.get(one.key, ())
            lines.append(Compared(one, None, fits=fits, dead=fallen))
    return tuple(lines)


def _beside(
    listed: DraftUnit | None, unit: Unit, came_as: Mapping[str, DraftUnit], choices: Choices
) -> Compared:
    if listed is None:
        return Compared(None, unit)
    trade = _by_upgrade(listed, unit) if _is_itemised(listed, unit) else _as_whole(listed, unit)
    name = "" if listed.key in choices.keeps_name else _new_name(listed, unit, came_as)
    now = on_the_sheet(listed.profile, unit.profile)
    rearmed = now if differs(now, unit.profile) else None
    return replace(trade, name=name, rearmed=rearmed)


def _new_name(listed: DraftUnit, unit: Unit, came_as: Mapping[str, DraftUnit]) -> str:
    """The name the list gives it, where that is another one and not just what such units are called."""
    before = came_as.get(unit.id)
    as_before = before and any(same_name(one, listed.name) for one in (before.name, listed_kind(before)))
    if same_name(listed.name, unit.name) or as_before or not has_own_name(listed):
        return ""
    return listed.name.strip()


def priced(unit: Unit) -> list[Item]:
    """The upgrades a list can know of."""
    return [item for item in unit.items if item.origin == "list" and item.price is not None]


def _is_itemised(listed: DraftUnit, unit: Unit) -> bool:
    return listed.points == unit.list_points or bool(listed.items and priced(unit))


def _by_upgrade(listed: DraftUnit, unit: Unit) -> Compared:
    """By name and price, then by name alone: a price that an army book has changed is paid already."""
    sold, bought = priced(unit), list(listed.items)
    for with_price in (True, False):
        for item in tuple(sold):
            same = [
                one
                for one in bought
                if same_name(one.label, item.label) and (not with_price or one.price == item.price)
            ]
            if same:
                bought.remove(same[0])
                sold.remove(item)
    sold = [item for item in sold if item.price]  # what was free stays
    stays = tuple(_other_price(listed.points, unit.list_points))
    return Compared(listed, unit, tuple(sold), tuple(bought), stays=stays)


def _other_price(listed: int, own: int) -> Iterable[str]:
    if listed != own:
        told = {"listed": listed, "own": own}
        yield _("Without upgrades it costs %(listed)s on the list. It stays at %(own)s.") % told


def _as_whole(listed: DraftUnit, unit: Unit) -> Compared:
    """What is no longer carried is sold where it has a price of its own; the rest of the difference is what
    was bought, or what was sold of the price as a whole.
    """
    held, wanted = profile_counts(unit.profile), profile_counts(on_the_sheet(listed.profile, unit.profile))
    went, added = held - wanted, wanted - held
    sold = tuple(i for i in priced(unit) if i.price and not _parts(i.label) - went)
    left = [item for item in priced(unit) if item.price and item not in sold]
    worth = unit.list_points + sum(item.points for item in priced(unit))
    rest = listed.total - worth + sum(item.points for item in sold)
    trade = Compared(listed, unit, sold)
    if rest == 0:
        return trade
    if rest > 0 and added:
        return replace(trade, bought=(DraftItem(label_of(added)[:LONGEST_LABEL], rest),))
    if rest < 0 and (same := [item for item in left if item.price == -rest]):
        return replace(trade, sold=(*sold, same[0]))
    if rest < 0 and listed.models < unit.profile.models:
        return replace(trade, stays=(_fewer_models(listed.models, unit.profile.models),))
    went -= sum((_parts(item.label) for item in sold), Counter())
    if went and not left:
        part = DraftItem(label_of(went)[:LONGEST_LABEL], -rest)
        return replace(trade, part=part, bought=tuple(_costing_nothing(listed, unit)))
    return replace(trade, stays=(_untold(rest),))


def _costing_nothing(listed: DraftUnit, unit: Unit) -> Iterable[DraftItem]:
    """The list's own upgrades, where they cost nothing together and so are in no difference of prices."""
    for item in listed.items if listed.total == listed.points else ():
        if not any(same_name(item.label, one.label) for one in unit.items):
            yield item


def _fewer_models(listed: int, own: int) -> str:
    told = ngettext(
        "On the list it has %(listed)s model, here %(own)s. Models can’t be sold, so it stays as it is.",
        "On the list it has %(listed)s models, here %(own)s. Models can’t be sold, so it stays as it is.",
        listed,
    )
    return told % {"listed": listed, "own": own}


def _untold(rest: int) -> str:
    if rest > 0:
        said = _(
            "On the list it costs %(n)s more, but it’s not clear what for. Buy it by hand in this step, or "
            "bring the list as a file."
        )
        return said % {"n": rest}
    said = _(
        "On the list it costs %(n)s less, but it’s not clear what was removed. Sell it by hand in this "
        "step; if it isn’t listed there, look under “Sell something included in its price”."
    )
    return said % {"n": -rest}


def label_of(some: Counter[str]) -> str:
    """`2x Rifle, Shield`."""
    return ", ".join(count_labels(some))


def _parts(label: str) -> Counter[str]:
    """What `label_of` has put together."""
    found: Counter[str] = Counter()
    for one in label.split(", "):
        counted = _COUNTED.match(one)
        found[one[counted.end() :] if counted else one] += int(counted[1]) if counted else 1
    return found


def on_the_sheet(listed: Profile, own: Profile) -> Profile:
    """What a sheet says by a list; what the list leaves open stays."""
    kit = listed if listed.weapons or listed.rules else own
    return Profile(
        listed.quality or own.quality,
        listed.defense or own.defense,
        listed.tough or own.tough,
        listed.models or own.models,
        kit.weapons,
        kit.rules,
    )


def differs(now: Profile, own: Profile) -> bool:
    """Whether two sheets say something else of a unit; of weapons only which and how many."""
    figures = [(one.quality, one.defense, one.tough, one.models) for one in (now, own)]
    return profile_counts(now) != profile_counts(own) or figures[0] != figures[1]

"""What is typed on a faction's page: its name, who marches under which banner, upgrades brought along."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import LineField
from campaigns.shell.reading.forms import PlainForm
from maps.ground.forms import as_is
from maps.ground.wrong import wrong_with as of_any
from maps.turns.forms import MOST_NAME, colour


class RenameFactionForm(PlainForm):
    """Another colour or name for a faction."""

    name = LineField(label=lazy("Name of the faction"), required=False, most=MOST_NAME)
    colour = colour()
    rules: ClassVar[Mapping[str, str]] = {"colour": "FS-185"}


class TraitForm(PlainForm):
    """As whom a faction fights sieges."""

    trait = as_is(shown=lazy("In sieges"))


class RaiseForm(PlainForm):
    """What a new banner is called."""

    name = LineField(label=lazy("Name of the banner"), required=False, most=MOST_NAME)


class BannerNameForm(PlainForm):
    """What a banner is called from now on."""

    banner = as_is(shown=lazy("Banner"))
    name = LineField(label=lazy("New name"), most=MOST_NAME, says=lazy("Enter a name."))
    rules: ClassVar[Mapping[str, str]] = {"name": "FS-185"}


class MemberListForm(PlainForm):
    """Somebody who marches under a banner."""

    banner = as_is(shown=lazy("Banner"))
    name = LineField(label=lazy("Name"), most=MOST_NAME, says=lazy("Enter a name."))
    kind = as_is(shown=lazy("Type"))
    rules: ClassVar[Mapping[str, str]] = {"name": "FS-17"}


class SwapBannersForm(PlainForm):
    """Who changes banner, and who comes over in exchange."""

    character = as_is(shown=lazy("Who moves"))
    banner = as_is(shown=lazy("To which banner"))
    swap = as_is(shown=lazy("Who comes over in exchange"))


class AdvancementForm(PlainForm):
    """An advancement an army brings along."""

    character = as_is(shown=lazy("Whose advancement"))
    name = LineField(
        label=lazy("Advancement"), most=MOST_NAME, says=lazy("Enter the name of the advancement.")
    )
    rules: ClassVar[Mapping[str, str]] = {"name": "FS-11"}


class TakeInForm(PlainForm):
    """Who is taken into a running league."""

    owner = as_is(shown=lazy("Who"))


FORMS: dict[str, type[PlainForm]] = {
    "join": TakeInForm,
    "rename": RenameFactionForm,
    "set_trait": TraitForm,
    "raise_banner": RaiseForm,
    "return_banner": PlainForm,
    "name_banner": BannerNameForm,
    "list_character": MemberListForm,
    "change_banner": SwapBannersForm,
    "bring_upgrade": AdvancementForm,
}
wrong_with = partial(of_any, forms=FORMS)

"""State rows of a Firestorm league, made from the entities of `rules.firestorm.state`.

The ground and its links are those of every map league.
"""

from __future__ import annotations

from campaigns.models.relations import Related, Sole
from campaigns.models.state import StateRow
from rules.firestorm import muster_state, siege_state, state


class FirestormRow(StateRow):
    """A row of such a league."""

    league = Sole("maps.FirestormCampaign")

    class Meta(StateRow.Meta):
        abstract = True


class FirestormCampaign(FirestormRow, of=state.Campaign):
    pass


class FirestormTerritory(FirestormRow, of=state.Territory):
    SECRET = ("items", "level")

    owner = Related("FirestormFaction", related_name="territories")


class FirestormFaction(FirestormRow, of=state.Faction):
    SECRET = ("scepter",)

    corner = Related("FirestormTerritory")


class FirestormPlayer(FirestormRow, of=state.Player):
    faction = Related("FirestormFaction", related_name="players")


class FirestormBanner(FirestormRow, of=state.Banner):
    faction = Related("FirestormFaction", related_name="banners")
    territory = Related("FirestormTerritory", related_name="banners")
    fell = Related("FirestormTerritory")


class FirestormCharacter(FirestormRow, of=muster_state.Character):
    faction = Related("FirestormFaction")
    banner = Related("FirestormBanner", related_name="characters")


class FirestormUpgrade(FirestormRow, of=muster_state.Upgrade):
    character = Related("FirestormCharacter", related_name="upgrades")
    battle = Related("FirestormBattle")
    bout = Related("FirestormBout")


class FirestormChartRow(FirestormRow, of=muster_state.ChartRow):
    pass


class FirestormCard(FirestormRow, of=muster_state.Card):
    SECRET = ("name", "words", "glory", "build")


class FirestormObjective(FirestormRow, of=muster_state.ObjectiveHeld):
    player = Related("FirestormPlayer", related_name="objectives")
    card = Related("FirestormCard")


class FirestormTurn(FirestormRow, of=state.Turn):
    pass


class FirestormSheet(FirestormRow, of=state.OrderSheet):
    faction = Related("FirestormFaction")


class FirestormOrder(FirestormRow, of=state.Order):
    faction = Related("FirestormFaction")
    banner = Related("FirestormBanner", related_name="orders")


class FirestormBattle(FirestormRow, of=state.Battle):
    territory = Related("FirestormTerritory", related_name="battles")
    attacker = Related("FirestormBanner")
    attack = Related("FirestormFaction")
    defender = Related("FirestormBanner")
    defend = Related("FirestormFaction")
    third = Related("FirestormBanner")
    third_faction = Related("FirestormFaction")
    after = Related("FirestormBattle")


class FirestormBout(FirestormRow, of=state.Bout):
    battle = Related("FirestormBattle", related_name="bouts")


class FirestormFate(FirestormRow, of=state.Fate):
    battle = Related("FirestormBattle", related_name="fates")
    banner = Related("FirestormBanner")
    to = Related("FirestormTerritory")


class FirestormSiege(FirestormRow, of=siege_state.Siege):
    KEPT_BACK = True


class FirestormGain(FirestormRow, of=siege_state.Gain):
    KEPT_BACK = True

    siege = Related("FirestormSiege", related_name="gains")


class FirestormPurchase(FirestormRow, of=siege_state.Purchase):
    KEPT_BACK = True

    siege = Related("FirestormSiege", related_name="purchases")


class FirestormLedgerRow(FirestormRow, of=state.LedgerRow):
    KEPT_BACK = True

    faction = Related("FirestormFaction")
    battle = Related("FirestormBattle")
    territory = Related("FirestormTerritory")
    reverses = Related("FirestormLedgerRow")

"""The key of a related row is called `…_id` in the model; its column keeps its name. No SQL at all."""

from django.db import migrations

from config.database.altering import NameKeys

KEYS = {
    "advantage": ("holder", "over"),
    "battle": ("reported_by", "territory"),
    "challenge": ("broken_by", "challenger", "defender"),
    "choice": ("defender",),
    "conquestcampaign": ("active", "winner"),
    "consent": ("besieger", "holder", "territory"),
    "event": ("realm", "target", "territory"),
    "firestormbanner": ("faction", "fell", "territory"),
    "firestormbattle": ("after", "attack", "attacker", "defend", "defender", "territory", "third", "third_faction"),
    "firestormbout": ("battle",),
    "firestormcharacter": ("banner", "faction"),
    "firestormfaction": ("corner",),
    "firestormfate": ("banner", "battle", "to"),
    "firestormgain": ("siege",),
    "firestormledgerrow": ("battle", "faction", "reverses", "territory"),
    "firestormobjective": ("card", "player"),
    "firestormorder": ("banner", "faction"),
    "firestormplayer": ("faction",),
    "firestormpurchase": ("siege",),
    "firestormsheet": ("faction",),
    "firestormterritory": ("owner",),
    "firestormupgrade": ("battle", "bout", "character"),
    "realm": ("capital",),
    "siege": ("holder",),
    "territory": ("owner",),
}


class Migration(migrations.Migration):
    dependencies = [("maps", "0013_what_each_side_told")]
    operations = [NameKeys(KEYS)]

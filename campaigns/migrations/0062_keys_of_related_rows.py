"""The key of a related row is called `…_id` in the model; its column keeps its name. No SQL at all."""

from django.db import migrations

from config.database.altering import NameKeys

KEYS = {
    "warband": ("mission",),
    "unit": ("warband", "joined_to", "recruited", "left"),
    "mission": ("winner",),
    "soloactivation": ("marker", "target", "unit"),
    "sologame": ("warband",),
    "solokill": ("by", "victim"),
    "sololist": ("drawn_by",),
    "solomarker": ("seized",),
    "soloside": ("list",),
    "solospell": ("side",),
    "solounit": ("near", "side"),
}


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0061_whose_move_it_is")]
    operations = [NameKeys(KEYS)]

from django.db import migrations, models

FIRST, SECOND = "conquest", "firestorm"
OF_FIRST = ("building", "objective")
OF_SECOND = ("role", "corner", "special", "bonus", "words")


def _said(tiles, fields):
    """How much the territories say in these fields."""
    return sum(bool(tile.get(field)) for tile in tiles for field in fields)


def _by_their_marks(apps, schema_editor):
    """Maps were drawn for the first map book; what bears more marks of the second one is its."""
    rows = apps.get_model("maps", "MapTemplate").objects
    for row in rows.only("pk", "data").iterator():
        tiles = row.data.get("tiles", ())
        if _said(tiles, OF_SECOND) > _said(tiles, OF_FIRST):
            rows.filter(pk=row.pk).update(game=SECOND)


class Migration(migrations.Migration):

    dependencies = [
        ("maps", "0006_what_a_faction_keeps"),
    ]

    operations = [
        migrations.AddField(
            model_name="maptemplate",
            name="game",
            field=models.CharField(max_length=40, default=FIRST),
            preserve_default=False,
        ),
        migrations.RunPython(_by_their_marks, migrations.RunPython.noop),
    ]

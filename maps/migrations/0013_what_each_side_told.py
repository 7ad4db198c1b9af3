from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('maps', '0012_who_comes_in_later'),
    ]

    operations = [
        migrations.AddField(
            model_name='battle',
            name='accounts',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='firestormbout',
            name='accounts',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('maps', '0010_older_versions_go_on_writing'),
    ]

    operations = [
        migrations.AddField(
            model_name='firestormbout',
            name='assault',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='firestormbout',
            name='fought',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]

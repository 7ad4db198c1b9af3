from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0052_who_was_let_in'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='left_to',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
    ]

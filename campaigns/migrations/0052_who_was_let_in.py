import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0051_events_at_a_solo_table'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='let_in',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('asked', 'Asked'), ('agreed', 'Agreed'), ('declined', 'Declined'), ('table', 'Table'), ('game_off', 'Game Off'), ('lapsed', 'Lapsed'), ('night_changed', 'Night Changed'), ('night_off', 'Night Off'), ('reported', 'Reported'), ('disputed', 'Disputed'), ('counts', 'Counts'), ('acted_for', 'Acted For'), ('corrected', 'Corrected'), ('went_on', 'Went On'), ('chat_dead', 'Chat Dead'), ('night_soon', 'Night Soon'), ('my_turn', 'My Turn'), ('due', 'Due'), ('due_now', 'Due Now'), ('result', 'Result'), ('week', 'Week'), ('game_soon', 'Game Soon'), ('steps', 'Steps'), ('night_asked', 'Night Asked'), ('let_in', 'Let In')], max_length=13),
        ),
        migrations.CreateModel(
            name='LetIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('device', models.CharField(blank=True, default='', max_length=80)),
                ('session_key', models.CharField(blank=True, default='', editable=False, max_length=40)),
                ('turns', models.JSONField(default=dict)),
                ('asked_at', models.DateTimeField(null=True)),
                ('answered_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.seat')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='let_ins', to='campaigns.person')),
                ('sign_in', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
    ]

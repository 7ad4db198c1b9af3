"""What a person's home tells of a league, in few words (`campaigns.engine.transaction.summaries`)."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from campaigns.models.journal import Scope


class Summary(models.Model):
    """Of a league's state at `version`, in ids and figures; never the truth, always made anew from it.

    `shape` says what the writer understood by it. `asked`: to whom the open dialogues put their questions.
    The columns after it say whom the league concerns, by seats (`campaigns.engine.lines`).
    """

    scope = models.OneToOneField(Scope, on_delete=models.CASCADE, related_name="summary")
    version = models.PositiveIntegerField()
    shape = models.CharField(max_length=20)
    data = models.JSONField()
    asked = models.JSONField(default=dict)
    members = ArrayField(models.TextField(), default=list, db_default=[])
    seated = ArrayField(models.TextField(), default=list, db_default=[])
    # For a release that still serves: whose move it is stands in `TodoRow` now.
    wants = ArrayField(models.TextField(), default=list, db_default=[], editable=False)
    plays = ArrayField(models.TextField(), default=list, db_default=[])
    writes = ArrayField(models.TextField(), default=list, db_default=[])
    for_organisers = models.BooleanField(default=False, db_default=False)
    open_to = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return f"{self.scope_id} at {self.version}"

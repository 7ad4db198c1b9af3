"""Whose move it is in every league, a row for each thing (`campaigns.engine.stored.whose_move`)."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from campaigns.models.journal import Scope


class TodoRow(models.Model):
    """Something a side has to do or waits for, as `rules.engine.todos.Todo` has it: ids and moments alone.

    `side` is empty for what falls to the league's organisers. `seats`: who is meant, of a side those who
    play it. `since`: when it came up, by the entry number `occurrence`; `gone_at`: when it went, kept for a
    moment so that what comes straight back is the same. An `own` row its side alone reads; `cover`: what
    others read in place of one. `place`: the order the rules give them.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="todo_rows")
    side = models.TextField(blank=True)
    key = models.TextField()
    kind = models.CharField(max_length=40)
    about = ArrayField(models.TextField(), default=list)
    stand = models.CharField(max_length=5)
    who = models.TextField(blank=True)
    act = models.TextField(blank=True)
    params = models.JSONField(default=dict)
    on = ArrayField(models.TextField(), default=list)
    seats = ArrayField(models.TextField(), default=list)
    any_of = models.BooleanField(default=False)
    own = models.BooleanField(default=False)
    cover = models.BooleanField(default=False)
    place = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    occurrence = models.PositiveIntegerField(default=0)
    gone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "side", "key", "cover"], name="one_todo_a_side_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.stand} {self.key}"

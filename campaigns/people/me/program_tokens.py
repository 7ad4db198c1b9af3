"""Tokens for programs, one a person; whoever holds it acts as that person."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from rest_framework.authtoken.models import Token

from campaigns.models.people import Person


@transaction.atomic
def new_token(person: Person) -> str:
    """A token in place of the earlier one; its key is shown this once."""
    revoke_tokens(person)
    return str(Token.objects.create(user_id=person.user_id).key)


def has_token(person: Person) -> bool:
    return Token.objects.filter(user=person.user_id).exists()


def revoke_tokens(person: Person) -> None:
    """Every token that speaks for this person stops working."""
    Token.objects.filter(Q(user__person=person) | Q(user__person__merged_into=person)).delete()

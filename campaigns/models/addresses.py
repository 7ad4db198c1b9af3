"""Where things go that leave the office: a person's mail address and browsers, a club's chat."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import tokens
from campaigns.models.people import Club, Person, Seat


class MailAddress(models.Model):
    """A person's address. Nothing but the link that confirms it goes there before it is confirmed.

    The words in its links follow from `nonce` and the server's key: a copied database opens none.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField(max_length=254)
    nonce = models.CharField(max_length=32, default=tokens.new_nonce, editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "mail addresses"

    def __str__(self) -> str:
        return f"mail address {self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether anything may be sent there."""
        return self.confirmed_at is not None and self.stopped_at is None

    def word(self, purpose: str) -> str:
        return tokens.secret_word(f"mail-{purpose}", self.nonce)


class Browser(models.Model):
    """A browser that shows somebody's notices: where its maker takes them, and its keys (RFC 8291)."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=600, unique=True)
    key = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"browser {self.pk}"


class ChatShape(models.TextChoices):
    DISCORD = "discord", _("Discord")
    SIGNED = "signed", _("another app (signed)")


class Chat(models.Model):
    """A place outside that hears what a club tells everybody. Address and secret are never shown again."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="chats")
    name = models.CharField(max_length=40)
    shape = models.CharField(max_length=7, choices=ChatShape, default=ChatShape.DISCORD)
    url = models.CharField(max_length=400)
    secret = models.CharField(max_length=80, blank=True)
    nights = models.BooleanField(default=True)
    plans = models.BooleanField(default=True)
    results = models.BooleanField(default=True)
    made_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(null=True)
    last_said = models.CharField(max_length=60, blank=True)
    off_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name

"""How allauth behaves here: nobody signs up by themselves, and a passkey is a way in, not a second lock.

Named in the settings as `ACCOUNT_ADAPTER` and `MFA_ADAPTER`.
"""

from collections.abc import Iterable

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns.people.keys import sign_in_named
from campaigns.shell.reading import limits
from rules.engine.names import name_key


class AccountAdapter(DefaultAccountAdapter):
    """People come in by invitation only, and are told in our words what went wrong."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and password do not match."),
        "email_password_mismatch": _("That name and password do not match."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, or use your sign-in link."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Count every try before it is looked at, in counters all processes share; what is refused for where
        it comes from does not count against the name."""
        if any(limit.is_spent(key) for limit, key in _tries(request, credentials)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: object) -> AbstractBaseUser | None:
        """A name is known however its letters are written, like when it was chosen."""
        if "username" in credentials and (named := sign_in_named(str(credentials["username"]))):
            credentials["username"] = named.username
        user = super().authenticate(request, **credentials)
        if user is not None:
            for limit, key in _tries(request, credentials):
                limit.give_back(key)
        return user


def _tries(request: HttpRequest, credentials: dict[str, object]) -> list[tuple[limits.Limit, str]]:
    name = name_key(str(credentials.get("username") or credentials.get("email") or ""))
    address = limits.client_address(request)
    return [(limits.SIGN_IN, address), (limits.PASSWORD, f"{address} {name}"), (limits.NAME, name)]


class MfaAdapter(DefaultMFAAdapter):
    """A password stays enough for somebody who also has a passkey.

    On plain http in a club's network passkeys do not work; asking for one after the password would lock its
    owner out there. allauth asks for "TOTP or WEBAUTHN" when it looks for a second factor.
    """

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Iterable[str] | None = None) -> bool:
        wanted = None if types is None else set(types)
        if wanted and len(wanted) > 1:
            wanted.discard(Authenticator.Type.WEBAUTHN)
        return bool(super().is_mfa_enabled(user, types=wanted))

"""allauth's forms in our words. Named in the settings as `ACCOUNT_FORMS` and `MFA_FORMS`."""

from allauth.account.forms import LoginForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    """A sign-in name and a password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Sign-in name")
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)
            self.fields[name].help_text = ""  # its link leads to a reset by e-mail, which nobody here has
        self.fields["login"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey that is enough by itself; the name is for the list of one's passkeys."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name for this passkey")
        self.fields["name"].help_text = _("For example, the phone it’s kept on.")

"""What the first migration names; the module lives in `campaigns/models/tokens.py`."""

from campaigns.models.tokens import new_nonce  # noqa: F401

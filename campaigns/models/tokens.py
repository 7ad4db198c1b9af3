"""Secret words inside links: invitations and ways back.

The database keeps a random nonce and the hash of the word. The word itself follows from the nonce and the
server's secret key, so its owner can be shown the link again, while a copied database opens nothing.
"""

import base64
import hashlib
import secrets

from django.utils.crypto import constant_time_compare, salted_hmac


def new_nonce() -> str:
    """128 random bits as text."""
    return secrets.token_hex(16)


def secret_word(purpose: str, nonce: str) -> str:
    """The secret word for `nonce`, 128 bits in 22 letters fit for a URL."""
    digest = salted_hmac(f"musterroll.{purpose}", nonce, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hash_of(word: str) -> str:
    """What the database may know of `word`; long random words need no slow hash."""
    return hashlib.sha256(word.encode()).hexdigest()


def word_if_known(purpose: str, nonce: str, expected_hash: str) -> str | None:
    """The word again, or `None` when the server's secret key has changed since it was made."""
    word = secret_word(purpose, nonce)
    return word if constant_time_compare(hash_of(word), expected_hash) else None

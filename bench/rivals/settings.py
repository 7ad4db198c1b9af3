"""A site of hand-written pages on the club's database, in the server that the club's own pages have."""

from config.settings import *  # noqa: F403  the same database, pool and sessions

ROOT_URLCONF = "bench.rivals.urls"
MIDDLEWARE = [
    "config.serving.packing.Packing",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # its app refuses to start without
]

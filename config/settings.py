"""Settings, read from the environment. `docs/operating.md` lists every name with its default."""

from django.contrib.messages import constants as messages
from django.utils.csp import CSP

from config import env, secret
from config.database import embedded, pool
from config.serving import first_paint

ROOT = env.ROOT
DATA = env.path("MUSTERROLL_DATA", ROOT / "var")
DEBUG = env.yes("MUSTERROLL_DEBUG", default=False)

# Where phones find us, e.g. `https://muster.example.org`. Links and QR codes carry it;
# empty: the address of the request.
PUBLIC_URL = env.web_address("MUSTERROLL_URL")
HTTPS = PUBLIC_URL.startswith("https://")

SECRET_KEY = env.text("MUSTERROLL_SECRET_KEY") or secret.kept_in(DATA / "secret-key")
ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *env.comma_list("MUSTERROLL_HOSTS"),
    *env.host_of(PUBLIC_URL),
]
CSRF_FAILURE_VIEW = "campaigns.shell.reading.unsent.unsent"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "config",
    "rules",
    "campaigns",
    "maps",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "django_tasks_db",
    "drf_spectacular",
    "rest_framework",
    "rest_framework.authtoken",
]

MIDDLEWARE = [
    "campaigns.shell.drawn.kept.answer_kept",
    "config.serving.astray.tell_of_hidden_https",
    "django.middleware.security.SecurityMiddleware",
    "config.serving.headers.PolicyByKind",
    "config.serving.statics.StaticFiles",
    "config.serving.packing.Packing",
    "config.serving.headers.keep_private",
    "config.serving.plain_input.leave_out_zeros",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaigns.people.me.letting_in.KeptBack",
    "config.serving.astray.answer_oversize",
    "config.serving.astray.answer_wrong_method",
    "campaigns.shell.reading.sent_once.SentOnce",
    "campaigns.shell.language.keep_language",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.serving.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.people.me.letting_in.let_in_questions",
            ],
            # Every form's `csrf_token` is ours, and days are written as the reader's language has them.
            "builtins": ["campaigns.templatetags.doors", "campaigns.templatetags.dates"],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
MESSAGE_TAGS = {messages.ERROR: "danger"}

# --- Database -----------------------------------------------------------------------------------
EMBEDDED = embedded.Cluster(DATA / "postgres")
EMBEDDED_IN_USE = not env.text("DATABASE_URL")
# Every day by the worker's clock. A server of the club's own may be backed up in its own way.
BACK_UP = env.yes("MUSTERROLL_BACKUPS", default=EMBEDDED_IN_USE)
DATABASES = {"default": env.database_address("DATABASE_URL") or EMBEDDED.django_settings()}
# Values travel beside the statement: one that fails leaves its text in the server's log, without them.
DATABASES["default"]["OPTIONS"] = {**pool.NOTICED, **DATABASES["default"].get("OPTIONS", {})}
DATABASES["default"]["OPTIONS"]["server_side_binding"] = True
if EMBEDDED_IN_USE:
    # A statement is planned once a connection; a pooler before a club's own server may share connections.
    DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 5
# Workers × pool + one listener each must stay below PostgreSQL's 100 connections. 0: no pool.
POOL = env.integer_setting("MUSTERROLL_POOL", 10, most=90)
if POOL:
    DATABASES["default"]["OPTIONS"]["pool"] = pool.pool_options(POOL)
DATABASES["default"]["CONN_MAX_AGE"] = 0  # the pool keeps them
# The live stream listens past a transaction pooler, when the club runs one.
LISTEN_URL = env.text("MUSTERROLL_LISTEN_URL")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DUMMY_CACHE = "django.core.cache.backends.dummy.DummyCache"
CACHES = {
    # Nothing of weight: what limits tries is counted in the database (`campaigns.shell.reading.limits`).
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Drawn parts of pages, per process (`campaigns.shell.drawn.parts`): what has changed has new keys.
    # Whoever works on the templates sees every change at once.
    "parts": {
        "BACKEND": DUMMY_CACHE if DEBUG else "config.serving.held.HeldCache",
        "LOCATION": "parts",
        "OPTIONS": {"MAX_BYTES": 20 * 2**20},
    },
}
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# --- People -------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "campaigns.people.accounts.AccountAdapter"
MFA_ADAPTER = "campaigns.people.accounts.MfaAdapter"
ACCOUNT_FORMS = {"login": "campaigns.people.account_forms.SignInForm"}
MFA_FORMS = {"add_webauthn": "campaigns.people.account_forms.AddPasskeyForm"}
MFA_SUPPORTED_TYPES = ["webauthn"]  # a lost passkey is what the way back is for
MFA_PASSKEY_LOGIN_ENABLED = True  # pages hide it where a browser would refuse
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # only ever reached on localhost
SESSION_ENGINE = "campaigns.engine.who.access"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365  # a season; guests have no password to come back with
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["campaigns.api.errors.PlainJson"],
    "EXCEPTION_HANDLER": "campaigns.api.errors.exception_response",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Musterroll",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
}

# --- Security -----------------------------------------------------------------------------------
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "style-src": [CSP.SELF, first_paint.SOURCE],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
if not HTTPS:  # a browser ignores it on plain http, and complains on every page
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# For this host alone unless asked: others of the domain may speak http, and browsers' lists forget slowly.
HSTS = env.choice_setting("MUSTERROLL_HSTS", ("host", "subdomains", "preload"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and HSTS != "host"
SECURE_HSTS_PRELOAD = HTTPS and HSTS == "preload"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",  # they ask for both of everybody
    "fields.W161",  # takes a time of day for a forgotten now() when it is looked at within ten seconds of it
]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Only behind a proxy that sets these headers itself; see docs/operating.md.
BEHIND_PROXY = env.yes("MUSTERROLL_BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**20
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**20

# --- Language, time, files, mail, log -----------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600  # the longest a browser keeps one
LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SECURE = True, HTTPS
LOCALE_PATHS = [ROOT / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Ranges of the club's own network that its chat may be in, e.g. `10.0.0.0/8`; elsewhere only the internet.
OUTWARD = env.comma_list("MUSTERROLL_OUTWARD")

STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = env.path("MUSTERROLL_STATIC", DATA / "static")
# Kept by browsers for ever: names with the hash of their content, or with a version (the face styles name).
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.([0-9a-f]{12}|v[0-9]+)\.[a-z0-9]+$"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.serving.statics.CollectedFiles"
    },
}

MAIL_IS_ON = bool(env.text("MUSTERROLL_MAIL"))  # else what would be sent is printed, and nothing is offered
MAILERS = {"default": env.mail("MUSTERROLL_MAIL")}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MUSTERROLL_MAIL_FROM", "musterroll@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.processes.logs.PlainFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.processes.logs.JsonFormatter"},
    },
    "filters": {
        "no_secrets": {"()": "config.processes.logs.HideSecretLinks"},
        "one_outage": {"()": "config.processes.outages.OneOutage"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["no_secrets", "one_outage"],
            "formatter": env.choice_setting("MUSTERROLL_LOG", ("plain", "json")),
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "WARNING"},
    },
}

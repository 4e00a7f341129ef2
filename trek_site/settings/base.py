"""What never varies, and what follows from the environment alone. Nothing here is permissive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trek_site.csp import SELF
from trek_site.settings import env
from trek_site.settings.identity import MAIL_SCHEMES, form_targets, mail_sender, providers
from trek_site.settings.services import broker_settings, database_settings

BASE_DIR = Path(__file__).resolve().parent.parent.parent
ROLE = env.choice("TREK_ROLE", ("web", "worker", "manage"), "web")

# Files ----------------------------------------------------------------------------------------------------
# uploads/ by digest, releases/ unchanged copies, snapshots/ for the workers; all of it outlives any process.
TREK_DATA_DIR = env.folder("TREK_DATA_DIR", BASE_DIR / ".data", create=True)
# An upload is refused when it would leave less room than this, whichever is more.
TREK_FREE_MIB: int = env.number("TREK_FREE_MIB", 1024)
TREK_FREE_PERCENT: int = env.number("TREK_FREE_PERCENT", 5)
# Signs the receipts of evaluations. Where none is set, one is made in the data folder and kept there.
TREK_SIGNING_KEY = env.key("TREK_SIGNING_KEY", "")

# Django ---------------------------------------------------------------------------------------------------
DEBUG = False
ALLOWED_HOSTS: list[str] = []
ROOT_URLCONF = "trek_site.urls"
WSGI_APPLICATION = "trek_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False
FORMAT_MODULE_PATH = "trek_site.formats"

INSTALLED_APPS = [
    # Before accounts, whose admin says which of their tables operators see.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.github",
    "allauth.socialaccount.providers.orcid",
    "allauth.socialaccount.providers.openid_connect",
    "trek_site",
    "trek_site.accounts",
    "kb_browser",
    "submissions",
    "scoring",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "trek_site.shared.logs.RequestIdMiddleware",
    "trek_site.rates.RateMiddleware",
    "trek_site.limits.BodyLimitMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "trek_site.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "trek_site.privacy.PrivateAnswersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Innermost: it sees what a view raises before Django makes a 500 of it.
    "trek_site.shared.problems.ProblemMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Services -------------------------------------------------------------------------------------------------
DATABASES = {
    "default": database_settings(
        env.database("DATABASE_URL", f"sqlite:///{TREK_DATA_DIR}/db.sqlite3"), role=ROLE
    ),
}
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "trek"},
    # Views of boards under the revision they show: never stale, so without an end, and cheap to make again.
    # In the process everywhere, so that old and new code side by side never read each other's values.
    "boards": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "boards",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 64},
    },
}
BROKER = broker_settings(
    env.server_address("CELERY_BROKER_URL", ("trekfs", "redis", "rediss"), "trekfs://"),
    folder=TREK_DATA_DIR / "broker",
    prefix=env.text("TREK_BROKER_PREFIX", ""),
)

# Jobs -----------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = BROKER.url
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER.transport_options
CELERY_WORKER_ENABLE_REMOTE_CONTROL = BROKER.has_remote_control
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SOFT_TIME_LIMIT = 30
CELERY_TASK_TIME_LIMIT = 40
CELERY_TASK_DEFAULT_QUEUE = "check"
# A broker that is away costs a request a tenth of a second. Forbidding the retry altogether would be slower:
# then the connection itself is tried again and again.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
# Above what a child touches of the shared release, so that only a leak reaches it.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 768 * 1024
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Children of a worker that stops get as long as a job may take.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 45
CELERY_TIMEZONE = "UTC"

TREK_IS_LOCAL = False

# How long a claim on a row lasts unless its worker extends it; above the hard limit of a job.
TREK_LEASE_S = env.number("TREK_LEASE_SECONDS", 45, least=1)
# How much a check or an evaluation may take beyond what its worker holds; one line of 8 MiB takes half of it.
TREK_JOB_MEMORY_MIB = env.number("TREK_JOB_MEMORY_MIB", 1024, least=64)
TREK_SWEEPS = [
    "submissions.services.submissions_sweep",
    "submissions.services.resumables_sweep",
    "submissions.services.notices_sweep",
    "scoring.services.evaluations_sweep",
    "scoring.services.sheets_sweep",
    "scoring.services.standings_sweep",
    "scoring.services.board_costs_sweep",
    "scoring.services.publications_sweep",
    "scoring.services.receipts_sweep",
    "scoring.services.bundles_ring",
    "scoring.services.rehearsals_sweep",
    "kb_browser.services.curations_sweep",
    "trek_site.accounts.services.sign_ins_sweep",
]
TREK_WORKER_PRELOADS = ["scoring.services.datasets_preload"]

# Mail -----------------------------------------------------------------------------------------------------
# What links in mails begin with: never the host of a request, which its sender chooses.
TREK_SITE_URL = env.web_address("TREK_SITE_URL", "http://127.0.0.1:8000")
_MAIL: dict[str, Any] = env.mail_server("TREK_EMAIL_URL", MAIL_SCHEMES, "consolemail://")
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST = _MAIL["EMAIL_HOST"]
EMAIL_PORT = _MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _MAIL["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _MAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = mail_sender(TREK_SITE_URL)

# Signing in -----------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/accounts/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_ADAPTER = "trek_site.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "trek_site.accounts.forms.SignInForm",
    "signup": "trek_site.accounts.forms.SignUpForm",
    "add_email": "trek_site.accounts.forms.AddAddressForm",
    "reset_password": "trek_site.accounts.forms.ResetForm",
    "reset_password_from_key": "trek_site.accounts.forms.NewPasswordForm",
    "reauthenticate": "trek_site.accounts.forms.ConfirmItIsYouForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_SESSION_REMEMBER = True
# Attempts are counted in `trek_site.accounts.attempts`: in one place, and in a way that outlives the cache.
ACCOUNT_RATE_LIMITS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Without a password or a second factor of ours there is only the provider, which is asked again.
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TREK_PROXY_HOPS", 0)
MFA_ADAPTER = "trek_site.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "trek_site.accounts.forms.CodeForm",
    "reauthenticate": "trek_site.accounts.forms.CodeAgainForm",
    "activate_totp": "trek_site.accounts.forms.FirstCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "TREK leaderboard"
SOCIALACCOUNT_PROVIDERS = providers()
SOCIALACCOUNT_FORMS = {"signup": "trek_site.accounts.forms.ProviderSignUpForm"}
# Everybody chooses a user name; none is made from what a provider says.
SOCIALACCOUNT_AUTO_SIGNUP = False
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "trek_site.shared.problems.csrf_failure"

# Requests -------------------------------------------------------------------------------------------------
# Fields of a form, without its files; files are streamed and bounded where they are received.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 2
FILE_UPLOAD_HANDLERS = ["trek_site.uploads.UploadHandler"]
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CSP = {
    "default-src": [SELF],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "font-src": [SELF],
    "connect-src": [SELF],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    # Browsers hold the redirect to a provider, too, against the page whose form led to it.
    "form-action": [SELF, *form_targets(SOCIALACCOUNT_PROVIDERS)],
    "frame-ancestors": ["'none'"],
}

# Static files ---------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "trek_site.finders.PackageAssetFinder",
]

# API ------------------------------------------------------------------------------------------------------
TREK_API_RATES: bool = True
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "trek_site.accounts.api.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_THROTTLE_CLASSES": ["trek_site.rates.AccountThrottle"],
    "DEFAULT_PARSER_CLASSES": [
        "trek_site.shared.json_bodies.JsonParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    # What OPTIONS would say stands in the description of the API, for everybody alike.
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "trek_site.shared.problems.problem_exception_handler",
    # How many of the addresses in X-Forwarded-For are ours; with none of them the header is ignored.
    "NUM_PROXIES": env.number("TREK_PROXY_HOPS", 0),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "TREK leaderboard",
    "DESCRIPTION": "Submit what a travel-planning agent produced, follow its evaluation, read the board.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "trek_site.description.describe_rates",
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "StepState": "scoring.serializers.STEP_STATES",
        "VerdictState": "scoring.serializers.VERDICT_STATES",
        "CheckState": "scoring.serializers.CHECK_STATES",
        "EvidenceKind": "scoring.serializers.EVIDENCE_KINDS",
        "SplitState": "scoring.serializers.SPLIT_STATES",
        "SideKind": "scoring.serializers.SIDE_KINDS",
        "TaskKind": "scoring.filters.KINDS",
    },
}

# Logs -----------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"bound_ids": {"()": "trek_site.shared.logs.BoundIdsFilter"}},
    "formatters": {
        "json": {"()": "trek_site.shared.logs.JsonFormatter"},
        "keyvalue": {"()": "trek_site.shared.logs.KeyValueFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["bound_ids"],
            "formatter": env.choice("TREK_LOG_FORMAT", ("json", "keyvalue"), "keyvalue"),
        },
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.choice("TREK_LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
    },
    "loggers": {
        # Django's own handlers mail and print; ours has every record exactly once.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}

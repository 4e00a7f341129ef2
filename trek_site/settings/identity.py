"""Settings that follow from where mail is handed in, and with which other accounts people may sign in."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from trek_site.settings import env

MAIL_SCHEMES: Final = ("smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "memorymail")
# What the providers' sign-in pages are called from; browsers ask the form's page for leave to be sent there.
_GITHUB: Final = "https://github.com"
_ORCID: Final = "https://orcid.org"
OIDC_ID: Final = "sso"


def providers() -> dict[str, Any]:
    """The providers whose variables are set; none is on by itself.

    Raises:
        ImproperlyConfigured: Only some variables of a provider are set.
    """
    found: dict[str, Any] = {}
    if client_id := env.text("TREK_GITHUB_CLIENT_ID", ""):
        app = {"client_id": client_id, "secret": env.text("TREK_GITHUB_CLIENT_SECRET")}
        found["github"] = {"APPS": [app], "SCOPE": ["user:email"], "OAUTH_PKCE_ENABLED": True}
    if client_id := env.text("TREK_ORCID_CLIENT_ID", ""):
        app = {"client_id": client_id, "secret": env.text("TREK_ORCID_CLIENT_SECRET")}
        found["orcid"] = {"APPS": [app], "BASE_DOMAIN": "orcid.org", "MEMBER_API": False}
    if client_id := env.text("TREK_OIDC_CLIENT_ID", ""):
        oidc = {
            "client_id": client_id,
            "secret": env.text("TREK_OIDC_CLIENT_SECRET"),
            "provider_id": OIDC_ID,
            "name": env.text("TREK_OIDC_NAME", "Single sign-on"),
            "settings": {
                "server_url": env.web_address("TREK_OIDC_SERVER_URL"),
                "oauth_pkce_enabled": True,
            },
        }
        found["openid_connect"] = {"APPS": [oidc]}
    return found


def form_targets(found: dict[str, Any]) -> list[str]:
    """The origins that a sign-in form may lead to beside the site itself."""
    origins = {"github": _GITHUB, "orcid": _ORCID}
    targets = [origin for name, origin in origins.items() if name in found]
    for app in found.get("openid_connect", {}).get("APPS", ()):
        parts = urlsplit(app["settings"]["server_url"])
        targets.append(f"{parts.scheme}://{parts.netloc}")
    return targets


def mail_sender(site_url: str) -> str:
    """Whom mail comes from, unless a variable says otherwise."""
    host = urlsplit(site_url).hostname or "localhost"
    return env.text("TREK_EMAIL_FROM", f"TREK leaderboard <noreply@{host}>")

"""Mail: short, plain text, with links that begin with the configured address of the site."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from smtplib import SMTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from trek_site.shared.errors import UnavailableError

logger = logging.getLogger(__name__)


def site_address(address: str) -> str:
    """The page under the configured address of the site, whatever host a request named."""
    return f"{settings.TREK_SITE_URL}{urlsplit(address).path}"


def mail_send(template_prefix: str, email: str, known: Mapping[str, object]) -> None:
    """Hand in one mail made of ``<prefix>_subject.txt`` and ``<prefix>_message.txt``.

    Args:
        template_prefix: Such as ``accounts/email/invitation``.
        email: Whom to.
        known: What the templates may say; ``site_url`` and ``email`` are added.

    Raises:
        UnavailableError: The mail server does not take it.
    """
    said = {**known, "site_url": settings.TREK_SITE_URL, "email": email}
    subject = " ".join(render_to_string(f"{template_prefix}_subject.txt", said).split())
    body = render_to_string(f"{template_prefix}_message.txt", said).strip()
    try:
        EmailMessage(subject, f"{body}\n", settings.DEFAULT_FROM_EMAIL, [email]).send()
    except (SMTPException, OSError) as fault:
        logger.exception("mail not sent", extra={"template": template_prefix})
        raise UnavailableError("Mail cannot be sent at the moment; try again in a few minutes.") from fault
    logger.info("mail sent", extra={"template": template_prefix})

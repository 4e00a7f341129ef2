"""Writing the log of what curators and owners of teams did."""

from __future__ import annotations

import logging

from django.db import connection
from django.db.models.functions import Now

from trek_site.accounts.models import AuditEvent, User

logger = logging.getLogger(__name__)


def audit(
    actor: User | None, action: str, *, object_type: str, object_id: str, **detail: object
) -> AuditEvent:
    """Note what a curator does, in the transaction that does it.

    Args:
        actor: Who; None for whoever works at the command line of the server.
        action: What, as ``version.published``.
        object_type: To what kind of thing.
        object_id: Its permanent name.
        detail: What else is worth knowing, JSON values only.

    Raises:
        RuntimeError: There is no transaction, so that the note could outlive what it is about.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an audit event is written in the transaction that it is about")
    event = AuditEvent.objects.create(
        actor=actor,
        action=action,
        object_type=object_type,
        object_id=object_id,
        detail=detail,
        at=Now(),
    )
    logger.info("audited", extra={"action": action, "object": object_id})
    return event

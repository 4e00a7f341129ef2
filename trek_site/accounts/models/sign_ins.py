"""In which browsers people are signed in."""

from __future__ import annotations

from django.db import models

from trek_site.accounts.models.people import User

AGENT_CHARACTERS_KEPT = 200


class SignIn(models.Model):
    """Whose a session is and where it began; a session itself does not say whose it is.

    It may outlive its session, which then opens nothing; the next sign-in of the person or the sweep
    removes it.

    Attributes:
        session_key: Of the session. Known to nobody but the browser and the database.
        agent: What the browser called itself, cut off; empty where it said nothing.
        address: Whom the request came from, a network for IPv6; empty where that is unknown.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    agent = models.CharField(max_length=AGENT_CHARACTERS_KEPT, blank=True)
    address = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.at}"

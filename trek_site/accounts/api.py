"""How programs say who they are: `Authorization: Bearer tpk_…`."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from trek_site.accounts import services

SCHEME: Final = "Bearer"
TOKEN_CHARACTERS_MAX: Final = 200


class TokenAuthentication(BaseAuthentication):
    """A token in the header; cookies of the same request are then ignored."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        """The token's owner; None when no bearer token was sent.

        Raises:
            AuthenticationFailed: One was sent that opens nothing. It is not said why.
        """
        scheme, _, plain = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        owner = None
        if len(plain) <= TOKEN_CHARACTERS_MAX and plain.isascii():
            owner = services.token_use(plain.decode("ascii").strip())
        if owner is None:
            raise AuthenticationFailed("The token is wrong, expired or revoked.")
        return owner, None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the framework hands it in
        """What a 401 says is missing."""
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # The library is untyped here.
    """How the OpenAPI description names it."""

    target_class = "trek_site.accounts.api.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002 - the framework hands it in
        """A bearer token."""
        return {"type": "http", "scheme": "bearer", "description": "A token from /accounts/tokens/."}

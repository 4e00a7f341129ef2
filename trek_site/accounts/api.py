"""How programs say who they are: `Authorization: Bearer tpk_…`."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from trek_site.accounts import services
from trek_site.shared.errors import PermissionRefusedError
from trek_site.shared.scopes import Scope

SCHEME: Final = "Bearer"
TOKEN_CHARACTERS_MAX: Final = 200


class TokenAuthentication(BaseAuthentication):
    """A token in the header; cookies of the same request are then ignored.

    A token opens what its scopes name. An endpoint that changes something declares which scope that takes as
    its attribute ``scope``; one that does not takes all of them.
    """

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Any] | None:
        """The token's owner, and the token; None when no bearer token was sent.

        Raises:
            AuthenticationFailed: One was sent that opens nothing. It is not said why.
            PermissionRefusedError: It does not open this.
        """
        scheme, _, plain = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        token = None
        if len(plain) <= TOKEN_CHARACTERS_MAX and plain.isascii():
            token = services.token_use(plain.decode("ascii").strip())
        if token is None:
            raise AuthenticationFailed("The token is wrong, expired or revoked.")
        lacking = _wanted(request) - token.scopes
        if lacking:
            raise PermissionRefusedError(f"The token lacks the scope {', '.join(sorted(lacking))}.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the framework hands it in
        """What a 401 says is missing."""
        return SCHEME


def _wanted(request: Request) -> frozenset[Scope]:
    """The scopes that the request takes; none for a method that the endpoint does not have."""
    if request.method in SAFE_METHODS:
        return frozenset({Scope.READ})
    view = (request.parser_context or {}).get("view")
    if not hasattr(view, (request.method or "").lower()):
        return frozenset()
    declared: Scope | None = getattr(view, "scope", None)
    return frozenset(Scope) if declared is None else frozenset({declared})


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # The library is untyped here.
    """How the OpenAPI description names it."""

    target_class = "trek_site.accounts.api.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002 - the framework hands it in
        """A bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from /accounts/tokens/ with the scope that the operation takes.",
        }

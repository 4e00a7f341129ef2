"""The content security policy: no script but our own files."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse

from trek_site.csp import ContentSecurityPolicyMiddleware, csp_header, csp_override


def answer(rf, view):
    return ContentSecurityPolicyMiddleware(view)(rf.get("/")).headers["Content-Security-Policy"]


def test_the_header_lists_directives_in_the_order_of_the_setting():
    assert csp_header({"default-src": ["'self'"], "img-src": ["'self'", "data:"]}) == (
        "default-src 'self'; img-src 'self' data:"
    )


def test_every_response_has_the_sites_policy(rf):
    assert answer(rf, lambda request: HttpResponse()) == csp_header(settings.SECURE_CSP)


def test_a_view_may_replace_a_directive(rf):
    @csp_override({"style-src": ["'self'", "'unsafe-inline'"]})
    def chart(request):
        return HttpResponse()

    header = answer(rf, chart)

    assert "style-src 'self' 'unsafe-inline'" in header
    assert "script-src 'self';" in header


def test_no_script_is_allowed_but_our_own_files():
    assert settings.SECURE_CSP["script-src"] == ["'self'"]
    assert settings.SECURE_CSP["object-src"] == ["'none'"]
    assert not any("http" in source for sources in settings.SECURE_CSP.values() for source in sources)

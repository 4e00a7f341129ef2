"""Every address of the site, by room."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from trek_site import health, views
from trek_site.shared import problems

handler400 = problems.bad_request
handler403 = problems.permission_denied
handler404 = problems.page_not_found
handler500 = problems.server_error

# The same page for everybody: with its brakes, and with the second factor of whoever has one.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # As its library says.
# And one page on which people change their own password: with its brake, and with what else a new one ends.
admin.site.password_change = views.own_password  # type: ignore[assignment]  # It answers with another address.

urlpatterns = [
    path("", include("scoring.urls")),
    path("", include("submissions.urls")),
    path("", include("kb_browser.urls")),
    path("accounts/", include("trek_site.accounts.urls")),
    path("accounts/", include("trek_site.accounts.library_urls")),
    path("about/", views.about, name="about"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/schema/", views.ApiDescription.as_view(), name="api_schema"),
    path("api/v1/", include("kb_browser.api_urls")),
    path("api/v1/", include("submissions.api_urls")),
    path("api/v1/", include("scoring.api_urls")),
    path("admin/", admin.site.urls),
]

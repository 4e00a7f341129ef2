"""Addresses of profile, tokens and teams, and of the sign-in pages under the names that this site uses."""

from __future__ import annotations

from django.urls import path

from trek_site.accounts.views import library, profile, sign_ins, teams

app_name = "accounts"

urlpatterns = [
    path("", profile.profile, name="profile"),
    path("sign-in/", library.sign_in, name="sign_in"),
    path("sign-out/", library.sign_out, name="sign_out"),
    path("sign-up/", library.sign_up, name="sign_up"),
    path("password/", profile.password_change, name="password_change"),
    path("sessions/", sign_ins.sign_in_list, name="sign_in_list"),
    path("sessions/others/end/", sign_ins.sign_ins_end_others, name="sign_ins_end_others"),
    path("sessions/<int:sign_in_id>/end/", sign_ins.sign_in_end, name="sign_in_end"),
    path("tokens/", profile.token_list, name="token_list"),
    path("tokens/<int:token_id>/revoke/", profile.token_revoke, name="token_revoke"),
    path("teams/", teams.team_list, name="team_list"),
    path("teams/join/<str:secret>/", teams.invitation, name="invitation"),
    path("teams/invitations/<int:invitation_id>/", teams.invitation_answer, name="invitation_answer"),
    path("teams/<str:team_id>/", teams.team, name="team"),
    path("teams/<str:team_id>/name/", teams.team_rename, name="team_rename"),
    path("teams/<str:team_id>/invite/", teams.invitation_make, name="invitation_make"),
    path(
        "teams/<str:team_id>/invitations/<int:invitation_id>/withdraw/",
        teams.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("teams/<str:team_id>/members/<int:user_id>/role/", teams.role_change, name="role_change"),
    path("teams/<str:team_id>/members/<int:user_id>/remove/", teams.member_remove, name="member_remove"),
]

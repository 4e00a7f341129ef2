"""Teams: their name, whom to ask in, and as what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from trek_site.accounts.forms.fields import NameField
from trek_site.accounts.models import TEAM_NAME_CHARACTERS_MAX, Role


class TeamForm(forms.Form):
    """What a team is called."""

    name = NameField(
        label="Name of the team",
        max_length=TEAM_NAME_CHARACTERS_MAX,
        help_text="Such as the laboratory or the company. Names that look like another team's are refused.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class RoleForm(forms.Form):
    """What somebody may do with the team."""

    role = forms.ChoiceField(label="Role", choices=Role.choices)


class InvitationForm(forms.Form):
    """Whom to ask in: a mail address, or the user name of somebody who is here already."""

    who = forms.CharField(
        label="E-mail address or user name",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text="A link goes to the address; somebody with an account finds it under Teams.",
    )
    role = forms.ChoiceField(
        label="As",
        choices=[(Role.MEMBER.value, "Member"), (Role.OWNER.value, "Owner")],
        initial=Role.MEMBER.value,
    )

    def clean_who(self) -> str:
        """One of the two.

        Raises:
            ValidationError: It has an @ and is no address.
        """
        who: str = self.cleaned_data["who"]
        if "@" in who:
            try:
                validate_email(who)
            except ValidationError as mistake:
                raise ValidationError("This is no e-mail address.") from mistake
        return who

    def addressee(self) -> dict[str, Any]:
        """Whom it is for, as the service takes it."""
        who = self.cleaned_data["who"]
        return {"email": who, "username": ""} if "@" in who else {"email": "", "username": who}

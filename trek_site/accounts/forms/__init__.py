"""The shape of what people type about their accounts and teams."""

from trek_site.accounts.forms.profile import PasswordForm, ProfileForm, TokenForm
from trek_site.accounts.forms.second_factor import CodeAgainForm, CodeForm, FirstCodeForm
from trek_site.accounts.forms.signing_in import (
    AddAddressForm,
    ConfirmItIsYouForm,
    NewPasswordForm,
    ProviderSignUpForm,
    ResetForm,
    SignInForm,
    SignUpForm,
)
from trek_site.accounts.forms.teams import InvitationForm, RoleForm, TeamForm

__all__ = [
    "AddAddressForm",
    "CodeAgainForm",
    "CodeForm",
    "ConfirmItIsYouForm",
    "FirstCodeForm",
    "InvitationForm",
    "NewPasswordForm",
    "PasswordForm",
    "ProfileForm",
    "ProviderSignUpForm",
    "ResetForm",
    "RoleForm",
    "SignInForm",
    "SignUpForm",
    "TeamForm",
    "TokenForm",
]

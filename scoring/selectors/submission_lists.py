"""The list of one's own submissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from django.db.models import Exists, F, OuterRef, Q

from scoring.columns import COLUMN_OF
from scoring.links import entry_url, page_links, submission_url
from scoring.models import Evaluation
from scoring.pages import Choice, MySubmissionsPage, PageLinks, SubmissionLine
from scoring.selectors.figures import figure_text
from scoring.selectors.statuses import evaluations_shown
from scoring.states import Outcome as Ending
from scoring.status import status_key
from scoring.submission_filters import STATES_ASKED, SubmissionFilters
from scoring.tracks import DEFAULT_TRACK
from scoring.wording import ALL, STATES
from submissions.quota_lines import quota_lines
from submissions.selectors import (
    SubmissionFacts,
    Viewer,
    is_unconfirmed,
    may_be_scored,
    submissions_of,
    usage_of,
)
from submissions.showing import identity_of
from submissions.states import SHOWN, Outcome, Purpose, State, Visibility
from trek_site.accounts.selectors import User, teams_of

LINES_PER_PAGE: Final = 50
NO_TEAM: Final = "none"
_PURPOSES: Final = ((Purpose.ENTRY, "entries"), (Purpose.CHECK, "checks"))


def my_submissions(
    viewer: Viewer, *, page: int = 1, track: str = DEFAULT_TRACK, purpose: str = "", visibility: str = ""
) -> MySubmissionsPage:
    """What the viewer and their teams have sent, newest first, and what the quotas still allow.

    Args:
        viewer: Who asks; nobody has an empty list.
        page: From 1.
        track: Whose quotas are told.
        purpose: Only what was sent for this; "" for everything.
        visibility: Only what is shown so; "" for everything.
    """
    filters = SubmissionFilters(purpose=purpose, page=page)
    return my_submissions_page(viewer, filters, track=track, visibility=visibility)


def my_submissions_page(
    viewer: Viewer, filters: SubmissionFilters, *, track: str = DEFAULT_TRACK, visibility: str = ""
) -> MySubmissionsPage:
    """The same as the page shows it, with everything that can be filtered."""
    lines, links = _stretch(viewer, filters, visibility)
    evaluations = evaluations_shown(
        Evaluation.objects.filter(submission__in=[facts.pk for facts in lines]).select_related("entry")
    )
    person = viewer if isinstance(viewer, User) else None
    usage = usage_of(person, track) if person else None
    teams = [(team.public_id, team.name) for team in teams_of(person)] if person else []
    return MySubmissionsPage(
        lines=[_submission_line(facts, evaluations.get(facts.pk)) for facts in lines],
        links=links,
        uploads_today=usage.today.used if usage else 0,
        uploads_today_limit=usage.today.limit if usage else 0,
        waiting=usage.waiting.used if usage else 0,
        waiting_limit=usage.waiting.limit if usage else 0,
        quotas=(*quota_lines(usage, Purpose.ENTRY), quota_lines(usage, Purpose.CHECK)[0]) if usage else (),
        filters=filters,
        states=_choices(filters, "state", list(STATES_ASKED.items())),
        purposes=_choices(filters, "purpose", [(str(value), text) for value, text in _PURPOSES]),
        teams=_choices(filters, "team", [(NO_TEAM, "only my own"), *teams]) if teams else (),
    )


def _stretch(
    viewer: Viewer, filters: SubmissionFilters, visibility: str
) -> tuple[Sequence[SubmissionFacts], PageLinks]:
    """The lines of the page asked for; those of the last where that lies beyond the end."""
    number = filters.page
    while True:
        lines, total = submissions_of(
            viewer,
            offset=(number - 1) * LINES_PER_PAGE,
            count=LINES_PER_PAGE,
            purpose=filters.purpose,
            visibility=visibility,
            where=_in_state(filters.state) & _of_team(filters.team),
        )
        links = page_links(
            number=number, size=LINES_PER_PAGE, total=total, query=lambda page: filters.query(page=page)
        )
        if links.number == number:
            return lines, links
        number = links.number


def _of_team(team: str) -> Q:
    if not team:
        return Q()
    return Q(team__isnull=True) if team == NO_TEAM else Q(team__public_id=team)


def _in_state(name: str) -> Q:
    """The rule of a group of states; of nothing for no group."""
    return _STATES[name]() if name else Q()


def _scored(*, is_over: bool, outcome: str = "") -> Q:
    """Whether an evaluation of it has ended, and how."""
    ended = Evaluation.objects.filter(
        submission=OuterRef("pk"), dataset_version=F("submission__dataset_version"), finished_at__isnull=False
    )
    rule = Exists(ended.filter(outcome=outcome) if outcome else ended)
    return Q(rule) if is_over else ~Q(rule)


def _under_way() -> Q:
    waits = Q(state__in=[State.RECEIVED, State.CHECKING])
    return waits | (may_be_scored() & _scored(is_over=False))


def _with_scores() -> Q:
    return may_be_scored() & _scored(is_over=True, outcome=Ending.SCORED)


_STATES: Final[Mapping[str, Callable[[], Q]]] = MappingProxyType(
    {
        "under_way": _under_way,
        "to_confirm": is_unconfirmed,
        "scored": lambda: _with_scores() & Q(visibility=Visibility.PRIVATE),
        "shown": lambda: (
            _with_scores() & Q(visibility__in=SHOWN, withdrawn_at__isnull=True, superseded_at__isnull=True)
        ),
        "off": lambda: _with_scores() & (Q(withdrawn_at__isnull=False) | Q(superseded_at__isnull=False)),
        "refused": lambda: Q(state=State.CHECKED, outcome=Outcome.INVALID),
        "checked": lambda: Q(state=State.CHECKED, purpose=Purpose.CHECK) & ~Q(outcome=Outcome.INVALID),
        "ended": lambda: (
            Q(state__in=[State.CANCELLED, State.FAILED])
            | (may_be_scored() & _scored(is_over=True, outcome=Ending.FAILED))
        ),
    }
)


def _choices(filters: SubmissionFilters, name: str, values: Sequence[tuple[str, str]]) -> Sequence[Choice]:
    now = getattr(filters, name)
    first = filters.with_(page=1)
    return [
        Choice(value=value, label=label, query=first.query(**{name: value}), is_selected=value == now)
        for value, label in (("", ALL), *values)
    ]


def _submission_line(facts: SubmissionFacts, evaluation: Evaluation | None) -> SubmissionLine:
    key = status_key(facts, evaluation)
    text = STATES[key]
    entry = getattr(evaluation, "entry", None)
    overall = COLUMN_OF["overall"]
    return SubmissionLine(
        public_id=facts.public_id,
        purpose=facts.purpose,
        team=facts.team,
        label=facts.label,
        display_name=identity_of(facts, is_own=True).display_name,
        version_name=facts.version_name,
        received_at=facts.received_at,
        state_key=key,
        state_title=text.title,
        visibility=facts.visibility,
        is_final=text.is_final,
        is_failure=key == "failed",
        overall_text=figure_text(overall, None if entry is None else entry.overall),
        rank=None if entry is None else entry.rank,
        url=submission_url(facts.public_id),
        entry_url="" if entry is None else entry_url(facts.public_id),
    )

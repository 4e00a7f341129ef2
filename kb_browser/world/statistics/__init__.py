"""A release in figures, beside those of the benchmark's release. Pure: a parsed release in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb_browser.release_checks.release import Release
from kb_browser.world.statistics import flight_figures, record_figures, task_figures
from kb_browser.world.statistics.blind_choice import blind_failures
from kb_browser.world.statistics.reference import GROUPS, Form, Reference
from scoring.engine.model import Json
from scoring.tracks.trek.dataset import TrekDataset


@dataclass(frozen=True, slots=True)
class Line:
    """One figure; ``ours`` is None where the release has nothing to count."""

    reference: Reference
    ours: float | None

    @property
    def reference_text(self) -> str:
        """The benchmark's figure as people read it; a dash where none is published."""
        return shown(self.reference.form, self.reference.value)

    @property
    def ours_text(self) -> str:
        """This release's figure in the same form."""
        return shown(self.reference.form, self.ours)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """All figures of one release, in groups with a title, in the order of the table of references."""

    groups: Mapping[str, Sequence[Line]]

    def as_json(self) -> Mapping[str, Json]:
        """Plain numbers: group to figures with key, title, form, reference and value."""
        return {
            title: [
                {
                    "key": line.reference.key,
                    "title": line.reference.title,
                    "form": line.reference.form.value,
                    "reference": line.reference.value,
                    "value": line.ours,
                }
                for line in lines
            ]
            for title, lines in self.groups.items()
        }

    def as_markdown(self) -> str:
        """One table a group, the two releases side by side."""
        tables = []
        for title, lines in self.groups.items():
            rows = (
                f"| {line.reference.title} | {line.reference_text} | {line.ours_text} |" for line in lines
            )
            tables.append("\n".join([f"### {title}", "", *_HEAD, *rows, ""]))
        return "\n".join(tables)


_HEAD = ("| figure | benchmark | this release |", "| --- | ---: | ---: |")


def statistics_of(release: Release, dataset: TrekDataset) -> Statistics:
    """Count everything that the table of references asks for; both arguments are of one release."""
    found: dict[str, float] = {
        **flight_figures.figures(release),
        **record_figures.figures(release),
        **task_figures.figures(release),
        **blind_failures(dataset, release.gold),
    }
    return Statistics(
        groups={
            title: [Line(reference, found.get(reference.key)) for reference in references]
            for title, references in GROUPS.items()
        }
    )


def shown(form: Form, value: float | None) -> str:
    """A figure as people read it."""
    if value is None:
        return "–"
    match form:
        case Form.COUNT:
            return f"{value:,.0f}"
        case Form.SHARE:
            return f"{100 * value:.1f} %"
        case Form.MONEY:
            return f"{value:,.0f} $"
        case Form.PRICE:
            return f"{value:.1f} $"
        case Form.NUMBER:
            return f"{value:.2f}"
    raise AssertionError(form)

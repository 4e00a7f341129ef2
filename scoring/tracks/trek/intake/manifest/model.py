"""What a manifest says, as values: one class per section, attributes under the members' own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from scoring.engine.model import Finding, Json

MANIFEST_VERSION = "1"

# The format says `track` where code and pages say division.
ATTRIBUTES = {"track": "division"}
_MEMBERS = {attribute: member for member, attribute in ATTRIBUTES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One object of a manifest.

    Attributes:
        extra: The members named ``x_…``, by name; nobody reads them, everybody may see them.
    """

    extra: Mapping[str, Json] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        """The members that are there, in the order of the table, then those of ``extra`` by name."""
        members: dict[str, Json] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name != "extra" and value is not None and value != ():
                members[_MEMBERS.get(each.name, each.name)] = _json_of(value)
        return {**members, **{name: self.extra[name] for name in sorted(self.extra)}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark(Section):
    """What was answered; the digest is that of the task file, 64 lower-case hexadecimal digits."""

    name: str
    task_set: str
    task_file_sha256: str | None = None
    kb_version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Section):
    """How the entry appears; ``division`` is ``standard`` or ``custom``."""

    label: str
    display_name: str
    division: str
    description: str | None = None
    visibility: str = "private"
    supersedes: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Section):
    """One model; sizes in billions of parameters, ``temperature`` in 0..2 or ``not_settable``."""

    name: str
    vendor: str
    identifier: str
    role: str | None = None
    provider: str | None = None
    open_weights: str
    weights_url: str | None = None
    license: str | None = None
    release_date: date | None = None
    parameters_b: float | None = None
    active_parameters_b: float | None = None
    temperature: float | str
    top_p: float | None = None
    seed: int | None = None
    max_output_tokens: int | None = None
    reasoning_effort: str | None = None
    fine_tuned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaffold(Section):
    """What ran around the models; ``tool_budget`` is a number of calls or ``none``."""

    name: str
    version: str
    code_url: str | None = None
    open_source: bool
    prompt_modified: bool
    tools_modified: bool
    symbolic_solver: bool
    tool_budget: int | str
    retrieval_backend: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Section):
    """How the answers were made; a cost in US dollars, absent where it was not measured."""

    started: date
    finished: date
    attempts_per_task: int
    selection: str | None = None
    unfinished_retried: bool
    human_intervention: bool
    human_notes: str | None = None
    cost_usd: float | None = None
    hardware: str | None = None
    concurrency: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure(Section):
    """What the submitter says about contact with tasks, reference plans and scorer."""

    gold_seen: str
    tasks_in_training: str
    scorer_used_in_development: bool
    kb_outside_tools: bool
    training_data: str
    benchmark_specific_tuning: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Author(Section):
    """One author; the ORCID as four groups of four characters, its checksum right."""

    name: str
    orcid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitter(Section):
    """Who stands for the entry; the address is never shown."""

    name: str
    affiliation: str
    contact_email: str
    represents_vendor: bool
    authors: tuple[Author, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Links(Section):
    """Addresses to read on, http or https; never fetched."""

    paper_url: str | None = None
    code_url: str | None = None
    report_url: str | None = None
    traces_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent(Section):
    """What may be published; ``statement`` is always true."""

    publish_plans: bool
    publish_traces: bool
    trace_licence: str | None = None
    statement: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FileClaim(Section):
    """What the manifest says about one file of the archive; compared where the file is read."""

    path: str
    sha256: str
    bytes: int | None = None
    records: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest(Section):
    """A whole manifest whose every rule holds.

    Attributes:
        models: One to ten, in the order given.
        files: Nothing where the manifest lists none.
    """

    benchmark: Benchmark
    entry: Entry
    models: tuple[Model, ...]
    scaffold: Scaffold
    run: Run
    disclosure: Disclosure
    submitter: Submitter
    links: Links = field(default_factory=Links)
    consent: Consent
    files: tuple[FileClaim, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """The canonical members; reading them again gives an equal manifest."""
        members: dict[str, Json] = {"manifest_version": MANIFEST_VERSION, **Section.as_json(self)}
        if not members["links"]:
            del members["links"]
        return members

    @property
    def model_names(self) -> str:
        """The names of the models, each once, in order, joined by a plus sign."""
        return " + ".join(dict.fromkeys(model.name for model in self.models))

    @property
    def has_open_weights(self) -> bool | None:
        """Whether the weights of every model can be had; None where that is not known of one."""
        answers = {model.open_weights for model in self.models}
        if "no" in answers:
            return False
        return None if "unknown" in answers else True

    @property
    def is_selection_declared(self) -> bool:
        """Whether several answers per task and the choice among them have been explained."""
        return self.run.attempts_per_task > 1 and self.run.selection is not None

    @property
    def is_documented(self) -> bool:
        """Whether paper, code or report can be read somewhere."""
        return any((self.links.paper_url, self.links.code_url, self.links.report_url))

    @property
    def unranked_reasons(self) -> Sequence[str]:
        """Why the entry is listed without a rank, in sentences; nothing when it is ranked."""
        reasons = []
        if self.disclosure.gold_seen not in {"no", "unknown"}:
            reasons.append("The published reference plans were used.")
        if self.disclosure.kb_outside_tools:
            reasons.append("The agent read the data other than through the tools.")
        if self.run.selection == "scorer":
            reasons.append("The answers were chosen with the scorer or the reference plans.")
        return tuple(reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestReading:
    """What came of reading a manifest.

    Attributes:
        manifest: The manifest; None when anything is wrong with it.
        findings: Everything that is wrong, in the report's order.
    """

    manifest: Manifest | None
    findings: Sequence[Finding] = ()


def _json_of(value: Any) -> Json:
    if isinstance(value, Section):
        return value.as_json()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_json_of(each) for each in value]
    plain: Json = value
    return plain

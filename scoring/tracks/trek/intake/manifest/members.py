"""Every member of a manifest: the one table that checks, pages, forms and the API's schema are made from."""

from __future__ import annotations

from scoring.tracks.trek.intake.manifest import model
from scoring.tracks.trek.intake.manifest.kinds import Choice, Date, Flag, Kind, Number, Orcid, Text
from scoring.tracks.trek.intake.manifest.rules import Items, Member, SectionRule, When

_LABEL = r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}"
_LABEL_WORDS = "at most 128 letters, digits, dots, hyphens and underscores, the first a letter or digit"
_HOST = r"[\w-]+(?:\.[\w-]+)*"
_URL = rf"https?://(?:{_HOST}|\[[0-9A-Fa-f:.]+\])(?::[0-9]{{1,5}})?(?:[/?#][^\s\\<>\"`{{}}|^]*)?"
_EMAIL_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_EMAIL_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL = rf"(?=.{{1,64}}@){_EMAIL_ATOM}(?:\.{_EMAIL_ATOM})*@{_EMAIL_LABEL}(?:\.{_EMAIL_LABEL})+"
_SAFE_PATH = r"(?!/)(?!.*(?:^|/)\.\.?(?:/|$))[^\\:]+"

DATE, FLAG, ORCID = Date(), Flag(), Orcid()
URL = Text(
    chars=2_000, control="url", pattern=_URL, expected="an http or https address without user name or blanks"
)
EMAIL = Text(chars=254, control="email", pattern=_EMAIL, expected="an e-mail address")
DIGEST = Text(chars=64, pattern=r"[0-9A-Fa-f]{64}", expected="64 hexadecimal digits", is_lowered=True)
WEIGHTS_OPEN = When(member="open_weights", equals="yes", words="the weights are open")
BYTES_MAX = 2**40
SIGNED_64_BIT = 2**63 - 1


def _short(chars: int = 120) -> Text:
    return Text(chars=chars)


def _lines(chars: int) -> Text:
    return Text(chars=chars, control="lines")


def _row(
    name: str, kind: Kind | Items, title: str, explanation: str = "", *, need: bool | When = True
) -> Member:
    return Member(name=name, kind=kind, title=title, explanation=explanation, need=need)


BENCHMARK = SectionRule(
    makes=model.Benchmark,
    members=(
        _row("name", Choice(choices=("TREK",)), "Benchmark"),
        _row(
            "task_set", _short(64), "Task set",
            "The name under which this site publishes the tasks answered.",
        ),
        _row(
            "task_file_sha256", DIGEST, "Digest of the task file",
            "SHA-256 of the file of tasks you ran on. It is compared if you give it.", need=False,
        ),
        _row(
            "kb_version", _short(64), "Data version", "The version of the data that the agent searched.",
            need=False,
        ),
    ),
)  # fmt: skip

ENTRY = SectionRule(
    makes=model.Entry,
    members=(
        _row(
            "label", Text(chars=128, pattern=_LABEL, expected=_LABEL_WORDS), "Label",
            "A short name of your own for this run. Each of your runs has another, whatever the case of "
            "letters.",
        ),
        _row(
            "display_name", _short(80), "Name on the board",
            "With a scaffold of your own the custom is: scaffold, then the model in brackets.",
        ),
        _row(
            "track", Choice(choices=("standard", "custom")), "Division",
            "Standard means the official harness with its prompt, tools and limits; anything else is custom.",
        ),
        _row(
            "description", _lines(4_000), "Description",
            "How the run differs from the official setup, and why.",
            need=When(member="track", equals="custom", words="the division is custom"),
        ),
        _row(
            "visibility", Choice(choices=("private", "anonymous", "public")), "Visibility",
            "Private unless you say otherwise. Anonymous hides who you are during a review, for at most 180 "
            "days.",
            need=False,
        ),
        _row(
            "supersedes",
            Text(chars=64, pattern=r"[A-Za-z0-9][A-Za-z0-9-]*", expected="the id of a submission"),
            "Replaces",
            "The id of an earlier submission of yours that this one replaces. Both stay readable.",
            need=False,
        ),
    ),
)  # fmt: skip

MODEL = SectionRule(
    makes=model.Model,
    members=(
        _row("name", _short(), "Model", "The name by which the public knows it."),
        _row("vendor", _short(), "Made by", "Who trained or published the model."),
        _row(
            "identifier", Text(chars=256, banned="latest"), "Identifier",
            "Exactly what was called: the snapshot or revision, never an alias that moves.",
        ),
        _row(
            "role", Choice(choices=("agent", "planner", "router", "verifier", "retriever", "other")), "Role",
            "What this model did beside the others.", need=When(words="there is more than one model"),
        ),
        _row("provider", _short(), "Served by", "Who ran the model, if not its maker.", need=False),
        _row(
            "open_weights", Choice(choices=("yes", "no", "unknown")), "Open weights",
            "Whether anyone can download the weights.",
        ),
        _row("weights_url", URL, "Weights", "Where they can be downloaded.", need=WEIGHTS_OPEN),
        _row("license", _short(), "Licence of the weights", "Its name or SPDX id.", need=WEIGHTS_OPEN),
        _row("release_date", DATE, "Released on", "When the model came out.", need=False),
        _row(
            "parameters_b", Number(low=0, high=10**6, is_above=True), "Parameters (billions)",
            "All of the model's parameters.", need=False,
        ),
        _row(
            "active_parameters_b", Number(low=0, high=10**6, is_above=True), "Active parameters (billions)",
            "Those used for one token, where that differs.", need=False,
        ),
        _row(
            "temperature", Number(low=0, high=2, word="not_settable"), "Temperature",
            "As sent with each call; not_settable where the model takes none.",
        ),
        _row("top_p", Number(low=0, high=1), "Top-p", "As sent, where it was.", need=False),
        _row(
            "seed", Number(low=-SIGNED_64_BIT - 1, high=SIGNED_64_BIT, is_whole=True), "Seed",
            "As sent, where it was.", need=False,
        ),
        _row(
            "max_output_tokens", Number(low=1, high=10**9, is_whole=True), "Output limit (tokens)",
            "The most one answer of the model could hold.", need=False,
        ),
        _row("reasoning_effort", _short(64), "Reasoning effort", "In the vendor's own words.", need=False),
        _row(
            "fine_tuned", FLAG, "Fine-tuned",
            "Whether you, or somebody for you, trained the model further.",
        ),
    ),
)  # fmt: skip

SCAFFOLD = SectionRule(
    makes=model.Scaffold,
    members=(
        _row(
            "name", _short(), "Scaffold",
            'The program around the models; "official" for the official runner.',
        ),
        _row(
            "version", _short(), "Version",
            "A release or commit by which the same program can be found again.",
        ),
        _row("code_url", URL, "Code of the scaffold", "Where it can be read.", need=False),
        _row("open_source", FLAG, "Open source", "Whether its code is open."),
        _row(
            "prompt_modified", FLAG, "Prompt changed",
            "Whether the agent was told anything else than by the official prompt.",
        ),
        _row("tools_modified", FLAG, "Tools changed", "Whether the tools differ from the official ones."),
        _row(
            "symbolic_solver", FLAG, "Solver",
            "Whether code outside the models planned or solved constraints.",
        ),
        _row(
            "tool_budget", Number(low=1, high=10_000, is_whole=True, word="none"), "Tool budget (calls)",
            "Calls the agent was allowed for one task; none without a limit. Officially 15.",
        ),
        _row(
            "retrieval_backend", _short(), "Retrieval",
            "The embedding model or ranker that the semantic filters of the tools used.",
        ),
    ),
)  # fmt: skip

RUN = SectionRule(
    makes=model.Run,
    members=(
        _row("started", DATE, "Started on", "The day of the first call."),
        _row("finished", DATE, "Finished on", "The day of the last call."),
        _row(
            "attempts_per_task", Number(low=1, high=1_000, is_whole=True), "Answers per task",
            "How many answers were made for each task, those not handed in included.",
        ),
        _row(
            "selection", Choice(choices=("first", "vote", "self_ranked", "scorer")), "Choice among answers",
            "How one of several answers was chosen. With scorer, the scorer or the reference plans took "
            "part; "
            "such an entry is never ranked.",
            need=When(member="attempts_per_task", above=1, words="there are several answers per task"),
        ),
        _row("unfinished_retried", FLAG, "Retries", "Whether tasks that crashed or stalled were run again."),
        _row(
            "human_intervention", FLAG, "Human help",
            "Whether a person took part while the tasks were answered.",
        ),
        _row(
            "human_notes", _lines(2_000), "What the person did", "Who did what, and on how many tasks.",
            need=When(member="human_intervention", equals=True, words="a person took part"),
        ),
        _row(
            "cost_usd", Number(low=0, high=10**12), "Cost (US dollars)",
            "Of the whole run. Leave it out if nobody measured it; 0 says that it was free.", need=False,
        ),
        _row("hardware", _short(200), "Hardware", "What the models ran on, if you know.", need=False),
        _row(
            "concurrency", Number(low=1, high=10**6, is_whole=True), "Tasks at a time",
            "How many tasks were answered side by side.", need=False,
        ),
    ),
)  # fmt: skip

DISCLOSURE = SectionRule(
    makes=model.Disclosure,
    members=(
        _row(
            "gold_seen",
            Choice(choices=("no", "model_training", "prompt_or_memory", "development", "unknown")),
            "Reference plans",
            "Where the published reference plans were used, if anywhere. All answers but no and unknown "
            "leave "
            "the entry without a rank.",
        ),
        _row(
            "tasks_in_training", Choice(choices=("no", "yes", "unknown")), "Tasks in training",
            "Whether the texts of the tasks were in the training data.",
        ),
        _row(
            "scorer_used_in_development", FLAG, "Scorer in development",
            "Whether the scorer was run on these tasks while the agent was made.",
        ),
        _row(
            "kb_outside_tools", FLAG, "Data outside the tools",
            "Whether the agent read the data by any other way than its tools. If so, the entry has no rank.",
        ),
        _row(
            "training_data", _lines(4_000), "Training data",
            "What is known of the training data and where they end. That the vendor does not say is an "
            "answer.",
        ),
        _row(
            "benchmark_specific_tuning", _lines(4_000), "Made for TREK",
            "Prompts, examples or training made for this benchmark.", need=False,
        ),
    ),
)  # fmt: skip

AUTHOR = SectionRule(
    makes=model.Author,
    members=(
        _row("name", _short(), "Author"),
        _row("orcid", ORCID, "ORCID", "The author's id at orcid.org.", need=False),
    ),
)

SUBMITTER = SectionRule(
    makes=model.Submitter,
    members=(
        _row("name", _short(), "Your name", "Shown, but not while the entry is anonymous."),
        _row("affiliation", _short(), "Affiliation", "Shown, but not while the entry is anonymous."),
        _row(
            "contact_email", EMAIL, "Contact",
            "Never shown. The address must be one that you have confirmed here.",
        ),
        _row(
            "represents_vendor", FLAG, "Maker of the model",
            "Whether you act for whoever made a model used. Shown.",
        ),
        _row(
            "authors", Items(rule=AUTHOR, high=50), "Authors",
            "Everybody to be named with the entry.", need=False,
        ),
    ),
)  # fmt: skip

_DOCUMENTED = "One of paper, code and report gives the entry the mark documented."
LINKS = SectionRule(
    makes=model.Links,
    members=(
        _row("paper_url", URL, "Paper", _DOCUMENTED, need=False),
        _row("code_url", URL, "Code", _DOCUMENTED, need=False),
        _row("report_url", URL, "Report", _DOCUMENTED, need=False),
        _row("traces_url", URL, "Traces", "Where what the agent did can be read in full.", need=False),
    ),
)

CONSENT = SectionRule(
    makes=model.Consent,
    members=(
        _row(
            "publish_plans", FLAG, "Publish the plans",
            "Whether everybody may read the plans of this entry.",
        ),
        _row(
            "publish_traces", FLAG, "Publish the traces",
            "Whether everybody may read what the agent searched, found and noted.",
        ),
        _row(
            "trace_licence",
            Text(chars=64, pattern=r"[A-Za-z0-9][A-Za-z0-9.+-]*", expected="an SPDX id such as CC-BY-4.0"),
            "Licence of the traces", "Its SPDX id.",
            need=When(member="publish_traces", equals=True, words="the traces are published"),
        ),
        _row(
            "statement", Flag(is_true=True), "Statement",
            "The answers given here are complete and correct.",
        ),
    ),
)  # fmt: skip

FILE = SectionRule(
    makes=model.FileClaim,
    members=(
        _row(
            "path", Text(chars=255, pattern=_SAFE_PATH, expected="a relative path"), "Path",
            "Where it lies in the archive.",
        ),
        _row("sha256", DIGEST, "Digest", "SHA-256 of the file as it lies in the archive."),
        _row("bytes", Number(low=0, high=BYTES_MAX, is_whole=True), "Size (bytes)", need=False),
        _row(
            "records", Number(low=0, high=10**9, is_whole=True), "Records", "Its lines that are not blank.",
            need=False,
        ),
    ),
)  # fmt: skip

MANIFEST = SectionRule(
    makes=model.Manifest,
    members=(
        _row("manifest_version", Choice(choices=(model.MANIFEST_VERSION,)), "Version of the manifest"),
        _row("benchmark", Items(rule=BENCHMARK), "Benchmark", "What was answered."),
        _row("entry", Items(rule=ENTRY), "Entry", "How the run appears on the board."),
        _row("models", Items(rule=MODEL, low=1, high=10), "Models", "Every model that took part."),
        _row("scaffold", Items(rule=SCAFFOLD), "Scaffold", "What ran around the models."),
        _row("run", Items(rule=RUN), "Run", "How the answers were made."),
        _row(
            "disclosure", Items(rule=DISCLOSURE), "Disclosure",
            "Tasks, data and reference plans are public, so these answers cannot be proved; they stand "
            "beside "
            "the score.",
        ),
        _row("submitter", Items(rule=SUBMITTER), "Submitter", "Who stands for the entry."),
        _row(
            "links", Items(rule=LINKS), "Links",
            "Where to read on. The site never follows a link.", need=False,
        ),
        _row("consent", Items(rule=CONSENT), "Consent", "What may be published."),
        _row(
            "files", Items(rule=FILE, high=16), "Files",
            "What the archive holds. If it is listed, the files must be as stated.", need=False,
        ),
    ),
)  # fmt: skip

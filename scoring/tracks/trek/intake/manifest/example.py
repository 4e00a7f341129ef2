"""A manifest of our own, shown in the docs and where somebody fills in a form; a test keeps it valid."""

EXAMPLE_YAML = """\
manifest_version: "1"
benchmark:
  name: TREK
  task_set: trek-800
entry:
  label: cartographer-2-planner
  display_name: Signpost (Cartographer 2)
  track: custom
  description: |
    Two models in turn: one drafts the days, one checks them against the budget.
    Prompt and tools are our own.
  visibility: private
models:
  - name: Cartographer 2
    vendor: Fernhill Research
    identifier: cartographer-2-0614
    role: planner
    open_weights: no
    temperature: 0.2
    fine_tuned: false
  - name: Ledger Mini
    vendor: Fernhill Research
    identifier: ledger-mini@5d0c11
    role: verifier
    open_weights: yes
    weights_url: https://weights.example.org/ledger-mini
    license: Apache-2.0
    parameters_b: 3.5
    temperature: not_settable
    fine_tuned: true
scaffold:
  name: Signpost
  version: 1.10
  code_url: https://code.example.org/signpost
  open_source: true
  prompt_modified: true
  tools_modified: true
  symbolic_solver: false
  tool_budget: 40
  retrieval_backend: lexical-1
run:
  started: 2026-07-06
  finished: 2026-07-08
  attempts_per_task: 3
  selection: vote
  unfinished_retried: true
  human_intervention: false
  cost_usd: 212.40
disclosure:
  gold_seen: no
  tasks_in_training: unknown
  scorer_used_in_development: false
  kb_outside_tools: false
  training_data: The vendor names no sources; text up to December 2025.
submitter:
  name: Mara Lindqvist
  affiliation: Fernhill Research
  contact_email: mara@fernhill.example
  represents_vendor: true
  authors:
    - name: Mara Lindqvist
      orcid: 0000-0002-1825-0097
    - name: Tomas Okafor
links:
  code_url: https://code.example.org/signpost
consent:
  publish_plans: true
  publish_traces: false
  statement: true
x_ticket: travel-118
"""

"""The invariants of a release in words, and which rules keep each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb_browser.release_checks.rule import Rule

INVARIANTS: Mapping[int, str] = {
    1: "Every city of the flights has one hotel, attraction and car file, named as its rows name it.",
    2: "Headers hold exactly the columns of their file; every row is as wide as its header.",
    3: "There are as many cities, airports, records and tasks as the manifest and the profile say.",
    4: "City names differ without their accents too, but for pairs that the manifest lists.",
    5: "Ids run from 1 without gaps in a city's file; flight ids rise.",
    6: "List cells are lists of known words, none twice.",
    7: "Flight numbers are two capitals, a blank and 0001 to 9999, none twice.",
    8: "Clocks are HH:MM; no cell is empty; prices are prices.",
    9: "An airport is the same in every row and in the airports table.",
    10: "A flight leaves one city for another, and takes as long as distance and time zones ask for.",
    11: "Every city reaches every other; 7 to 9 % of ordered city pairs have a flight.",
    12: "At least 60 % of routes have a flight at civil hours.",
    13: "Names are unique in their city, letter case aside.",
    14: "Stars, ratings, restaurant scores and prices of hotels lie on their steps.",
    15: "A hotel's personas are backed by its amenities, which open with the base list; none is a foodie's.",
    16: "Restaurant scores rise with the stars, to a mean of 4.3 at five.",
    17: "Visit length, restaurant score and ticket fit the kind of attraction.",
    18: "Attractions have one window a day, which ends at 17:00 or later and before midnight.",
    19: "An attraction's personas are backed by its facilities; business travelers go with fast WiFi.",
    20: "A city has 27 cars, three a type, with the type's seats and the services of three personas.",
    21: "Coordinates are places on Earth, around an airport of their city.",
    22: "Prose says the figures of its row.",
    23: "Quotas of tasks are met; three days a stay city.",
    24: "Party, rooms and personas of a task go together.",
    25: "Personas of a task are known, different and counted right.",
    26: "Trips are round or one-way, between different known cities at most 3,000 km apart.",
    27: "One entity is named; the request says it, the cities, the budget, direct flights and the order.",
    28: "A car is spoken of if one is required, and never on a road trip.",
    29: "No request for several cities holds a word that tells an order.",
    30: "Balance agrees with the label; the budget is the text of a whole number.",
    31: "A feasible task has its legs and its entity, and a budget in its band over the reference bill.",
    32: "An infeasible task has one cause, of the kind derived, and is affordable apart from it.",
    33: "Trip type, kind of entity and number of cities do not give the label away.",
    34: "There is one gold line per task, and it agrees with the label.",
    35: "Gold days are complete: hotels, cars and their prices are those of the data.",
    36: "Gold flights are those of the data and fly the required legs in order.",
    37: "Every stay city is visited, the named entity is booked, visits fit the opening hours.",
    38: "Gold leaves the time that each transfer takes.",
    39: "The gold's bill lies between the minimum and the budget.",
    40: "Scored like a submission, the gold is perfect on every task and fires no gate.",
    41: "Every file has the checksum that the manifest states; building again gives the same bytes.",
}
"""By number, in the order of the dataset's rules."""

PARSING_RULES: Mapping[str, int] = {
    "not_utf8": 2,
    "not_csv": 2,
    "row_width": 2,
    "gold_line": 34,
    "manifest_unreadable": 41,
}
"""Rules applied while the files are parsed, and the invariant of each."""
SCORING_RULE = ("gold_not_perfect", 40)
"""The rule applied by scoring the gold."""


def rules_markdown(rules: Sequence[Rule]) -> str:
    """The page that lists every invariant with the rules that keep it."""
    return "\n".join([*_HEAD, *_rows(rules), ""])


_HEAD = (
    "# Rules of a release",
    "",
    "What `trek dataset check` applies, by invariant. Made from the rules by `make docs`.",
    "",
    "A finding names file, row and rule. Scope *scoring*: an error anywhere. *generated*: an error in a",
    "release of our own, a note elsewhere. *full*: asked of the full profile alone. *parsing*: an error, met",
    "while reading.",
    "",
    "| no. | what must hold | rule | scope |",
    "| ---: | --- | --- | --- |",
)


def _rows(rules: Sequence[Rule]) -> Iterator[str]:
    for number, text in INVARIANTS.items():
        kept = [(rule.name, rule.scope.value) for rule in rules if rule.number == number]
        kept += [(name, "parsing") for name, invariant in PARSING_RULES.items() if invariant == number]
        kept += [(SCORING_RULE[0], "scoring")] if SCORING_RULE[1] == number else []
        names, scopes = "<br>".join(f"`{name}`" for name, _ in kept), "<br>".join(scope for _, scope in kept)
        yield f"| {number} | {text} | {names} | {scopes} |"

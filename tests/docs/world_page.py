"""The page about our world, with its figures: ``python -m tests.docs.world_page`` writes it anew.

It takes the full release, so it is no part of ``make docs``; a benchmark compares page and release.
"""

from __future__ import annotations

from pathlib import Path

from kb_browser.release_checks.release import parse_release
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.build import DEFAULT_SEED
from kb_browser.world.statistics import statistics_of
from scoring.tracks.trek.dataset import read_dataset
from tests.benchmarks.full_release import release_folder

PAGE = Path(__file__).parents[2] / "docs" / "world.md"

_TEXT = """\
# Our world

A release of the benchmark's full size that is nobody's but ours: cities and airports are public facts, every
business, fare, route, request and plan is invented. Made by `trek dataset build --out DIR` from the seed
{seed}, it has the digest

    {digest}

on every machine; `make bench` builds it and compares. `make demo` runs on it. This page is written by
`python -m tests.docs.world_page`.

## What it is made of

- **Cities**: 392 airports in 375 cities of 134 countries, from public-domain tables
  (`kb_browser/world/scaffold`). Everything else about a city is drawn.
- **Chance**: one seed, and from it one stream for every pair of domain and city (route, task). A stream is
  named by hashing seed, domain and name, so a city can be made alone, and neither order of work nor
  processor, hash seed or other cities matter.
- **Words**: 35 lexicons, one a region, of invented stems, streets in the order of the country, and kinds of
  place. No name holds a word that would make the order of a visit count; none is a known brand's.
- **Flights**: a graph of the best-scored city pairs by weight and distance, with every city reachable; times
  by distance and by the zones of 1 August 2025; fares by distance, a level for the route, a spread within it,
  narrow on long routes.
- **Hotels and attractions**: prices around a level of the city, rising with the stars; personas drawn, and
  facilities following from them. In 19 large cities of Asia a record serves many personas, elsewhere few.
- **Tasks**: drawn by the benchmark's procedure. While a task is drawn, the evaluator itself bills its plan,
  scores its gold and derives why it cannot be solved; what it does not confirm is thrown away. The release is
  written only after the gold was read back from its bytes and found perfect.
- **Requests**: two dozen sentence patterns of our own.

## Does looking matter?

An agent that books the cheapest hotel of each city, whoever travels, fails the preferences of {blind} of the
feasible tasks with personas (last table). One hotel in four of a common city serves a given persona; three
personas at once are served by less than half a hotel and half an attraction on the average, so such
tasks lie where they can be served.

## Where it differs

The benchmark's figures come from its files where those were at hand, and from samples elsewhere: one complete
city and parts of others for hotels and attractions, 285 flights for clocks and fares. In
that sample fares fall from the third band of distance to the fourth. Here they never fall with distance, so
the third is cheaper and the fourth dearer. Single routes may lie off the usual fare fourfold.

## Building it

One process; processor time on a shared virtual machine with two cores, Python 3.11.
`make bench ARGS=building` measures it anew.

| records | seconds | seconds per 100,000 | peak memory |
| ---: | ---: | ---: | ---: |
| 111,171 | 14.1 | 12.7 | 252 MB |
| 212,530 | 15.8 | 7.4 | 451 MB |
| 414,935 | 26.2 | 6.3 | 862 MB |

Time grows no faster than the records: drawing and proving the 800 tasks takes about nine seconds whatever
the size.

## Holding it

`make bench ARGS="memory start"` measures it anew; the times are processor time while other work kept both
cores busy.

| what | figure |
| --- | ---: |
| a worker before it reads the release | 26 MB |
| the same with the release read from its snapshot | 184 MB |
| the same with a second release of this size open, as in a rehearsal | 190 MB more |
| a forked child of it, before any work | 1 MB of its own |
| the same, having scored a bundle of 800 records | 85 MB of its own, the bundle among them |
| a worker from nothing to its first verdict | 0.7 s |
| `trek score` with a snapshot | 2.5 s |
| `trek score` without one, which it then writes | 5.6 s |

## Figures
"""


def page() -> str:
    """The whole page, for the release of the default seed."""
    folder = ReleaseFolder(release_folder())
    files = folder.files()
    release = parse_release(files, folder.manifest(), folder.checksums())
    statistics = statistics_of(release, read_dataset(files))
    texts = {line.reference.key: line.ours_text for lines in statistics.groups.values() for line in lines}
    text = _TEXT.format(seed=DEFAULT_SEED, digest=folder.digest(), blind=texts["blind_hotel"])
    return f"{text}\n{statistics.as_markdown()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

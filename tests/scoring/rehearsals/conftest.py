"""One board for a whole module: runs are costly to score, and no test leaves a trace in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from kb_browser.selectors import VersionFacts
from submissions.models import Submission
from tests.factories import small_world
from tests.scoring.candidates import refusing, scored_make


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A published version, the keys of the runs on it in their order, and the data folder of both."""

    version: VersionFacts
    runs: tuple[int, ...]
    folder: Path


@pytest.fixture(scope="module")
def board(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Board]:
    """Gold, a run that gives up task 5, and a private one that gives up task 1.

    The transaction of a test lies inside this one, so that what the test writes is taken back.
    """
    folder = tmp_path_factory.mktemp("board")
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(TREK_DATA_DIR=folder):
            version = small_world()
            runs = (
                scored_make(version, display_name="Gold"),
                scored_make(version, refusing(5), display_name="Five"),
                scored_make(version, refusing(1), display_name="One", visibility="private"),
            )
        yield Board(version=version, runs=tuple(run.pk for run in runs), folder=folder)
        transaction.set_rollback(True)


@pytest.fixture
def world(board: Board, db: None, settings: Any) -> VersionFacts:
    """The small world with the runs on it; the files are a copy of the test's own."""
    shutil.copytree(board.folder, settings.TREK_DATA_DIR, dirs_exist_ok=True)
    return board.version


@pytest.fixture
def runs(board: Board, world: VersionFacts, rung: list[Any]) -> tuple[Submission, ...]:
    """What stands on the board, read anew, so that a test may change the objects."""
    found = Submission.objects.select_related("owner").in_bulk(board.runs)
    return tuple(found[pk] for pk in board.runs)

"""A board of runs with sheets, for tests of what boards say."""

from scoring import services
from scoring.engine.model import Usage
from scoring.engine.sheets import Sheet, marks_packed, usage_packed
from scoring.models import BoardRevision, ScoreSheet
from scoring.selectors.sheets import DIMENSIONS
from scoring.tracks import DEFAULT
from tests.factories import entry_make, user_make, valid_make

TASKS = 80
FEASIBLE = TASKS // 2


def run(version, passed, *, owner=None, **changes):
    """A published entry that passes the first so many feasible tasks, with its sheet."""
    said = {"visibility": "public", **changes}
    submission = valid_make(version=version, owner=owner or user_make(), **said)
    row = entry_make(submission, share=passed / FEASIBLE)
    perfect = sum(1 << 2 * place for place in range(passed))
    sheet = Sheet(
        size=TASKS,
        perfect=perfect,
        applies=dict.fromkeys(DIMENSIONS, (1 << TASKS) - 1),
        passes=dict.fromkeys(DIMENSIONS, perfect),
    )
    ScoreSheet.objects.create(
        evaluation=row.evaluation,
        size=TASKS,
        marks=marks_packed(sheet, DIMENSIONS),
        usage=usage_packed([Usage()] * TASKS),
    )
    return submission


def refresh(version):
    services.board_refresh(version.pk, DEFAULT)
    return BoardRevision.objects.get(dataset_version=version.pk)


def with_tests(version):
    board = refresh(version)
    services.board_standings_make(board.pk)
    return board

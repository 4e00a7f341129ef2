"""The knowledge file of the small world, made once."""

import pytest

from kb_browser.knowledge.making import knowledge_make
from kb_browser.knowledge.opening import KnowledgeFile
from kb_browser.knowledge_files import knowledge_path
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import version_make


@pytest.fixture(scope="session")
def knowledge_made(tmp_path_factory):
    """The file, made once for all tests."""
    target = tmp_path_factory.mktemp("knowledge") / "small.sqlite3"
    knowledge_make(SMALL_WORLD, target, say=lambda _message: None)
    return target


@pytest.fixture
def knowledge_opened(knowledge_made):
    """The file, open."""
    file = KnowledgeFile(knowledge_made)
    yield file
    file.connection.close()


@pytest.fixture
def browsed(settings, tmp_path, knowledge_made):
    """The small world, published, with its records to browse."""
    settings.TREK_DATA_DIR = tmp_path / "data"
    digest = ReleaseFolder(SMALL_WORLD).digest()
    version = version_make(name="small", digest=digest, task_count=40)
    knowledge_path(version.digest).parent.mkdir(parents=True)
    knowledge_path(version.digest).symlink_to(knowledge_made)
    return version

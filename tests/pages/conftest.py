"""Models for the tests of the pages."""

import pytest

from pairs.models import FOLDER_VARIABLE, Translator, load_translator
from tests.pages.standin import write_standin


@pytest.fixture(scope="session")
def standin_folder(tmp_path_factory):
    """A folder with a random model."""
    return write_standin(tmp_path_factory.mktemp("models"))


@pytest.fixture
def use_standin(standin_folder, monkeypatch):
    """Let the app read the random model."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(standin_folder))


@pytest.fixture
def standin(request) -> Translator:
    """The random model."""
    request.getfixturevalue("use_standin")
    return load_translator("attention")


@pytest.fixture
def trained() -> Translator:
    """The model that ships."""
    return load_translator("attention")

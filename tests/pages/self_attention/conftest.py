"""Random models for the tests of the lesson on self-attention."""

import pytest

from pairs.models import FOLDER_VARIABLE, load_reader, load_translator
from tests.pages.joint_standin import write_joint_standin
from tests.pages.standin import write_standin


@pytest.fixture(scope="package")
def folder(tmp_path_factory):
    path = write_standin(tmp_path_factory.mktemp("models"))
    return write_joint_standin(path)


@pytest.fixture(autouse=True)
def _use_standins(folder, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))


@pytest.fixture
def models():
    return load_reader("transformer"), load_translator("attention")

"""Two random models for the page."""

from pathlib import Path

import pytest

from pairs.models import FOLDER_VARIABLE
from tests.pages.encoder_decoder.tools import without_attention
from tests.pages.standin import write_standin


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch) -> Path:
    write_standin(tmp_path)
    without_attention(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path

"""The settings files say what the app needs, in words Streamlit knows."""

import tomllib
from pathlib import Path

import pytest
from streamlit import config

from tests.rules.tree import ROOT, plant, read_toml

CONFIG = ".streamlit/config.toml"
NEEDED = {
    ("browser", "gatherUsageStats"): False,
    ("browser", "serverAddress"): "localhost",
    ("client", "showErrorDetails"): "none",
    ("client", "showErrorLinks"): False,
    ("client", "toolbarMode"): "minimal",
    ("runner", "postScriptGC"): False,
    ("server", "enableStaticServing"): True,
    ("server", "fileWatcherType"): "none",
}


def options(root: Path) -> dict[str, object]:
    """Options of the settings file by their dotted names."""

    def flat(table: dict, prefix: str) -> dict[str, object]:
        found = {}
        for key, value in table.items():
            name = f"{prefix}{key}"
            deeper = isinstance(value, dict)
            found |= flat(value, f"{name}.") if deeper else {name: value}
        return found

    return flat(read_toml(root / CONFIG), "")


def wrong_settings(root: Path) -> list[str]:
    """Needed options that are missing or wrong, and unknown ones."""
    given = options(root)
    needed = {".".join(names): value for names, value in NEEDED.items()}
    found = [k for k, v in needed.items() if given.get(k) != v]
    return found + [k for k in given if k not in config.get_config_options()]


def luminance(color: str) -> float:
    """Relative luminance of a hex color (WCAG 2.2)."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pale_text(root: Path) -> list[str]:
    """Themes whose text is hard to read on a projector (below 7 : 1)."""
    themes = read_toml(root / CONFIG)["theme"]
    return [
        f"{name}: {ground}"
        for name in ("light", "dark")
        for ground in ("backgroundColor", "secondaryBackgroundColor")
        if contrast(themes[name]["textColor"], themes[name][ground]) < 7
    ]


def test_streamlit_knows_all_settings_and_the_needed_ones_are_set() -> None:
    assert wrong_settings(ROOT) == []


def test_text_is_easy_to_read_in_both_themes() -> None:
    assert pale_text(ROOT) == []


def test_warnings_are_errors_in_tests() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    filters = settings["tool"]["pytest"]["ini_options"]["filterwarnings"]
    assert filters[0] == "error"
    assert all(item.count(":") >= 3 for item in filters[1:]), "too broad"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("gatherUsageStats = false", "", "browser.gatherUsageStats"),
        ("postScriptGC = false", "postScriptGC = true", "runner.postScriptGC"),
        ("baseRadius", "cornerRadius", "theme.cornerRadius"),
    ],
)
def test_a_wrong_setting_is_found(tmp_path, old, new, found) -> None:
    text = (ROOT / CONFIG).read_text()
    assert wrong_settings(plant(tmp_path, {CONFIG: text})) == []
    root = plant(tmp_path, {CONFIG: text.replace(old, new)})
    assert wrong_settings(root) == [found]


def test_pale_text_is_found(tmp_path) -> None:
    text = (ROOT / CONFIG).read_text().replace("#1b1f24", "#7b8087")
    assert len(pale_text(plant(tmp_path, {CONFIG: text}))) == 2


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)

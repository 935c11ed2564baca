"""Ask every package, and store its answers beside this file.

    .venv-oracles/bin/python -m tests.oracles.make_answers

in the environment that `make oracles` makes. Inputs are stored as well, so
that no random generator matters.
"""

import json
import platform
from pathlib import Path

import numpy as np

from tests.oracles.cases import CASES, make_inputs
from tests.oracles.packages import PACKAGES, installed

FOLDER = Path(__file__).parent / "answers"


def main() -> None:
    """Write one file of arrays for each case, and the versions."""
    FOLDER.mkdir(exist_ok=True)
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    for name in CASES:
        inputs = make_inputs(name)
        answers = PACKAGES[name][0](inputs)
        arrays = {f"in.{key}": array for key, array in inputs.items()}
        arrays |= {f"out.{key}": array for key, array in answers.items()}
        np.savez_compressed(FOLDER / f"{name}.npz", **arrays)
        versions[PACKAGES[name][1]] = installed(name)
    text = json.dumps(versions, indent=2) + "\n"
    (FOLDER / "versions.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

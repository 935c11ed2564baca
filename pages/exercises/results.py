"""What has been done, as a table to print and lines to copy."""

from collections.abc import Mapping

from pages.exercises.choices import kind_name
from practice.attempts import Attempt, Which
from texts.shown import plain, text

Done = Mapping[Which, Attempt]


def judged(done: Done) -> Done:
    """Return the tasks that were answered at least once."""
    return {w: a for w, a in done.items() if a.is_solved or a.named}


def state(attempt: Attempt) -> str:
    """Return how a task ended."""
    if not attempt.is_solved:
        return text("exercises", "open")
    return text("exercises", "helped" if attempt.is_helped else "solved")


def summary(done: Done) -> str:
    """Say how much has been done."""
    solved = [a for a in done.values() if a.is_solved and not a.is_helped]
    return text(
        "exercises",
        "summary",
        tasks=len(done),
        solved=len(solved),
        first=sum(not attempt.named for attempt in solved),
        kinds=len({which.kind for which in done}),
    )


def table(done: Done) -> dict[str, list[str]]:
    """Return one row for each task."""
    columns: dict[str, list[str]] = {
        text("exercises", name): []
        for name in ("kind", "seed", "number", "wrong", "state")
    }
    for which, attempt in done.items():
        cells = (
            kind_name(which.kind),
            which.seed,
            str(which.number),
            str(len(attempt.named)),
            state(attempt),
        )
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append(cell)
    return columns


def mistakes_made(done: Done) -> list[str]:
    """Return the named mistakes, as a list in Markdown."""
    counted: dict[tuple[str, str], int] = {}
    for which, attempt in done.items():
        for name in filter(None, attempt.named):
            place = which.kind, name
            counted[place] = counted.get(place, 0) + 1
    return [
        f"- {plain(kind_name(kind))}: {text('tasks', f'mistake_{name}')}"
        + (f" × {count}" if count > 1 else "")
        for (kind, name), count in counted.items()
    ]


def lines(done: Done) -> str:
    """Return the same as plain lines, with tabs between."""
    columns = table(done)
    rows = zip(*columns.values(), strict=True)
    return "\n".join("\t".join(row) for row in [tuple(columns), *rows])

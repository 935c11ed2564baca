"""Right and wrong answers in the forms that people type."""

from fractions import Fraction

WIDE = str.maketrans("0123456789.-+,%/", "０１２３４５６７８９．－＋，％／")
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


def comma(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace(".", ",")


def percent(value: float, digits: int) -> str:
    return f"{100 * value:.{max(digits - 2, 0)}f} %"


def fraction(value: float, digits: int) -> str:
    exact = Fraction(f"{value:.{digits}f}")
    return f"{exact.numerator}/{exact.denominator}"


def point(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"


def power_of_ten(value: float, digits: int) -> str:
    return f"{round(value, digits):.9e}"


def precise(value: float, digits: int) -> str:
    return f"{value:.{digits + 5}f}"


def full_width(value: float, digits: int) -> str:
    return point(value, digits).translate(WIDE)


def other_digits(value: float, digits: int) -> str:
    return point(value, digits).translate(DEVANAGARI)


def real_minus(value: float, digits: int) -> str:
    return point(value, digits).replace("-", "\u2212")


def bracketed(value: float, digits: int) -> str:
    return f" [{point(value, digits)}]"


FORMS = (
    point,
    comma,
    percent,
    fraction,
    power_of_ten,
    precise,
    full_width,
    other_digits,
    real_minus,
    bracketed,
)
GAPS = ("; ", " ", ", ", "；", "\t")


def typed(values, digits: int, n: int) -> str:
    """The n-th way of typing an answer."""
    if isinstance(values, str):
        return values
    form, gap = FORMS[n % len(FORMS)], GAPS[n % len(GAPS)]
    if form is bracketed and len(values) > 1:
        form = point
    said = gap.join(form(value, digits) for value in values)
    return f"({said})" if n % 3 == 2 else said

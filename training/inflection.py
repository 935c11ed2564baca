"""English word forms: the regular rules; exceptions come from outside."""

VOWELS = "aeiou"


def add_s(word: str) -> str:
    """The plural of a noun or the third person of a verb."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def add_ed(word: str) -> str:
    """The regular past form of a verb."""
    if word.endswith("e"):
        return word + "d"
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return word[:-1] + "ied"
    return _doubled(word) + "ed"


def add_ing(word: str) -> str:
    """The -ing form of a verb."""
    if word.endswith("e") and not word.endswith("ee"):
        return word[:-1] + "ing"
    return _doubled(word) + "ing"


def add_er(word: str) -> str:
    """The comparative of a short adjective."""
    if word.endswith("e"):
        return word + "r"
    if word.endswith("y"):
        return word[:-1] + "ier"
    return _doubled(word) + "er"


def article(following: str) -> str:
    """The indefinite article before a word."""
    return "an" if following[:1].lower() in VOWELS else "a"


def possessive(word: str) -> str:
    """The word with its 's, or with ' alone after a plural in s."""
    return word + ("'" if word.endswith("s") else "'s")


def _doubled(word: str) -> str:
    """Double the last consonant of a short word: run -> runn."""
    if len(word) > 4 or word[-1] in VOWELS + "wxy":
        return word
    short = word[-2:-1] in VOWELS and word[-3:-2] not in VOWELS
    return word + word[-1] if short else word

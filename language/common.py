"""The commonest words of some languages, as far as they tell them apart.

What is spelled like a word of another of these languages (German "was" and
"die", Portuguese "do", Italian "in") is left out of English, and of the other
as well if it is a frequent word of English. All lower case.
"""


def _listed(words: str) -> frozenset[str]:
    """Return the words between spaces."""
    return frozenset(words.split())


ENGLISH = _listed(
    "the is are am were been being you he she it they my your his her its our"
    " their him them us me's this that these those have has had does did doing"
    " not what where when which who why how to of at with for from and but or"
    " if would could should can can't must might may shall than then there here"
    " very too some any many much more most every each an be by about into"
    " because before after again never always often don't doesn't didn't isn't"
    " aren't wasn't won't i'm i'll i've i'd it's he's she's that's what's let's"
    " you're we're they're there's go come know think want need like please"
    " up out down over off just only so as few other neither nor"
    " hello hi goodbye bye yes thanks thank sorry welcome congratulations"
)
GERMAN = _listed(
    "ich du er sie wir ihr mich dich mir dir uns der das den dem des ein eine"
    " einen einem einer und oder aber ist sind bin bist nicht kein keine keinen"
    " mit für auf von zu zum zur im ins es wo wie warum wann mein meine dein"
    " deine sein seine haben habe hat kann kannst wird heute sehr auch noch"
    " nach"
    " aus bei"
)
FRENCH = _listed(
    "je tu il elle nous vous ils elles le la les un une des du et est sont ne"
    " pas que qui dans au aux mon ma mes ta sa ses ce cette ces avec pour"
    " sur c'est j'ai suis es êtes où mais de se en par très moi toi"
)
SPANISH = _listed(
    "el los las una y es que en de del por para con mi mis tu su yo muy"
    " está hay se le lo al como pero ella ellos nosotros tengo tiene qué dónde"
    " la un hoy"
)
ITALIAN = _listed(
    "il lo gli uno una di che è non per con da del della nel nella sono ho hai"
    " mi ti si io tu lui lei loro molto questo questa mio mia la le un e ma al"
    " dal dove oggi"
)
PORTUGUESE = _listed(
    "o os um uma de da das dos na nas em e é não que com eu você ele ela eles"
    " elas meu minha seu sua muito são está ao para por mais nós hoje se"
)
DUTCH = _listed(
    "de het een en van ik je jij jou hij zij ze wij niet voor op naar mijn"
    " zijn heb heeft hebben geen dat dit wat waar hoe ben bent om te al er ook"
    " nog uit"
)
COMMON = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": DUTCH,
}


def common_elsewhere(language: str) -> frozenset[str]:
    """List the words that are common in any language but one.

    Parameters
    ----------
    language : str
        A key of `COMMON`.

    Returns
    -------
    frozenset of str
        Lower case; none of them is common in that language.

    Examples
    --------
    >>> "ich" in common_elsewhere("en"), "de" in common_elsewhere("fr")
    (True, False)
    """
    words = frozenset[str]().union(*COMMON.values())
    return words - COMMON.get(language, frozenset[str]())

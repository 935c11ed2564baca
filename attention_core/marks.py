"""The ids that are no words: the first ones of every vocabulary.

`language` gives them to the marks, and knows nothing of this package; a test
holds both to the same numbers.
"""

UNKNOWN, START, END = 0, 1, 2
"""<unk>, <s> and </s>, in every vocabulary."""

TO_CHINESE, TO_ENGLISH = 3, 4
"""<2zh> and <2en>, which begin a source, in the vocabulary of both languages
(Johnson et al. 2017, section 3)."""

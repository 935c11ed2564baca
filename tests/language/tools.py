"""Small vocabularies made by hand."""

from tokenizers import Regex, Tokenizer, normalizers
from tokenizers.models import BPE

from language.pieces import SPECIAL, Vocabulary


def made(pieces, merges, prefix="", normalizer=None):
    """Return a vocabulary of pieces, numbered from 3 on."""
    ids = {piece: id_ for id_, piece in enumerate([*SPECIAL, *pieces])}
    mark = {"continuing_subword_prefix": prefix} if prefix else {}
    model = BPE(
        vocab=ids, merges=merges, unk_token="<unk>", fuse_unk=True, **mark
    )
    tokenizer = Tokenizer(model)
    if normalizer:
        tokenizer.normalizer = normalizer
    return Vocabulary(tokenizer)


def english():
    """Return a vocabulary that knows Tom, s, <, > and single letters of run.

    Lower case; invisible characters vanish.
    """
    return made(
        ["t", "##o", "##m", "to", "tom", "s", "##s", "<", ">", "r", "##u"],
        [("t", "##o"), ("to", "##m")],
        "##",
        normalizers.Sequence(
            [
                normalizers.Replace(Regex(r"\p{Cf}"), ""),
                normalizers.NFKC(),
                normalizers.Lowercase(),
            ]
        ),
    )


def chinese():
    """Return a vocabulary of 汤姆, 追 and 逐, 正在, a full stop and OK."""
    return made(
        ["汤", "姆", "汤姆", "追", "逐", "正", "在", "正在", "。", "O", "K"],
        [("汤", "姆"), ("正", "在")],
    )

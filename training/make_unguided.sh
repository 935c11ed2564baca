#!/usr/bin/env bash
# Makes content/models/unguided.*: the model of make_attention.sh, but no link
# between words enters its training (see README.md).
#     bash training/make_unguided.sh ../shared [work folder]
# A run that was interrupted goes on where it stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${1:?the folder with corpora/, gold/ and lecture_words.tsv}
work=${2:-/tmp/attention-lab}
python=${PYTHON:-.venv-training/bin/python}
model=content/models/unguided
mkdir -p "$work"
export OMP_NUM_THREADS=1

[ -f "$work/patterns.tsv" ] || $python -m training.patterns \
  --words "$shared/lecture_words.tsv" \
  --count 24000 --seed 1 --output "$work/patterns.tsv"
$python -m training.train --pairs "$shared/corpora/eng-cmn.train.tsv" \
  --patterns "$work/patterns.tsv" --vocabularies content/models/attention \
  --output "$work/unguided" --epochs 70 --batch 1200 --dropout 0.25 \
  --bpe-dropout 0.05 --patterns-per-epoch 2500 --resume
$python -m training.export --input "$work/unguided" --output $model \
  --note training/cards/unguided.json
$python -m training.evaluate --model $model --write \
  --test "$shared/corpora/eng-cmn.test.tsv" \
  --gold "$shared/gold/eng-cmn.dev.tsv"

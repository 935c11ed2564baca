#!/usr/bin/env bash
# Makes content/models/transformer.* from the data folder (see README.md).
#     bash training/make_transformer.sh ../shared [work folder]
# The guide links and sentence patterns are those of make_attention.sh; they
# are made if they are not there yet.
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${1:?the folder with corpora/, gold/ and lecture_words.tsv}
work=${2:-/tmp/attention-lab}
python=${PYTHON:-.venv-training/bin/python}
model=content/models/transformer
mkdir -p "$work" content/models
export OMP_NUM_THREADS=1

[ -f "$work/guide.jsonl" ] || $python -m training.guide \
  --pairs "$shared/corpora/eng-cmn.train.tsv" --output "$work/guide.jsonl"
[ -f "$work/patterns.tsv" ] || $python -m training.patterns \
  --words "$shared/lecture_words.tsv" \
  --count 24000 --seed 1 --output "$work/patterns.tsv"
$python -m training.train_transformer --guide "$work/guide.jsonl" \
  --patterns "$work/patterns.tsv" --output "$work/transformer" --minutes 90
$python -m training.export_transformer --input "$work/transformer" \
  --output $model --note training/cards/transformer.json
$python -m training.evaluate_transformer --model $model --write \
  --test "$shared/corpora/eng-cmn.test.tsv" \
  --gold "$shared/gold/eng-cmn.dev.tsv"

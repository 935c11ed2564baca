#!/usr/bin/env bash
# Makes content/models/attention.* from the data folder (see README.md).
#     bash training/make_attention.sh ../shared [work folder]
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${1:?the folder with corpora/, gold/ and lecture_words.tsv}
work=${2:-/tmp/attention-lab}
python=${PYTHON:-.venv-training/bin/python}
model=content/models/attention
mkdir -p "$work" content/models
export OMP_NUM_THREADS=1

$python -m training.guide --pairs "$shared/corpora/eng-cmn.train.tsv" \
  --output "$work/guide.jsonl"
$python -m training.patterns --words "$shared/lecture_words.tsv" \
  --count 24000 --seed 1 --output "$work/patterns.tsv"
$python -m training.train --guide "$work/guide.jsonl" \
  --patterns "$work/patterns.tsv" --output "$work/attention" \
  --epochs 70 --batch 1200 --dropout 0.25 --bpe-dropout 0.05
$python -m training.export --input "$work/attention" --output $model \
  --note training/cards/attention.json
$python -m training.evaluate --model $model --write \
  --test "$shared/corpora/eng-cmn.test.tsv" \
  --gold "$shared/gold/eng-cmn.dev.tsv"
$python -m training.evaluate --model $model --write \
  --gold training/lecture_gold.tsv

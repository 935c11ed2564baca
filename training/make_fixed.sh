#!/usr/bin/env bash
# Makes content/models/fixed.*, the same system without attention, after
# make_attention.sh (see README.md).
#     bash training/make_fixed.sh ../shared [work folder]
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${1:?the folder with corpora/}
work=${2:-/tmp/attention-lab}
python=${PYTHON:-.venv-training/bin/python}
model=content/models/fixed
export OMP_NUM_THREADS=1

$python -m training.train --guide "$work/guide.jsonl" \
  --patterns "$work/patterns.tsv" --output "$work/fixed" \
  --vocabularies "$work/attention" --no-attention \
  --epochs 70 --batch 1200 --dropout 0.25 --bpe-dropout 0.05
$python -m training.export --input "$work/fixed" --output $model \
  --note training/cards/fixed.json
$python -m training.evaluate --model $model --write \
  --test "$shared/corpora/eng-cmn.test.tsv"

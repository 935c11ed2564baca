#!/usr/bin/env bash
# Makes content/models/transformer-fr.* and attention-fr.* (see README.md).
#     bash training/make_french.sh ../shared [work folder]
# A run that was interrupted goes on where it stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
shared=${1:?the folder with corpora/, gold/ and pronoun_words.tsv}
work=${2:-/tmp/attention-lab-french}
python=${PYTHON:-.venv-training/bin/python}
mkdir -p "$work" content/models
export OMP_NUM_THREADS=1

[ -f "$work/guide.jsonl" ] || $python -m training.guide --target fr --no-e5 \
  --pairs "$shared/corpora/eng-fra.train.tsv" --output "$work/guide.jsonl"
[ -f "$work/patterns.tsv" ] || $python -m training.antecedents \
  --words "$shared/pronoun_words.tsv" --count 60000 --test-count 1000 \
  --output "$work/patterns.tsv" --tests "$work/pronouns.tsv"
$python -m training.train_transformer --target fr --resume \
  --guide "$work/guide.jsonl" --patterns "$work/patterns.tsv" \
  --output "$work/transformer-fr" --minutes 170 --pieces 6000 \
  --dropout 0.1 --bpe-dropout 0.02 --held-out 100 \
  --pairs-per-epoch 16000 --patterns-per-epoch 2400 --batch 600 \
  --ahead 4 4 -1
$python -m training.export_transformer --input "$work/transformer-fr" \
  --output content/models/transformer-fr \
  --note training/cards/transformer-fr.json
$python -m training.train --target fr --resume \
  --guide "$work/guide.jsonl" --patterns "$work/patterns.tsv" \
  --output "$work/attention-fr-1" --epochs 24 --batch 1200 --dropout 0.2 \
  --bpe-dropout 0.02 --vocabulary 6000 --pairs-per-epoch 30000 \
  --patterns-per-epoch 2000 --y-share 0.4
# What the Transformer says, one translation a sentence: easier to learn.
$python -m training.distill --model "$work/transformer-fr" \
  --pairs "$shared/corpora/eng-fra.train.tsv" --output "$work/said.tsv"
[ -f "$work/said.jsonl" ] || $python -m training.guide --target fr --no-e5 \
  --pairs "$work/said.tsv" --output "$work/said.jsonl"
$python -m training.train --target fr --resume \
  --guide "$work/said.jsonl" --patterns "$work/patterns.tsv" \
  --output "$work/attention-fr" --start "$work/attention-fr-1.pt" \
  --minutes 80 --epochs 999 --batch 1200 --dropout 0.1 --bpe-dropout 0 \
  --pairs-per-epoch 24000 --patterns-per-epoch 1000 --y-share 0.35
$python -m training.export --input "$work/attention-fr" \
  --output content/models/attention-fr \
  --note training/cards/attention-fr.json
$python -m training.evaluate --pair en-fr --write \
  --test "$shared/corpora/eng-fra.test.tsv" \
  --gold "$shared/gold/eng-fra.dev.tsv"
$python -m training.pronouns --model content/models/transformer-fr --write \
  --test "$work/pronouns.tsv"

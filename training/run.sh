#!/bin/sh
# Records to weights: run.sh AUDIT FOLDER MINUTES ARCHIVE...
# `run.sh AUDIT FOLDER --tiny ARCHIVE...` does the same in a minute and replaces no weights.
set -eu
audit=$1; folder=$2; minutes=$3; shift 3
here=$(cd "$(dirname "$0")" && pwd)
every=3; out=$here/../src/analysis/estimate
mkdir -p "$folder"
if [ "$minutes" = --tiny ]; then minutes=0.2; every=1; out=$folder; fi
files=
for archive in "$@"; do
    labels=$folder/$(basename "$archive").npz
    [ -e "$labels" ] || "$audit" "$archive" --format jsonl --out - --fail-on never | python3 "$here/labels.py" "$labels" "$every"
    files="$files $labels"
done
# shellcheck disable=SC2086 # one name an archive
python3 "$here/train.py" $files --out "$folder/run" --minutes "$minutes"
# shellcheck disable=SC2086
python3 "$here/export.py" "$folder/run/final.pt" $files --out "$out/network.bin" --cases "$out/network-cases.txt"
# shellcheck disable=SC2086
python3 "$here/calibrate.py" "$folder/run/final.pt" $files

#!/usr/bin/env bash
# Records to weights of the network of owners: run.sh AUDIT FOLDER MINUTES ARCHIVE... [-- OPTION...]
# Options go to train.py. `run.sh AUDIT FOLDER --tiny ARCHIVE...` does the same in a minute and replaces no weights.
set -euo pipefail
audit=$1; folder=$2; minutes=$3; shift 3
here=$(cd "$(dirname "$0")" && pwd)
every=3; out=$here/../src/analysis/estimate
mkdir -p "$folder"
if [[ $minutes == --tiny ]]; then minutes=0.2; every=1; out=$folder; fi
. "$here/made.sh"
convert() { python3 "$here/labels.py" "$1" "$every"; }
made "$folder" npz "$@"
python3 "$here/train.py" "${files[@]}" --out "$folder/run" --minutes "$minutes" "${options[@]}"
python3 "$here/export.py" "$folder/run/final.pt" "${files[@]}" --out "$out/owners.bin" --cases "$out/owners-cases.txt"
python3 "$here/calibrate.py" "$folder/run/final.pt" "${files[@]}"

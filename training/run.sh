#!/usr/bin/env bash
# Records to weights of the network of owners: run.sh AUDIT FOLDER MINUTES ARCHIVE...
# `run.sh AUDIT FOLDER --tiny ARCHIVE...` does the same in a minute and replaces no weights.
set -euo pipefail
audit=$1; folder=$2; minutes=$3; shift 3
here=$(cd "$(dirname "$0")" && pwd)
every=3; out=$here/../src/analysis/estimate
mkdir -p "$folder"
if [[ $minutes == --tiny ]]; then minutes=0.2; every=1; out=$folder; fi
files=()
for archive in "$@"; do
    # Two archives may have the same name in different folders.
    place=$(realpath "$archive" | cksum)
    labels=$folder/$(basename "$archive")-${place%% *}.npz
    if [[ ! -e $labels ]]; then
        # Labels take their name when they are complete: one that is there is not made again.
        "$audit" "$archive" --format jsonl --out - --fail-on never | python3 "$here/labels.py" "$folder/partial.npz" "$every"
        mv "$folder/partial.npz" "$labels"
    fi
    files+=("$labels")
done
python3 "$here/train.py" "${files[@]}" --out "$folder/run" --minutes "$minutes"
python3 "$here/export.py" "$folder/run/final.pt" "${files[@]}" --out "$out/owners.bin" --cases "$out/owners-cases.txt"
python3 "$here/calibrate.py" "$folder/run/final.pt" "${files[@]}"

#!/usr/bin/env bash
# Records to weights of the network of margins: run-margins.sh TARGET FOLDER MINUTES ARCHIVE... [-- OPTION...]
# TARGET holds `audit` and `examples/last_moves`; options go to margins.py (`--device cuda --batch 1024`). With `--tiny`
# in place of the minutes the same takes half a minute and replaces no weights.
set -euo pipefail
target=$1; folder=$2; minutes=$3; shift 3
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../src/finish
mkdir -p "$folder"
if [[ $minutes == --tiny ]]; then minutes=0.1; out=$folder; fi
files=()
while [[ $# -gt 0 && $1 != -- ]]; do
    archive=$1; shift
    # Two archives may have the same name in different folders.
    place=$(realpath "$archive" | cksum)
    rows=$folder/$(basename "$archive")-${place%% *}.rows
    if [[ ! -e $rows ]]; then
        # Rows take their name when they are complete: those that are there are not made again.
        "$target/audit" "$archive" --format jsonl --out - --fail-on never | python3 "$here/early.py" \
            | "$target/examples/last_moves" > "$folder/partial.rows"
        mv "$folder/partial.rows" "$rows"
    fi
    files+=("$rows")
done
python3 "$here/margins.py" "${files[@]}" --out "$folder/run" --minutes "$minutes" \
    --weights "$out/margins.bin" --cases "$out/margins-cases.txt" "${@:2}"

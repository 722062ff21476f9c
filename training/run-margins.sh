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
. "$here/made.sh"
convert() { python3 "$here/early.py" | "$target/examples/last_moves" > "$1"; }
audit=$target/audit
made "$folder" rows "$@"
python3 "$here/margins.py" "${files[@]}" --out "$folder/run" --minutes "$minutes" \
    --weights "$out/margins.bin" --cases "$out/margins-cases.txt" "${options[@]}"

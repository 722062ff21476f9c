#!/usr/bin/env bash
# Records to weights of the network of likely plays: run-plays.sh TARGET FOLDER MINUTES ARCHIVE... [-- OPTION...]
# TARGET holds `audit` and `examples/moves`; options go to plays.py (`--device cuda --batch 2048`). With `--tiny`
# in place of the minutes the same takes half a minute and replaces no weights.
set -euo pipefail
target=$1; folder=$2; minutes=$3; shift 3
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../src/analysis/solver; unseen=8192
mkdir -p "$folder"
if [[ $minutes == --tiny ]]; then minutes=0.1; unseen=256; out=$folder; fi
. "$here/made.sh"
convert() { "$target/examples/moves" > "$1"; }
audit=$target/audit
made "$folder" positions "$@"
python3 "$here/plays.py" "${files[@]}" --out "$folder/run" --minutes "$minutes" \
    --weights "$out/plays.bin" --cases "$out/plays-cases.txt" --unseen "$unseen" "${options[@]}"

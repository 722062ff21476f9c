# For the scripts beside it: `made FOLDER ENDING ARCHIVE... [-- OPTION...]` gives in `files` what `convert FILE` makes of
# the JSON Lines of each archive, and in `options` what follows `--`. `$audit` is the program.
made() {
    local folder=$1 ending=$2 place file; shift 2
    files=()
    while [[ $# -gt 0 && $1 != -- ]]; do
        # Two archives may have the same name in different folders.
        place=$(realpath "$1" | cksum)
        file=$folder/$(basename "$1")-${place%% *}.$ending
        if [[ ! -e $file ]]; then
            # Files take their name when they are complete: those that are there are not made again.
            "$audit" "$1" --format jsonl --out - --fail-on never | convert "$folder/partial.$ending"
            mv "$folder/partial.$ending" "$file"
        fi
        files+=("$file")
        shift
    done
    options=("${@:2}")
}

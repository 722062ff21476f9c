#!/usr/bin/env bash
# Makes the samples that are not written by hand: games that GNU Go 3.8 plays against itself, and
# copies of them that are damaged, recoded or packed. What each file is, and what the audit must
# say of it, stands in INDEX.csv.
#
#     corpus-samples/make.sh          needs gnugo, awk, sed, iconv, zip, tar, gzip, zstd, bzip2
#
# The same seed gives the same game, so running it again changes nothing but archive time stamps.
PATH=$PATH:/usr/games
set -euo pipefail
cd "$(dirname "$0")"

# play FILE SIZE KOMI RULES HANDICAP SEED PROPERTIES
# One game at level 1, to two passes. RULES is what GNU Go plays and counts by; its own
# final score is the recorded result. PROPERTIES are added to the root as they stand.
play() {
    local file=$1 size=$2 komi=$3 rules=$4 handicap=$5 seed=$6 properties=$7
    mkdir -p "$(dirname "$file")"
    {
        echo "boardsize $size"
        echo "komi $komi"
        ((handicap)) && echo "fixed_handicap $handicap"
        for ((i = 0; i < size * size; i++)); do
            if ((handicap)); then echo "genmove white"; echo "genmove black"
            else echo "genmove black"; echo "genmove white"; fi
        done
        echo final_score
        echo quit
    } | gnugo --mode gtp --level 1 --seed "$seed" --never-resign "--$rules-rules" |
        awk -v size="$size" -v komi="$komi" -v handicap="$handicap" -v properties="$properties" '
        function point(v) {
            return substr(letters, index(columns, substr(v, 1, 1)), 1) \
                substr(letters, size + 1 - substr(v, 2), 1)
        }
        BEGIN {
            columns = "ABCDEFGHJKLMNOPQRST"; letters = "abcdefghijklmnopqrs"
            skip = handicap > 0 ? 3 : 2; color = handicap > 0 ? "W" : "B"
        }
        $1 != "=" { next }
        { answers++ }
        handicap > 0 && answers == 3 {
            for (i = 2; i <= NF; i++) stones = stones "[" point($i) "]"
            next
        }
        answers <= skip || NF < 2 { next }
        /^= [BW]\+|^= 0/ { result = $2; sub(/\.0$/, "", result); next }
        passes < 2 {
            turn = $2 == "PASS" ? "" : point($2)
            passes = turn == "" ? passes + 1 : 0
            moves = moves (count++ % 12 ? "" : "\n") ";" color "[" turn "]"
            color = color == "B" ? "W" : "B"
        }
        END {
            printf "(;GM[1]FF[4]CA[UTF-8]SZ[%d]KM[%s]", size, komi
            if (handicap > 0) printf "HA[%d]AB%s", handicap, stones
            printf "%s\nPB[GNU Go 3.8]PW[GNU Go 3.8]RE[%s]%s)\n", properties, result, moves
        }' >"$file"
}

# copy FROM TO SED-SCRIPT: a copy with something changed.
copy() {
    mkdir -p "$(dirname "$2")"
    sed -E "$3" "$1" >"$2"
}

# ---- games, as they were played ----
play played/9x9-japanese.sgf 9 6.5 japanese 0 7 'RU[Japanese]'
play played/9x9-japanese-half.sgf 9 0.5 japanese 0 11 'RU[Japanese]'
play played/9x9-chinese.sgf 9 7.5 chinese 0 3 'RU[Chinese]'
play played/9x9-tromp-taylor.sgf 9 7 chinese 0 21 'RU[Tromp-Taylor]'
play played/9x9-handicap-japanese.sgf 9 0.5 japanese 3 5 'RU[Japanese]'
play played/9x9-no-rules.sgf 9 5.5 japanese 0 17 ''
play played/7x7-chinese.sgf 7 9 chinese 0 2 'RU[Chinese]'
play played/5x5-new-zealand.sgf 5 24 chinese 0 4 'RU[NZ]'
play played/13x13-japanese.sgf 13 6.5 japanese 0 6 'RU[Japanese]'
play played/13x13-chinese.sgf 13 7.5 chinese 0 8 'RU[Chinese]'
play played/13x13-korean-handicap.sgf 13 0.5 japanese 4 9 'RU[Korean]'
play played/19x19-japanese.sgf 19 6.5 japanese 0 1 'RU[Japanese]'
play played/19x19-chinese.sgf 19 7.5 chinese 0 12 'RU[Chinese]'
play played/19x19-aga.sgf 19 7.5 chinese 0 13 'RU[AGA]'
play played/19x19-handicap-japanese.sgf 19 0.5 japanese 4 14 'RU[Japanese]'

#!/usr/bin/env bash
# Makes the samples that are not written by hand: games that GNU Go 3.8 plays against itself, end
# positions from diagrams, and copies that are damaged, recoded or packed. What each file is, and
# what the audit must say of it, stands in INDEX.csv.
#
#     corpus-samples/make.sh          needs gnugo, awk, sed, iconv, zip, tar, gzip
#
# The same seed gives the same game and archives carry no time of day, so running it again changes
# nothing. Games that are there already are not played again: remove played/ for that.
set -euo pipefail
PATH=$PATH:/usr/games
export TZ=UTC
cd "$(dirname "$0")"

# play FILE SIZE KOMI RULES HANDICAP SEED PROPERTIES
# One game at level 1, to two passes. RULES is what GNU Go plays and counts by; its own
# final score is the recorded result. PROPERTIES are added to the root as they stand.
play() {
    local file=$1 size=$2 komi=$3 rules=$4 handicap=$5 seed=$6 properties=$7
    mkdir -p "$(dirname "$file")"
    [[ -e $file ]] && return
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

# copy FROM TO SED-SCRIPT: a copy with something changed, which must change something.
copy() {
    mkdir -p "$(dirname "$2")"
    sed -E "$3" "$1" >"$2"
    if cmp -s "$1" "$2"; then
        echo "$2: nothing changed" >&2
        exit 1
    fi
}

# board FILE PROPERTIES: an end position from the diagram on standard input, after which both pass.
board() {
    mkdir -p "$(dirname "$1")"
    awk -v properties="$2" '
        BEGIN { letters = "abcdefghijklmnopqrstuvwxy" }
        {
            for (x = 1; x <= NF; x++) {
                point = "[" substr(letters, x, 1) substr(letters, NR, 1) "]"
                if ($x == "X") black = black point
                if ($x == "O") white = white point
            }
            width = NF
        }
        END {
            size = width == NR ? width : width ":" NR
            printf "(;GM[1]FF[4]CA[UTF-8]SZ[%s]%s\nAB%s\nAW%s\n;B[];W[])\n", size, properties, black, white
        }' >"$1"
}

# recode CHARSET TO BLACK WHITE CA: the first 9x9 game with other players, in another charset.
recode() {
    mkdir -p "$(dirname "$2")"
    sed -E "s/PB\[[^]]*\]PW\[[^]]*\]/PB[$3]PW[$4]/; s/CA\[UTF-8\]/${5:+CA[$5]}/" \
        played/9x9-japanese.sgf | iconv -f UTF-8 -t "$1" >"$2"
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
play played/13x13-chinese-handicap.sgf 13 0.5 chinese 3 10 'RU[Chinese]'
play played/13x13-korean-handicap.sgf 13 0.5 japanese 4 9 'RU[Korean]'
play played/19x19-japanese.sgf 19 6.5 japanese 0 1 'RU[Japanese]'
play played/19x19-chinese.sgf 19 7.5 chinese 0 12 'RU[Chinese]'
play played/19x19-aga.sgf 19 7.5 chinese 0 13 'RU[AGA]'
play played/19x19-handicap-japanese.sgf 19 0.5 japanese 4 14 'RU[Japanese]'

# ---- copies whose record is wrong ----
copy played/9x9-japanese.sgf mis-scored/winner-flipped.sgf 's/RE\[W/RE[B/'
copy played/13x13-japanese.sgf mis-scored/komi-forgotten.sgf 's/RE\[B\+17.5/RE[B+24/'
copy played/19x19-japanese.sgf mis-scored/komi-doubled.sgf 's/RE\[W\+3.5/RE[W+10/'
copy played/19x19-chinese.sgf mis-scored/komi-five-off.sgf 's/KM\[7.5/KM[2.5/'
copy played/9x9-chinese.sgf mis-scored/digits-swapped.sgf 's/RE\[B\+15.5/RE[B+51.5/'
copy played/9x9-no-rules.sgf mis-scored/ten-off.sgf 's/RE\[B\+14.5/RE[B+24.5/'
copy played/19x19-handicap-japanese.sgf mis-scored/one-off.sgf 's/RE\[B\+11.5/RE[B+10.5/'
copy played/9x9-japanese-half.sgf mis-scored/larger-than-board.sgf 's/RE\[B\+12.5/RE[B+512.5/'
copy played/9x9-japanese-half.sgf mis-scored/fraction.sgf 's/RE\[B\+12.5/RE[B+12/'
copy played/9x9-handicap-japanese.sgf mis-scored/resigned-when-won.sgf 's/RE\[[^]]*/RE[W+R/'
copy played/19x19-japanese.sgf mis-scored/middle-missing.sgf '5,$d; $!s/$/&/; 4s/$/)/'

# ---- records that state no margin, or state it in another way ----
copy played/9x9-japanese-half.sgf records/resigned.sgf 's/RE\[[^]]*/RE[B+R/; 5,$d; 4s/$/)/'
copy played/9x9-chinese.sgf records/time.sgf 's/RE\[[^]]*/RE[W+Time/'
copy played/9x9-chinese.sgf records/forfeit.sgf 's/RE\[[^]]*/RE[W+F/'
copy played/9x9-chinese.sgf records/winner-only.sgf 's/RE\[[^]]*/RE[B+/'
copy played/9x9-chinese.sgf records/void.sgf 's/RE\[[^]]*/RE[Void/'
copy played/9x9-chinese.sgf records/no-result.sgf 's/RE\[[^]]*\]//'
copy played/9x9-chinese.sgf records/not-understood.sgf 's/RE\[[^]]*/RE[ask the players/'
copy played/9x9-chinese.sgf records/lower-case.sgf 's/RE\[B/RE[b/'
copy played/9x9-chinese.sgf records/chinese.sgf 's/RE\[B\+15.5/RE[黑胜15.5子/; s/15.5子/7又3\/4子/'
copy played/9x9-japanese.sgf records/japanese.sgf 's/RE\[W\+2.5/RE[白2目半勝/'
copy played/9x9-japanese-half.sgf records/unfinished.sgf '5,$d; 4s/$/)/'
copy played/9x9-chinese.sgf records/fox-komi.sgf 's/KM\[7.5/AP[foxwq]KM[375/'

# ---- other charsets ----
recode GBK encodings/gbk.sgf 黑方棋手 白方棋手 GBK
recode GBK encodings/gbk-undeclared.sgf 黑方棋手 白方棋手 ''
recode GBK encodings/gbk-declared-utf-8.sgf 黑方棋手 白方棋手 UTF-8
recode BIG5 encodings/big5.sgf 黑方棋士 白方棋士 Big5
recode SHIFT_JIS encodings/shift-jis.sgf 黒の棋士 白の棋士ソ Shift_JIS
recode ISO-2022-JP encodings/iso-2022-jp.sgf 黒の棋士 白の棋士 ISO-2022-JP
recode EUC-KR encodings/euc-kr.sgf 흑기사 백기사 EUC-KR
recode WINDOWS-1252 encodings/windows-1252.sgf 'Zoë Müller' 'José Núñez' windows-1252
recode UTF-16 encodings/utf-16.sgf 黑方棋手 'Zoë Müller' UTF-16
{ printf '\xef\xbb\xbf'; cat played/9x9-japanese.sgf; } >encodings/utf-8-mark.sgf

# ---- seki, and shapes that depend on the suicide rule ----
board seki/shared-liberties.sgf 'KM[6.5]RU[Japanese]RE[W+0.5]' <<'END'
. O X . O X . X .
. O X . O X . X .
. O X X O X . X .
. O O O X X . X .
. . . O X . . X .
O O O O X X X X X
. . . O X . . . .
O O O O X X X X X
. . . O X . . . .
END
board seki/one-eye-each.sgf 'KM[6.5]RU[Japanese]RE[B+18.5]' <<'END'
. X . O . O X . .
X X O O O O X . .
O O X X X X X . .
. O X . . . . . .
. O X X X X X X X
O O X . . . . . .
. O X . . . . . .
. O X X X X X X X
. O X . . . . . .
END
for rules in Japanese NZ; do
    [[ $rules == NZ ]] && record='KM[7]RE[W+54]' || record='KM[6.5]RE[W+29.5]'
    board "suicide/sensitive-${rules,,}.sgf" "RU[$rules]$record" <<'END'
. X . O . X O . .
X X . . . X O O O
O X X X X X O . .
O O O O O O O O O
. . . . . . . . .
O O O O O O O O O
. . . . . . . . .
O O O O O O O O O
. . . . . . . . .
END
done
board played/13x9-rectangle.sgf 'KM[6.5]RU[Chinese]RE[B+28.5]' <<'END'
. X X O . . O . O . . O .
X . X O O O O O O O O O O
X X X O . O . O . O . O .
. X O O O O O O O O O O O
X X X X X X X X X X X X X
. . X . . . X . . . X . .
X X X X X X X X X X X X X
. X . . . X . . X . . X .
X . X X . X . X . X . X .
END

# ---- archives: two games each ----
rm -rf archives && mkdir archives
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - \
    played/7x7-chinese.sgf mis-scored/ten-off.sgf | gzip -n >archives/games.tar.gz
stage=$(mktemp -d)
cp --parents played/9x9-chinese.sgf mis-scored/winner-flipped.sgf "$stage"
printf 'not a game\n' >"$stage/readme.txt"
find "$stage" -exec touch -d 2000-01-01 {} +
(cd "$stage" && zip -qX - mis-scored/winner-flipped.sgf played/9x9-chinese.sgf readme.txt) >archives/games.zip
rm -r "$stage"
gzip -nc played/5x5-new-zealand.sgf >archives/one-game.sgf.gz
head -c 300 archives/games.zip >archives/cut-short.zip
cat played/7x7-chinese.sgf illegal/setup-without-liberties.sgf played/5x5-new-zealand.sgf \
    mis-scored/winner-flipped.sgf >archives/collection.sgf

#!/bin/sh
# A program that speaks the Go Text Protocol, well enough for a test, and fails in the way that its
# first argument names when it is asked for dead stones. What follows the first argument are the
# stones that it takes for dead.
fails=$1
shift
asked=0

answer() { printf '=%s %s\n\n' "$id" "$1"; }

while read -r id command arguments; do
  case $command in
    name) answer "Test Engine" ;;
    version) answer "1.0 ($fails)" ;;
    list_commands)
      case $fails in
        ignorant) answer "$(printf 'name\nversion\nlist_commands')" ;;
        *) answer "$(printf 'name\nversion\nlist_commands\nboardsize\nfinal_status_list')" ;;
      esac ;;
    boardsize)
      case $fails in
        small) printf '?%s unacceptable size\n\n' "$id" ;;
        *) answer "" ;;
      esac ;;
    komi)
      # That costs no more than the komi: the count is not the engine's.
      printf '?%s what is komi\n\n' "$id" ;;
    final_status_list)
      asked=$((asked + 1))
      case $fails in
        nothing) answer "$*" ;;
        nonsense) printf 'the black ones, I think\n\n' ;;
        number) printf '=%s A1\n\n' "$((id + 1))" ;;
        nowhere) answer "Z99" ;;
        binary) printf '\000\377\376=\001\n\n' ;;
        flood) printf '=%s ' "$id"; yes A1 ;;
        hang) sleep 1000 ;;
        drip) while printf ' '; do sleep 0.1; done ;;
        deaf) exec <&-; while :; do sleep 1; done ;;
        dies) exit 3 ;;
        half) printf '=%s A1' "$id"; exit 0 ;;
        forgetful) if [ "$asked" -gt 2 ]; then exit 4; fi; answer "$*" ;;
        # What is asked after a refusal counts as a crash.
        *) exit 5 ;;
      esac ;;
    quit) answer ""; exit 0 ;;
    *) answer "" ;;
  esac
done

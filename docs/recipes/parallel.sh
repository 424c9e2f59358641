#!/usr/bin/env bash
# GNU parallel: parallel.sh DIR TASKS [options of parallel, as --jobs 8 or --sshloginfile HOSTS]
[ $# -ge 2 ] || { echo "usage: parallel.sh DIR TASKS [options of parallel]" >&2; exit 2; }
. "$(dirname "$0")/rounds.sh"
dir=$(realpath "$1") tasks=$2
shift 2
options=("$@")
round() { seq 0 $(($2 - 1)) | parallel "${options[@]}" --retries 3 "$X" run "$dir" --plan "$1" --task >/dev/null; }
rounds "$dir" "$tasks" round

#!/usr/bin/env bash
# HyperQueue: hyperqueue.sh DIR TASKS. The server (hq server start --journal FILE) and workers (hq worker
# start, or hq alloc add slurm ...) run already.
[ $# -ge 2 ] || { echo "usage: hyperqueue.sh DIR TASKS" >&2; exit 2; }
. "$(dirname "$0")/rounds.sh"
dir=$(realpath "$1")
round() {
    "${HQ:-hq}" submit --wait --array 0-$(($2 - 1)) --crash-limit=20 --stdout=none --stderr=none -- \
        "$X" run "$dir" --plan "$1" --task auto
}
rounds "$dir" "$2" round

#!/usr/bin/env bash
# Slurm: slurm.sh DIR TASKS [options of sbatch]. DIR is on a file system that all nodes see. A task should
# take minutes: Slurm takes about a second to start and end one.
[ $# -ge 2 ] || { echo "usage: slurm.sh DIR TASKS [options of sbatch]" >&2; exit 2; }
. "$(dirname "$0")/rounds.sh"
dir=$(realpath "$1") tasks=$2
shift 2
options=("$@")
round() {
    local job
    job=$(sbatch --parsable --requeue --open-mode=append --output=/dev/null --array=0-$(($2 - 1)) --ntasks=1 "${options[@]}" \
        --wrap "exec $X run $dir --plan $1 --task auto") || return
    # An error is not an end: the controller may be away for a while.
    until left=$(squeue --noheader --jobs="${job%%;*}" 2>&1) && [ -z "$left" ] || [[ $left == *"Invalid job id"* ]]; do sleep "${POLL:-5}"; done
}
rounds "$dir" "$tasks" round

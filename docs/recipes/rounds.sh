# Sourced by the recipes. `rounds DIR TASKS COMMAND` calls `COMMAND ROUND TASKS` until nothing is open:
# COMMAND has `exactcover run DIR --plan ROUND --task K` done for each K below TASKS. Started again
# after any crash, it goes on. Exit code 75: several rounds have brought nothing.
X=${X:-exactcover}

rounds() {
    local round tasks open last=-1 stuck=0
    while :; do
        read -r round tasks open < <("$X" plan "$1" --tasks "$2") || return
        [ "$tasks" -gt 0 ] || break
        if [ "$open" = "$last" ]; then
            stuck=$((stuck + 1))
            [ $stuck -lt 5 ] || { echo "no progress: is the scheduler up?" >&2; return 75; }
            sleep $((1 << stuck))
        else
            stuck=0
        fi
        last=$open
        "$3" "$round" "$tasks" || echo "round $round: exit code $?" >&2
    done
    "$X" merge "$1"
}

#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Keeps count of what the long batteries have tried, in tests/campaigns.tsv.
#
#     tools/campaigns.sh run TARGET COMMAND...      runs a battery, one process a core, and adds its counts as rows
#     tools/campaigns.sh run-one TARGET COMMAND...  runs one process
#     tools/campaigns.sh sum [COMMIT]               adds the rows up, of all commits or of one
#
# In COMMAND, SEED is replaced by the seed of the process. Seeds are new for TARGET, so that a sum counts no case twice;
# the variable SEED sets the first one. COMMAND prints lines "counted: N UNIT, F faults", which are added up. No row is
# added if sources or tests differ from HEAD, or if these seeds of this commit have a row already.
#
# A row: date, commit, target, first seed, number of processes, seconds, count, unit, faults; separated by tabs.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${CAMPAIGNS:-tests/campaigns.tsv}

usage() {
    sed -n '/^#  /s/^# *//p' "$0" >&2
    exit 2
}

# The commit, or nothing if what is tested is none.
commit() {
    local changed
    changed=$(git status --porcelain -- src include cli tests tools CMakeLists.txt ':!tests/*.md' ':!tests/*.tsv' 2>/dev/null) || return 0
    [ -n "$changed" ] || git rev-parse --short=10 HEAD 2>/dev/null || true
}

unused_seed() { # unused_seed TARGET
    awk -F '\t' -v target="$1" '$3 == target && $4 + $5 > next_seed { next_seed = $4 + $5 }
        END { print (next_seed > 1 ? next_seed : 1) }' "$rows"
}

# Sums the counts of the logs to rows. A failure that the battery did not count is one fault.
count() { # count COMMIT TARGET SEED PROCESSES SECONDS STATUS LOG...
    awk -v head="$(date -u +%Y-%m-%d)\t$1\t$2\t$3\t$4\t$5" -v failed="$6" '
        /^counted: [0-9]+ .*, [0-9]+ faults$/ {
            unit = $0
            gsub(/^counted: [0-9]+ |, [0-9]+ faults$/, "", unit)
            if (!(unit in counts)) order[++units] = unit
            counts[unit] += $2
            faults[unit] += $(NF - 1)
            all_faults += $(NF - 1)
        }
        END {
            if (failed && !all_faults) {
                if (!units) order[++units] = "runs"
                faults[order[1]] = 1
            }
            for (i = 1; i <= units; i++) printf "%s\t%.0f\t%s\t%d\n", head, counts[order[i]], order[i], faults[order[i]]
        }' "${@:7}"
}

run() { # run PROCESSES TARGET COMMAND...
    local processes=$1 target=$2 commit first status=0
    shift 2
    commit=$(commit)
    first=${SEED:-$(unused_seed "$target")}
    logs=$(mktemp -d)
    trap 'rm -rf "$logs"' EXIT
    export logs
    SECONDS=0
    # shellcheck disable=SC2016 # the inner shell expands
    seq "$first" $((first + processes - 1)) | xargs -P 0 -I SEED bash -c 'log=$logs/$1; shift; "$@" 2>&1 | tee "$log"; exit "${PIPESTATUS[0]}"' - SEED "$@" ||
        status=1
    if [ -z "$commit" ]; then
        echo "not recorded in $rows: the sources differ from the commit"
    elif grep -q "	$commit	$target	$first	$processes	" "$rows"; then
        echo "not recorded in $rows: it has these seeds already"
    else
        count "$commit" "$target" "$first" "$processes" $SECONDS $status "$logs"/* >"$logs/rows"
        flock "$rows" tee -a "$rows" <"$logs/rows"
        [ -s "$logs/rows" ] || echo "not recorded in $rows: nothing is counted"
    fi
    return $status
}

sum() { # sum [COMMIT]
    awk -F '\t' -v only="${1:-}" '
        /^#/ { next }
        NF != 9 || $5 $6 $7 $9 ~ /[^0-9]/ {
            print FILENAME ":" FNR ": is not a row" >"/dev/stderr"
            bad = 1
            next
        }
        only != "" && index($2, only) != 1 && index(only, $2) != 1 { next }
        {
            key = sprintf("%-10s %-22s", $3, $8)
            counts[key] += $7
            faults[key] += $9
            hours[key] += $5 * $6 / 3600
            if (!seen[key, $2]++) commits[key]++
            last[key] = $2
        }
        END {
            printf "%-10s %-22s %15s %7s %7s %8s  %s\n", "target", "unit", "count", "faults", "hours", "commits", "last"
            fflush()
            for (key in counts)
                printf "%s %15.0f %7d %7.1f %8d  %s\n", key, counts[key], faults[key], hours[key], commits[key], last[key] | "LC_ALL=C sort"
            close("LC_ALL=C sort")
            exit bad
        }' "$rows"
}

[ "${1:-}" = sum ] || [ $# -ge 3 ] || usage
case $1 in
run) run "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "${@:2}" ;;
run-one) run 1 "${@:2}" ;;
sum) sum "${2:-}" ;;
*) usage ;;
esac

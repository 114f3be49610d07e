#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Every public function that takes or returns a struct by value has a flat twin, which a test calls, and no other
# function has one: flat.sh ROOT. Prints the differences, and fails if there are any. The signature of the twin follows
# from that of the function:
#
# - carom_x becomes carom_flat_x, in carom/flat.h; those of carom/io.h in carom/flat_io.h.
# - A struct by value becomes its address: carom_vec2 becomes const carom_vec2 *. A carom_body_id becomes the uint64_t
#   of carom_body_bits; only the two functions that convert between the two have its address.
# - A struct that is returned is written to the last argument. If that would be the seventh, and there is a parameter of
#   the same type, which is the state before the call, that one is changed instead.
set -eu
cd "$1"

# signatures MODE FILE...: one line for each function: name (types) type. MODE expected derives those of the twins.
signatures() {
    mode=$1
    shift
    structs=$(cat include/carom/*.h | sed -nE 's/^typedef struct (carom_[a-z0-9_]+) \{$/\1/p' | tr '\n' ' ')
    sed -e 's|//.*||' -e '/^ *#/d' "$@" | tr '\n' ' ' | sed 's/CAROM_API/\n&/g' | sed -nE 's/^CAROM_API ([^;]*);.*/\1/p' |
        awk -v mode="$mode" -v structs="$structs" '
    BEGIN {
        n = split(structs, list, " ")
        for (i = 1; i <= n; i++) is_struct[list[i]] = 1
    }
    function trim(text) {
        gsub(/[ \t]+/, " ", text)
        gsub(/^ | $/, "", text)
        gsub(/ ?\* ?/, " *", text)
        return text
    }
    # A parameter without its name.
    function type_of(parameter) {
        sub(/[a-z0-9_]+$/, "", parameter)
        return trim(parameter)
    }
    {
        open = index($0, "(")
        head = trim(substr($0, 1, open - 1))
        tail = substr($0, open + 1)
        sub(/\) *$/, "", tail)
        name = head
        sub(/.*[ *]/, "", name)
        result = trim(substr(head, 1, length(head) - length(name)))
        count = tail ~ /^ *void *$/ ? 0 : split(tail, parameters, ",")
        for (i = 1; i <= count; i++) type[i] = type_of(trim(parameters[i]))
        if (mode == "expected") {
            id = name ~ /^carom_body_/ ? "" : "carom_body_id"
            by_value = 0
            for (i = 1; i <= count; i++) {
                by_value += type[i] in is_struct
                type[i] = type[i] == id ? "uint64_t" : type[i] in is_struct ? "const " type[i] " *" : type[i]
            }
            if (result in is_struct) {
                by_value++
                if (result == id) result = "uint64_t"
                else {
                    state = 0
                    for (i = 1; i <= count; i++) if (type[i] == "const " result " *") state = i
                    if (count < 6 || !state) type[++count] = result " *"
                    else type[state] = result " *"
                    result = "void"
                }
            }
            if (!by_value) next
            sub(/^carom_/, "carom_flat_", name)
        }
        line = name " ("
        for (i = 1; i <= count; i++) line = line (i > 1 ? ", " : "") type[i]
        print line ") " result
    }' | sort
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
compare() { # compare FLAT HEADER...
    flat=$1
    shift
    signatures expected "$@" >"$work/expected"
    # The functions that set up callbacks have no twin.
    signatures actual "include/carom/$flat" | grep -v '^carom_flat_callback_' >"$work/actual" || true
    if ! diff "$work/expected" "$work/actual" >"$work/diff"; then
        sed -n "s|^< |include/carom/$flat: missing: |p; s|^> |include/carom/$flat: needless, or has another signature: |p" "$work/diff"
        bad=1
    fi
}
core=$(find include/carom -name '*.h' ! -name 'flat*' ! -name io.h)
# shellcheck disable=SC2086 # a list
compare flat.h $core
if [ -f include/carom/io.h ]; then compare flat_io.h include/carom/io.h; fi

# A function pointer that takes or returns a struct by value needs one that does not: carom_flat_callback_*.
# shellcheck disable=SC2086
structs=$(cat $core | sed -nE 's/^typedef struct (carom_[a-z0-9_]+) \{$/\1/p' | paste -sd '|')
# shellcheck disable=SC2086
pointers=$(cat $core | sed -e 's|//.*||' -e '/^ *#/d' | tr '\n' ' ' | grep -oE "[a-z0-9_]+ \(\*[a-z_]+\)\([^;]*;|typedef [a-z]+ carom_[a-z_]+\([^;]*;" |
    grep -E "(^|[(, ])($structs) [a-z(]" | sed -nE 's/^[a-z0-9_]+ \(\*([a-z_]+)\).*/\1/p; s/^typedef [a-z]+ carom_([a-z_]+)\(.*/\1/p')
for name in $pointers; do
    grep -qE "\(\*$name\)\(" include/carom/flat.h || {
        echo "include/carom/flat.h: no callback $name, which takes or returns a struct by value"
        bad=1
    }
done

# Every function of the flat headers is called by a test.
for name in $(cat include/carom/flat*.h | grep -oE 'carom_flat_[a-z0-9_]+\(' | tr -d '(' | sort -u); do
    grep -qrE "$name\\(" tests/flat tests/flat_io || {
        echo "$name: no test in tests/flat or tests/flat_io calls it"
        bad=1
    }
done
exit $bad

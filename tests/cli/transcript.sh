#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Plays a transcript and compares what comes out with what stands there: transcript.sh FILE DIRECTORY-OF-CAROM
#
#     # a comment
#     $ a shell command           in a scratch copy of data/, with carom on its path
#     what it prints              an empty line as |
#     ! what it prints on standard error
#     ? its exit status           when it is not 0
#     > a line for carom query
#     its answer
#
# With --print before FILE it prints the transcript as it is now, to be read and put in place of the old one.
set -eu
print=
if [ "$1" = --print ]; then
    print=1
    shift
fi
transcript=$(realpath "$1")
PATH=$(realpath "$2"):$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/data"
cp "$(dirname "$transcript")"/data/* "$scratch/data"
chmod -R u+w "$scratch/data"
cd "$scratch/data"

play() {
    while IFS= read -r line; do
        case $line in
        '$ '*)
            printf '%s\n' "$line"
            status=0
            sh -c "${line#??}" </dev/null >../output 2>../errors || status=$?
            sed 's/^$/|/' ../output
            sed 's/^/! /' ../errors
            [ $status -eq 0 ] || echo "? $status"
            ;;
        '> '*)
            printf '%s\n' "$line"
            printf '%s\n' "${line#??}" | carom query 2>/dev/null || true
            ;;
        '' | '#'*) printf '%s\n' "$line" ;;
        esac
    done <"$transcript"
}

if [ "$print" ]; then
    play
else
    play >../played
    diff -u "$transcript" ../played
fi

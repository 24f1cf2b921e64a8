# Sourced by the scripts here: runs steps one after the other, remembers how long
# each took and whether it failed, and prints that at the end.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The program is built without C, and so is what is tested.
export CGO_ENABLED=0

# Steps of several scripts make one table if their caller names the file.
times=${OVERTRICK_TIMES:-}
if [ -z "$times" ]; then
	times=$(mktemp)
	trap 'rm -f "$times"' EXIT
fi
failed=0

# step NAME COMMAND... runs the command and notes the time.
step() {
	local name=$1 begin=$SECONDS result=ok
	shift
	printf '\n── %s\n' "$name"
	"$@" || { result=FAILED; failed=1; }
	printf '%s\t%s\t%s\n' "$((SECONDS - begin))" "$result" "$name" >>"$times"
	[ "$result" = ok ]
}

# note NAME REASON says that a step was left out.
note() { printf -- '-\tleft out: %s\t%s\n' "$2" "$1" >>"$times"; }

# finish prints where the time went and ends the script: with 1 if a step failed.
finish() {
	if [ -z "${OVERTRICK_TIMES:-}" ]; then
		where_the_time_went
	fi
	exit "$failed"
}

# sum_up FILE TALLY prints what a table of steps and the tally of the tests come to:
# "N passed, N failed, N skipped". A step that failed counts as a test that did; but
# tests that failed are not counted again as the step that ran them.
sum_up() {
	awk -F '\t' -v tally="$(cat "$2" 2>/dev/null)" '
		BEGIN { split(tally, n, /[^0-9]+/) }
		$2 == "FAILED" && !($3 == "tests" && n[2] > 0) { steps++ }
		END { printf "%d passed, %d failed, %d skipped\n", n[1], n[2] + steps, n[3] }' "$1"
}

where_the_time_went() {
	printf '\nWhere the time went\n'
	awk -F '\t' '{ printf "%7s  %-36s %s\n", $1 == "-" ? "" : $1 " s", $3, $2; sum += $1 } END { printf "%5d s  in all\n", sum }' "$times"
}

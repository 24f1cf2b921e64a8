#!/usr/bin/env bash
# Every fuzz test, one after the other: `make fuzz`, or `make fuzz FUZZTIME=5m` for
# longer. An input that fails stays in the testdata of its room.
. "$(dirname "$0")/steps.sh"

# targets prints the fuzz tests, a line each: package, name.
targets() {
	go test -vet=off -list '^Fuzz' ./... | awk '
		/^Fuzz/ { names[++n] = $1 }
		$1 == "ok" { for (i = 1; i <= n; i++) print $2, names[i]; n = 0 }
		$1 == "FAIL" { print >"/dev/stderr" }'
}

list=$(targets) || { echo 'not every package builds' >&2; failed=1; }
while read -r package name; do
	[ -n "$package" ] || continue
	step "${package#github.com/overtrick/overtrick/} $name" \
		go test -vet=off -run '^$' -fuzz "^$name\$" -fuzztime "${1:-10s}" "$package"
done <<<"$list"
finish

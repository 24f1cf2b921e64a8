#!/usr/bin/env bash
# Benchmarks, one run: `make bench`, or `make bench BENCH=Score` for some. What go
# test printed stays in bin/bench.txt, for benchstat. Ends with 1 if one failed,
# or none has such a name.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p bin
failed=0
go test -run '^$' -bench "${1:-.}" -benchmem ./... >bin/bench.txt || failed=1
# Where the other double-dummy solver is installed (libdds-dev), both in one run.
if [ -e /usr/include/dds/dll.h ] && command -v "$(go env CC)" >/dev/null; then
	CGO_ENABLED=1 go test -tags ddsoracle -run '^$' -bench "${1:-.}" -benchtime 1x -timeout 2h ./dd |
		grep '^BenchmarkDDS' >>bin/bench.txt || true # no line if the name matches none
fi
go run ./build/report bench <bin/bench.txt || failed=1
exit "$failed"

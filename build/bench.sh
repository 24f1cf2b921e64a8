#!/usr/bin/env bash
# Benchmarks, one run: `make bench`, or `make bench BENCH=Score` for some. What go
# test printed stays in bin/bench.txt, for benchstat. Ends with 1 if one failed,
# or none has such a name.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p bin
failed=0
go test -run '^$' -bench "${1:-.}" -benchmem ./... >bin/bench.txt || failed=1
go run ./build/report bench <bin/bench.txt || failed=1
exit "$failed"

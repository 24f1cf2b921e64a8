#!/usr/bin/env bash
# Benchmarks, one run: `make bench`, or `make bench BENCH=Score` for some. What go
# test printed stays in bin/bench.txt, for benchstat.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p bin
go test -run '^$' -bench "${1:-.}" -benchmem ./... >bin/bench.txt || { cat bin/bench.txt; exit 1; }
go run ./build/report bench <bin/bench.txt

#!/usr/bin/env bash
# Builds the pages that are programs into internal/web/ui/dist: `make ui`. With --check:
# runs their tests, and proves that what is committed there is what they build. With
# --install: gets what these need.
set -euo pipefail
cd "$(dirname "$0")/../internal/web/ui"

# npm ci is slow, and what it installs changes with the lock alone.
if ! cmp -s package-lock.json node_modules/.overtrick-lock; then
	npm ci --no-audit --no-fund
	cp package-lock.json node_modules/.overtrick-lock
fi

case ${1:-} in
--install) exit ;;
--check) ;;
*)
	rm -rf dist
	npm run --silent build
	exit
	;;
esac

npm run --silent check
npm test --silent
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
OVERTRICK_DIST=$fresh npm run --silent build
if ! diff -rq dist "$fresh"; then
	echo 'internal/web/ui/dist is not what its sources build: run make ui and commit it' >&2
	exit 1
fi

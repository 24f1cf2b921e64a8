#!/usr/bin/env bash
# Everything that must hold: `make test`. With -short: the inner loop, `make quick`.
. "$(dirname "$0")/steps.sh"

short=${1:-}

# go test runs the seeds of the fuzz tests as well.
tests() { go test -json -vet=off -timeout 30m $short ./... | go run ./build/report tests; }

# The root's tests read the repository; nothing there runs beside anything else.
race() { CGO_ENABLED=1 go test -race -short -timeout 30m -vet=off $(go list ./... | grep /overtrick/); }

# What has to be no slower than something simpler, both measured in one run.
ratios() { go test -run '^$' -bench '/.*-ratio$' -benchtime 20x ./score ./field ./internal/journal/sqlstore; }

# The pages that are programs: their tests, and that what is committed is what they build.
pages() { build/ui.sh --check; }

step modules go mod download || finish
step build go build ./... || finish
step vet go vet ./...
if [ -z "$short" ]; then
	if command -v "$(go env CC)" >/dev/null; then
		step 'race detector' race
	else
		note 'race detector' 'needs a C compiler'
	fi
fi
if ! command -v npm >/dev/null; then
	note pages 'needs npm'
elif [ "${CI:-}" != true ] && ! build/ui.sh --install; then
	note pages 'npm could not get what it needs'
else
	step pages pages
fi
if [ -z "$short" ] && ! build/chromium.sh; then
	note 'tests in a browser' 'Chromium could not be installed'
fi
step tests tests
if [ -z "$short" ]; then
	step ratios ratios
	step release build/release.sh
fi
finish

#!/usr/bin/env bash
# tool.sh NAME prints where the tool is, in the version that tools/go.mod pins.
# If it is not there it is built first, once, into a folder beside Go's build
# cache. Building golangci-lint takes a minute or more, and some memory.
set -euo pipefail
cd "$(dirname "$0")/../tools"

# A GOFLAGS or workspace meant for the program must not choose the tools' versions.
export GOFLAGS=-buildvcs=false GOWORK=off
GOBIN=$(dirname "$(go env GOCACHE)")/overtrick-tools
export GOBIN

package=$(sed -n "s|^[[:space:]]*\([^[:space:]]*/$1\)\$|\1|p" go.mod | head -n 1)
if [ -z "$package" ]; then
	echo "tool.sh: tools/go.mod has no tool $1" >&2
	exit 2
fi
pinned=$(go list -f '{{.Module.Path}}{{"\t"}}{{.Module.Version}}' "$package")
if ! built=$(go version -m "$GOBIN/$1" 2>/dev/null) ||
	! grep -qF "$pinned" <<<"$built" || ! grep -qF ": $(go env GOVERSION)" <<<"$built"; then
	echo "building $1 ${pinned##*$'\t'}, once" >&2
	go install "$package"
fi
echo "$GOBIN/$1"

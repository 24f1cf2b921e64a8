#!/usr/bin/env bash
# Builds what is released into bin/release: the program for each system, and the
# SHA-256 of each in SHA256SUMS. The version is that of the commit, which Go puts in
# and `overtrick version` says. A program of more than 40 MB, one with C in it, or
# one that does not say its commit fails.
set -euo pipefail
cd "$(dirname "$0")/.."

export CGO_ENABLED=0 GOFLAGS= GOWORK=off
commit=$(git rev-parse HEAD)
most=40000000
out=bin/release
rm -rf "$out"
mkdir -p "$out"

for target in linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do
	os=${target%/*} arch=${target#*/}
	file=$out/overtrick-$os-$arch
	[ "$os" = windows ] && file=$file.exe
	GOOS=$os GOARCH=$arch go build -buildvcs=true -trimpath -ldflags '-s -w' -o "$file" ./cmd/overtrick

	size=$(wc -c <"$file")
	if [ "$size" -gt "$most" ]; then
		echo "release.sh: $file has $size bytes, more than $most" >&2
		exit 1
	fi
	says=$(go version -m "$file")
	for want in "CGO_ENABLED=0" "GOOS=$os" "GOARCH=$arch" "-trimpath=true" "vcs.revision=$commit"; do
		if ! grep -qF -- "$want" <<<"$says"; then
			echo "release.sh: $file does not say $want" >&2
			exit 1
		fi
	done
	printf '%10d  %s\n' "$size" "$file"
done

own=$out/overtrick-$(go env GOHOSTOS)-$(go env GOHOSTARCH)
if [ -x "$own" ]; then
	"$own" version
fi

# One line for each, as `sha256sum -c SHA256SUMS` reads them.
cd "$out"
if command -v sha256sum >/dev/null; then
	sha256sum overtrick-* >SHA256SUMS
	sha256sum --quiet -c SHA256SUMS
else
	shasum -a 256 overtrick-* >SHA256SUMS
	shasum -q -a 256 -c SHA256SUMS
fi

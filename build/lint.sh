#!/usr/bin/env bash
# What a reviewer should not have to say: `make lint`.
. "$(dirname "$0")/steps.sh"

format() {
	local gofumpt files
	gofumpt=$(build/tool.sh gofumpt) && files=$("$gofumpt" -l .) || return
	[ -z "$files" ] || { printf 'not formatted, make fmt does it:\n%s\n' "$files"; return 1; }
}

linters() {
	local lint
	lint=$(build/tool.sh golangci-lint) && "$lint" run ./...
}

step go.mod go mod tidy -diff
step format format
step vet go vet ./...
step linters linters
finish

# What to do with this repository. On a fresh machine Go, git and make are enough.

.PHONY: help run test quick fuzz lint fmt ui bench load goals build release clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## rank the demo event, say what to try next, and show a demo club in the browser
	bin/overtrick rank demo/evening.pbn
	@echo
	@echo 'Try next:'
	@echo "  bin/overtrick score '4SX+1 S' --vul ns             what a result is worth, step by step"
	@echo "  bin/overtrick explain demo/evening.pbn --pair 3NS  why this pair is first"
	@echo "  bin/overtrick rank --lang de demo/evening.pbn      the same list in German"
	@echo "  bin/overtrick pad                                  a pad for rubber bridge, live"
	@echo "  bin/overtrick --help                               all commands"
	@echo
	@if [ -t 1 ]; then bin/overtrick serve --demo; else echo 'At a terminal a demo club is shown in the browser: bin/overtrick serve --demo'; fi

test: ## run all tests; ends with where the time went
	@build/test.sh

quick: ## run what takes a minute, while you work
	@build/test.sh -short

fuzz: ## run every fuzz test, one after the other; FUZZTIME=10s for each
	@build/fuzz.sh '$(or $(FUZZTIME),10s)'

lint: ## check format, vet and linters, in the versions of tools/go.mod
	@build/lint.sh

fmt: ## format all Go files
	"$$(build/tool.sh gofumpt)" -w .

ui: ## build the pages that are programs, from TypeScript; needs npm
	@build/ui.sh

bench: ## run the benchmarks; BENCH=Score runs those whose name matches
	@build/bench.sh '$(or $(BENCH),.)'

load: ## play an evening of 500 tables before 2,000 watchers; LOAD='--tables 20' changes it
	@go run ./build/load $(LOAD)

goals: ## measure taps, keys, bytes and seconds in a browser, into docs/goals.md; takes minutes
	@go run ./build/goals $(GOALS)

build: ## build bin/overtrick, one static binary
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/overtrick ./cmd/overtrick

release: ## build the program for all systems into bin/release, with checksums
	@build/release.sh

clean: ## remove what was built here
	rm -rf bin

# One command for each thing a person wants: run, test, bundle, lint, clean.
# Every recipe stops at the first failure and returns its exit code.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
# Rust's installer puts cargo here; a shell that was open before does not know it yet.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

# The window's files are built by the rule below, only when one of them changed, so Tauri need not build them again.
UI := $(shell find ui package-lock.json -type f -not -path 'ui/dist/*')
TAURI := npx tauri build --config '{"build":{"beforeBuildCommand":null}}'
# What Tauri's command line adds when it builds a window that carries its own files.
EMBEDDED := --features tauri/custom-protocol
WINDOW := xvfb-run -a -s "-screen 0 1280x800x24" dbus-run-session --
E2E := timeout 300 $(WINDOW) node --test --test-force-exit

.PHONY: help run test bundle lint self-play clean

help:
	@echo "make run     builds what is missing and starts Duiyi"
	@echo "make test    runs every test, also on the built window"
	@echo "make bundle  makes the installable packages"
	@echo "make lint    checks formatting, warnings, types and notices"
	@echo "make self-play  plays 200 games a rule, each move checked by the plain rules"
	@echo "make clean   removes everything that was built"

setup-%:
	@scripts/setup $*

ui/dist/index.html: $(UI)
	npm run build

# A release build takes longer the first time than a debug build, and then the engine has its full strength in the time
# that a level allows; a person who came to play gets the game that was measured.
run: setup-build ui/dist/index.html
	$(TAURI) --no-bundle -- --locked --package duiyi-desktop
	target/release/duiyi-desktop

# The page is tested again only when one of its files changed; the window always, beside the Rust tests, because it
# mostly waits for engines that think. Cargo builds the program itself for the tests in tests/window.rs.
test: setup-test ui/dist/index.html target/page-tested
	cargo test --locked --workspace $(EMBEDDED) --no-run
	set +e; \
	for file in tests/e2e/*.test.mjs; do \
		$(E2E) $$file || exit 1; \
	done >target/e2e.log 2>&1 & window=$$!; \
	cargo test --locked --workspace $(EMBEDDED); rust=$$?; \
	wait $$window; window=$$?; cat target/e2e.log; \
	exit $$(( rust ? rust : window ))

target/page-tested: $(UI) package.json
	npm run check
	npm test
	mkdir -p target && touch $@

bundle: setup-bundle ui/dist/index.html
	$(TAURI) -- --locked --package duiyi-desktop --package duiyi

lint: setup-build ui/dist/index.html
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets $(EMBEDDED) -- -D warnings
	npm run check
	npm run format:check
	cargo xtask notices --check

self-play:
	DUIYI_GAMES=$${DUIYI_GAMES:-200} cargo test --locked -p duiyi-tests --test it -- --nocapture self_play

clean:
	rm -rf target node_modules ui/dist gen

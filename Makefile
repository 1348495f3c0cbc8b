# One command for each thing a person wants: run, test, bundle, lint, clean.
# Every recipe returns the exit code of a failure; `test` first finishes the work beside it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
# `make EXE=path` builds the engine alone, as OpenBench's workers ask for it; plain `make` shows the help.
ifdef EXE
.DEFAULT_GOAL := engine
else
.DEFAULT_GOAL := help
endif
.NOTPARALLEL:
# Rust's installer puts cargo here; a shell that was open before does not know it yet.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

# The window's files are built by the rule below, only when one of them changed, so Tauri need not build them again.
UI := $(shell find ui data/board package-lock.json -type f -not -path 'ui/dist/*')
TAURI := npx tauri build --config '{"build":{"beforeBuildCommand":null}}'
# A package has the same bytes whatever the folder of Cargo's sources: messages of panics name their files.
SOURCES := $(or $(CARGO_HOME),$(HOME)/.cargo)
PACKAGED := --locked --config 'target."cfg(all())".rustflags=["--remap-path-prefix=$(SOURCES)=/cargo"]'
# Prerequisites name it, so it stands before them.
ENGINE := target/release/duiyi
# What Tauri's command line adds when it builds a window that carries its own files.
EMBEDDED := --features tauri/custom-protocol

.PHONY: help run test test-faces bundle lint advisories self-play endgames planted engine puzzles puzzle-themes prove-puzzles endings prove-endings classics torture network network-spaces check-windows test-windows fuzz fuzz-tool match-fairy match-figrid check-match clients clean

help:
	@echo "make run     builds what is missing and starts Duiyi"
	@echo "make test    runs every test, also on the built window"
	@echo "make test-faces  looks at every screen of the tested window in every size, language and theme"
	@echo "make bundle  makes the installable packages"
	@echo "make lint    checks formatting, warnings, types, notices and what is built in"
	@echo "make self-play  plays 200 games a rule, each move checked by the plain rules"
	@echo "make endgames   solves endings by the Asian rule and holds the search against them"
	@echo "make planted    plants mistakes in games and counts which of them a review finds"
	@echo "make EXE=path    builds the engine alone"
	@echo "make classics        judges the classical manuals anew, with NODES (80000) a start"
	@echo "make puzzles         finds and packs the puzzles anew; prove-puzzles proves those that ship;"
	@echo "                     puzzle-themes indexes their themes"
	@echo "make endings         chooses the endings to play out anew; prove-endings proves those that ship"
	@echo "make network     plays games between two machines over a bad network, kills both sides and sends any bytes;"
	@echo "                 network-spaces plays them between network namespaces (Linux, root)"
	@echo "make torture     does to the built programs what a hostile world would, for MINUTES (60)"
	@echo "make check-windows, test-windows   compile for Windows, and run the tests under Wine"
	@echo "make fuzz        feeds arbitrary bytes to the protocols and readers, for FUZZ_SECONDS each"
	@echo "make match-fairy, match-figrid, check-match, clients   see docs/ENGINE.md"
	@echo "make clean   removes everything that was built"

setup-%:
	@scripts/setup $*

ui/dist/index.html: $(UI)
	npm run build

# The profile `play` compiles the engine as a release does; everything else is sooner done.
run: setup-build ui/dist/index.html
	cargo build --locked --profile play $(EMBEDDED) --package duiyi-desktop
	target/play/duiyi-desktop

# The page is tested again only when one of its files changed, beside the installation of packages and the compiler: each
# leaves processors idle. The window is tested always, beside the Rust tests, because it often waits for engines. Cargo builds
# the program itself for the tests in tests/window.rs.
test: setup-page ui/dist/index.html
	mkdir -p target; set +e; \
	make target/page-tested >target/page.log 2>&1 & page=$$!; \
	scripts/setup test && cargo test --locked --workspace $(EMBEDDED) --no-run; built=$$?; \
	wait $$page; page=$$?; cat target/page.log; \
	exit $$(( built ? built : page ))
	set +e; \
	scripts/test-window >target/e2e.log 2>&1 & window=$$!; \
	cargo test --locked --workspace $(EMBEDDED); rust=$$?; \
	wait $$window; window=$$?; cat target/e2e.log; \
	exit $$(( rust ? rust : window ))

# The window of `make test` again, in three sizes, two languages and both themes, and along the longest game.
test-faces:
	FACES=all PLIES=200 scripts/test-window

target/page-tested: $(UI) package.json biome.json
	npm run check
	npm test
	mkdir -p target && touch $@

bundle: setup-bundle ui/dist/index.html $(ENGINE)
	scripts/package-files
	$(TAURI) -- $(PACKAGED) --package duiyi-desktop --package duiyi
	if command -v dpkg-deb >/dev/null; then scripts/squeeze-debs; fi

lint: setup-lint ui/dist/index.html
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets $(EMBEDDED) -- -D warnings
	npm run check
	npm run format:check
	cargo xtask notices --check
	cargo fetch --locked
	cargo fetch --locked --manifest-path fuzz/Cargo.toml
	cargo deny --offline --locked --workspace check licenses bans sources
	scripts/check-metadata
	scripts/check-packaging

# Asks the network for known faults in what the programs are built from.
advisories: setup-lint
	cargo deny --locked --workspace check advisories

planted: setup-build
	cargo build --release $(PACKAGED) -p duiyi
	python3 tests/outside/planted.py target/release/duiyi $${GAMES:-20} $${SEED:-1}

self-play:
	DUIYI_GAMES=$${DUIYI_GAMES:-200} cargo test --locked -p duiyi-tests --test it -- --nocapture self_play

# Minutes of all processors: the endings have millions of positions.
endgames:
	DUIYI_SLOW=1 cargo test --locked --release -p duiyi-tests --test it endgames -- --nocapture

engine:
	cargo build --release $(PACKAGED) -p duiyi
	cp $(ENGINE) $(EXE)

$(ENGINE): FORCE
	cargo build --release $(PACKAGED) -p duiyi
FORCE:

# Games and positions are looked at until there are enough; a list that exists is gone on with. Both games and every rule
# take some hours of one thread. The lists in target/puzzles may be read, and `pack` chooses from them.
PUZZLE_GAMES ?= 8000
PUZZLES := $(ENGINE) datagen puzzles
puzzles: $(ENGINE)
	mkdir -p target/puzzles
	nice $(PUZZLES) find --game xiangqi --games $(PUZZLE_GAMES) --nodes 400 --seed 101 --out target/puzzles/xiangqi.list
	for rule in freestyle renju standard; do \
		nice $(PUZZLES) find --game gomoku --rule $$rule --games $(PUZZLE_GAMES) --nodes 60 --seed 201 \
			--out target/puzzles/gomoku-$$rule.list || exit 1; \
	done
	$(PUZZLES) pack --game xiangqi --out data/puzzles/xiangqi.puzzles target/puzzles/xiangqi*.list
	$(PUZZLES) pack --game gomoku --out data/puzzles/gomoku.puzzles target/puzzles/gomoku*.list
	$(MAKE) puzzle-themes

# Indexes the themes of the puzzles that ship. A test compares the index with the puzzles.
puzzle-themes: $(ENGINE)
	$(PUZZLES) themes --game xiangqi --out data/puzzles/xiangqi.themes data/puzzles/xiangqi.puzzles
	$(PUZZLES) themes --game gomoku --out data/puzzles/gomoku.themes data/puzzles/gomoku.puzzles

# A list that exists is gone on with, so the run may be stopped; what has a judgement of as many nodes keeps it. MANUALS,
# where there is such a folder, are read first; what they have as before keeps its judgement. `duiyi datagen classics count`
# counts the verdicts.
NODES ?= 80000
MANUALS ?= ../shared/data/manuals
CLASSICS := $(ENGINE) datagen classics
classics: $(ENGINE)
	mkdir -p target/classics
	if test -d $(MANUALS); then $(CLASSICS) import $(MANUALS); fi
	nice $(CLASSICS) judge --nodes $(NODES) --out target/classics/$(NODES).list data/classics/xiangqi.classics
	$(CLASSICS) pack target/classics/$(NODES).list data/classics/xiangqi.classics
	$(CLASSICS) count

# Every line that ships, by searches that know only the rules; the longest mates take their time.
prove-puzzles: $(ENGINE)
	$(PUZZLES) prove --game xiangqi data/puzzles/xiangqi.puzzles
	$(PUZZLES) prove --game gomoku data/puzzles/gomoku.puzzles

# Half an hour of one thread and 600 MB of memory: the largest tables have 90 million entries. A class that a file has is left
# as it is, so the run may be stopped.
ENDINGS := $(ENGINE) datagen endings
endings: $(ENGINE)
	mkdir -p target/endings
	nice $(ENDINGS) choose target/endings/xiangqi.txt
	nice $(ENDINGS) attacks target/endings/gomoku.txt
	cp target/endings/xiangqi.txt target/endings/gomoku.txt data/endings

prove-endings: $(ENGINE)
	$(ENDINGS) prove --game xiangqi data/endings/xiangqi.txt
	$(ENDINGS) prove --game gomoku data/endings/gomoku.txt

# docs/TESTING.md lists the trials; GAMES, KILLS, FRAMES and DELAY_MS (the longest delay) set how long it takes.
GAMES ?= 500
KILLS ?= 300
FRAMES ?= 10000000
DELAY_MS ?= 2000

network:
	DUIYI_NETWORK_GAMES=$(GAMES) DUIYI_NETWORK_DELAY_MS=$(DELAY_MS) DUIYI_NETWORK_FRAMES=$(FRAMES) \
		cargo test --release --locked -p duiyi-host --lib -- --nocapture network::
	DUIYI_NETWORK_KILLS=$(KILLS) cargo test --release --locked -p duiyi --test it -- --nocapture table::

# Half an hour. The cables end in a namespace of the script's own, which loses, delays and reorders what passes.
LANES ?= 32
network-spaces: $(ENGINE)
	python3 tests/outside/network.py $(ENGINE) --games $(GAMES) --kills $(KILLS) --lanes $(LANES) $(if $(SEED),--seed $(SEED))

# On the release build; docs/TESTING.md lists the trials and the faults. A seed that was printed begins the same run again: `make torture MINUTES=1 SEED=7`, and one round of it
# with KIND and ROUND.
MINUTES ?= 60
torture:
	MINUTES=$(MINUTES) $(if $(SEED),SEED=$(SEED)) $(if $(KIND),KIND=$(KIND)) $(if $(ROUND),ROUND=$(ROUND)) \
		cargo test --release --locked -p duiyi --test torture

# Packages of Debian, 500 MB; docs/TESTING.md says what they show. `scripts/windows setup` installs them.
check-windows: ui/dist/index.html
	scripts/windows check

test-windows:
	scripts/windows test

# The bootstrap variable lets the stable compiler measure coverage, which is all that fuzzing needs of a nightly one; the
# sanitizer would need more of it, and the project has next to no unsafe code. FUZZ_RUNS bounds the inputs of a target
# instead of the seconds; FUZZ_TARGETS names some of them; FUZZ_FLAGS=--no-trace-compares feeds three times as many inputs, but
# no longer guesses the numbers that the reader compares with. What was found worth keeping stays in fuzz/corpus, made small.
# The allocator keeps memory from one input to the next, but for what is larger than a table of one mebibyte: where an engine
# is made for each input, the system would take longer to find memory for it than the engine searches.
FUZZ_SECONDS ?= 60
FUZZ_BOUND = $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS))
FUZZ_TARGETS ?= $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
FUZZ := RUSTC_BOOTSTRAP=1 MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1200000 MALLOC_TRIM_THRESHOLD_=268435456 cargo fuzz
fuzz: fuzz-tool
	DUIYI_SEEDS=fuzz/corpus cargo test --locked -p duiyi-tests --test it every_form_has_records
	for target in $(FUZZ_TARGETS); do \
		$(FUZZ) run $$target -s none $(FUZZ_FLAGS) -- $(FUZZ_BOUND) -timeout=20 -rss_limit_mb=1024 -max_len=16384 || exit 1; \
		$(FUZZ) cmin $$target -s none $(FUZZ_FLAGS) || exit 1; \
	done

fuzz-tool:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz

# Debian's fairy-stockfish; nodes instead of time, so that a busy machine plays the same match.
MATCH_GAMES ?= 200
match-fairy: $(ENGINE)
	mkdir -p target/matches && rm -f target/matches/fairy.pgn
	$(ENGINE) match full 'cmd:fairy-stockfish;protocol=uci' --game xiangqi --games $(MATCH_GAMES) --nodes 2000 --seed 1 \
		--record target/matches/fairy.pgn

# `cargo install figrid-board --features embed-weights` brings pbrain-figrid.
match-figrid: $(ENGINE)
	mkdir -p target/matches && rm -f target/matches/figrid-*.sgf
	for rule in freestyle standard renju caro; do \
		$(ENGINE) match full 'cmd:pbrain-figrid;protocol=gomocup' --game gomoku --rule $$rule --size 15 --games 100 \
			--movetime 40 --margin 2000 --seed 1 --record target/matches/figrid-$$rule.sgf || exit 1; \
	done

# Programs of others; the scripts say what they need. `make PYTHON=... clients` takes another Python.
PYTHON ?= python3
check-match:
	$(PYTHON) tests/outside/replay.py target/matches/*

clients: $(ENGINE)
	$(PYTHON) tests/outside/clients.py $(ENGINE)

clean:
	rm -rf target node_modules ui/dist gen

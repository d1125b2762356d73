# Two commands do all the set-up: `make demo` and `make test`. CONTRIBUTING.md explains the others.

SWIFT ?= swift
export SWIFT
# Where the programs are that tests and samples run: Tools/build.
BUILT = $(shell Tools/build --folder)
PREFIX ?= /usr/local

.PHONY: all deps view-deps tools demo tag test check documentation site site-check documentation-pictures conformance pixels pixels-sample dumps scaling-sample bench fuzz soak install install-view clean format view view-test

all: deps
	$(SWIFT) build -c release --product hybrid

# The programs that only contributors run, beside the tool: answers to suites, a client on the command line, a host that draws.
tools: deps
	for tool in conformance updater page-picture; do Tools/build --release --product $$tool || exit 1; done

# Installs the system libraries and the default fonts when they are missing.
deps:
	@Tools/install-dependencies

# Builds the tool, compiles the example site and draws its layout. HYBRID_BINARY=FILE, a program or a release's tarball, takes the
# place of the build, so that it takes seconds and needs no Swift.
ifdef HYBRID_BINARY
demo:
	@Tools/demo "$(HYBRID_BINARY)"
else
# The debug build takes half the time of the release build, and `make test` goes on from it.
demo: deps
	$(SWIFT) build --product hybrid
	@Tools/demo .build/debug/hybrid
endif

# Tags the commit as the version that program, changelog and documents say, if they agree and nothing is left to commit.
tag:
	@Tools/tag

# The project's own tests; they need nothing outside the repository. TESTFLAGS="--filter Layout", --slowest 20, --refuse-skips.
test: deps
	@SWIFT="$(SWIFT)" Tools/test $(TESTFLAGS)

# Conventions: formatting, the direction of imports, the size of files, documentation that is generated.
check: deps
	@Tools/check

# The libraries' documentation (DocC), without a warning.
documentation: deps
	Tools/build
	@Tools/documentation

# docs/ as a web site, built by hybrid itself: HYBRID_BINARY, else the release build, which is made where it is missing.
site: deps
	@if [ -z "$$HYBRID_BINARY" ] && [ ! -x .build/release/hybrid ]; then $(SWIFT) build -c release --product hybrid; fi
	@Tools/site $(HYBRID_BINARY)

# That site in Chromium: links, contrast, phone width, both colour schemes.
site-check:
	Tools/site-check $(HYBRID_BINARY)

# The pictures in docs/pictures, made again from what the tool prints and draws.
documentation-pictures:
	Tools/documentation-pictures $(HYBRID_BINARY)

# The external suites, where they are (../shared/conformance), against the committed floor.
conformance: deps
	@Tools/conformance

# The painter's pictures beside Chromium's, by Cairo and on a canvas: small pages, examples and templates, and all pages of
# ../shared/sites at four viewports and as a whole.
SITES = --pages ../shared/sites/pages
EXAMPLES = $(patsubst %/hybrid.json,--site %,$(wildcard examples/*/hybrid.json templates/*/hybrid.json))
VIEWPORTS = --viewport 390x844@2 --viewport 375x667@2 --viewport 768x1024@2 --viewport 1280x800@1
pixels: deps
	$(SWIFT) build -c release --product hybrid
	Tools/pixels --elements --self-test --floor small
	Tools/pixels --canvas --self-test --floor "small canvas"
	Tools/pixels --svg --floor "small SVG"
	Tools/pixels --elements --self-test $(EXAMPLES) --floor examples
	if [ -d ../shared/sites/pages ]; then set -e; Tools/pixels --elements --self-test $(SITES) $(VIEWPORTS) --floor sites; \
	  Tools/pixels --whole $(SITES) --floor "sites whole"; \
	  Tools/pixels --canvas --self-test $(SITES) $(VIEWPORTS) --floor "sites canvas"; fi

# Samples with what `make test` built, where Chromium is: at most two minutes.
pixels-sample:
	if command -v chromedriver > /dev/null; then set -e; Tools/pixels --quiet --elements --self-test --every 12 --seconds 60 \
	  --floor "small sample" $(BUILT)/hybrid; \
	  Tools/pixels --quiet --canvas --self-test --every 24 --seconds 30 --floor "small canvas sample" $(BUILT)/hybrid; \
	  if [ -d ../shared/sites/pages ]; then Tools/pixels --quiet --elements --self-test --every 8 --seconds 30 $(SITES) \
	    --floor "sites sample" $(BUILT)/hybrid; fi; fi

# What three readers find in the page files of the examples, of generators' sites and of a sample of ../shared/sites.
dumps:
	Tools/dumps --hybrid $(BUILT)/hybrid --updater $(BUILT)/updater --sample 6

# What hostile pages cost: time and memory of the largest, and the instructions of a few at three sizes.
scaling-sample: deps
	Tools/build --release --product hybrid
	Tools/scaling --sample

bench: deps
	@Benchmarks/run

# Ten minutes of random input; FUZZ_SECONDS changes that.
fuzz: deps
	@Tools/fuzz

# Long runs: thousands of edits, kills and random sites; more than an hour, SOAK_MINUTES changes the longest part.
soak: deps
	@Tools/soak

# The same with GTK 4 and WebKitGTK 6.0.
view-deps:
	@Tools/install-dependencies --view

# hybrid-view, releases as a native desktop app.
view: view-deps
	$(SWIFT) build --package-path Hosts/GTK --product hybrid-view
	$(SWIFT) build --package-path Hosts/GTK --product example-app

# Drives it under Xvfb by real input.
# HYBRID_SCRIPT: as `make test` builds, so that nothing is planned again.
view-test: view
	HYBRID_SCRIPT=1 Tools/build --product hybrid
	HYBRID_SCRIPT=1 Tools/build --product page-picture
	python3 Hosts/GTK/Tests/view_test.py $(BUILT)/hybrid Hosts/GTK/.build/debug/hybrid-view

# hybrid-view as people use it: optimized, with Swift's libraries in it.
install-view: view-deps
	$(SWIFT) build -c release --static-swift-stdlib --package-path Hosts/GTK --product hybrid-view
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 Hosts/GTK/.build/release/hybrid-view $(DESTDIR)$(PREFIX)/bin/hybrid-view

install: deps
	$(SWIFT) build -c release --product hybrid --static-swift-stdlib
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/hybrid
	install -m 755 .build/release/hybrid $(DESTDIR)$(PREFIX)/bin/hybrid
	rm -rf $(DESTDIR)$(PREFIX)/share/hybrid/templates
	cp -R templates $(DESTDIR)$(PREFIX)/share/hybrid/templates
	@Tools/install-shell-support .build/release/hybrid $(DESTDIR)$(PREFIX)/share
	rm -rf $(DESTDIR)$(PREFIX)/share/hybrid/preview
	cp -R preview $(DESTDIR)$(PREFIX)/share/hybrid/preview
	rm -rf $(DESTDIR)$(PREFIX)/share/hybrid/clients
	install -d $(DESTDIR)$(PREFIX)/share/hybrid/clients/javascript
	cp -R clients/javascript/minified $(DESTDIR)$(PREFIX)/share/hybrid/clients/javascript/minified

format:
	$(SWIFT) format format -i -r -p Sources Tests Package.swift

clean:
	rm -rf .build .build-fuzz dist examples/*/dist examples/*/.hybrid Benchmarks/.build Benchmarks/.bench HybridScript/.build Hosts/GTK/.build

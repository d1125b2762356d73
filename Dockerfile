# The tool with its libraries and fonts: docker build -t hybrid . && docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/site" hybrid build /site
#
# The base images are named by tag: their digests could not be looked up where this file was written, and a digest that was
# not looked up would be worse than none. A tag can be pushed again. To pin them, ask the registry and hand the answers over:
#
#   docker buildx imagetools inspect swift:6.1.2-bookworm --format '{{.Manifest.Digest}}'
#   docker build --build-arg SWIFT_IMAGE=swift:6.1.2-bookworm@sha256:… --build-arg DEBIAN_IMAGE=debian:bookworm-slim@sha256:… .
ARG SWIFT_IMAGE=swift:6.1.2-bookworm
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS build
WORKDIR /hybrid
COPY Tools/install-dependencies Tools/
RUN Tools/install-dependencies
COPY . .
RUN make install PREFIX=/opt/hybrid

FROM ${DEBIAN_IMAGE}
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends \
    libxml2 zlib1g libdeflate0 libzopfli1 libharfbuzz0b libharfbuzz-subset0 libfontconfig1 libicu72 libbrotli1 libwoff1 \
    libcairo2 libpng16-16 libjpeg62-turbo libwebp7 libavif15 libcmark-gfm0.29.0.gfm.6 libcmark-gfm-extensions0.29.0.gfm.6 libcurl4 libssl3 ca-certificates git \
    fonts-liberation fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 1000 hybrid
COPY --from=build /opt/hybrid /usr/local
# A stranger's site is built with no more rights than this. Where the mounted folder belongs to another user:
# docker run --user "$(id -u):$(id -g)". HOME keeps the cache of builds, and belongs to whoever that is.
ENV HOME=/tmp/hybrid
USER hybrid
WORKDIR /site
ENTRYPOINT ["hybrid"]

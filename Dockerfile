# The tool with its libraries and fonts: docker build -t hybrid . && docker run --rm -v "$PWD:/site" hybrid build /site
FROM swift:6.1-bookworm AS build
WORKDIR /hybrid
COPY Tools/install-dependencies Tools/
RUN Tools/install-dependencies
COPY . .
RUN make install PREFIX=/opt/hybrid

FROM debian:bookworm-slim
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends \
    libxml2 zlib1g libdeflate0 libzopfli1 libharfbuzz0b libharfbuzz-subset0 libfontconfig1 libicu72 libbrotli1 libwoff1 \
    libcurl4 libssl3 ca-certificates git \
    fonts-liberation fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/hybrid /usr/local
WORKDIR /site
ENTRYPOINT ["hybrid"]

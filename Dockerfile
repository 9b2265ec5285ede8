# The command, Node, and git, without npm. Build it from what npm has:
#   mkdir -p release && npm pack --pack-destination release && docker build --tag tenure .
FROM node:24-trixie-slim AS package
COPY release/*.tgz /tmp/package.tgz
RUN mkdir /opt/tenure && tar -xzf /tmp/package.tgz -C /opt/tenure --strip-components=1 --no-same-owner

FROM debian:trixie-slim
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="tenure" \
      org.opencontainers.image.description="Checks that your API keeps its deprecation policy" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.source="$SOURCE"
# A repository that is mounted belongs to another user, so git has to trust every folder.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && git config --system --add safe.directory '*'
COPY --from=package /usr/local/bin/node /usr/local/bin/
COPY --from=package /opt/tenure /opt/tenure
RUN ln -s /opt/tenure/dist/cli.cjs /usr/local/bin/tenure && tenure --version
# A container is gone before a second run could use what the first has cached.
ENV TENURE_CACHE=off
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["tenure"]

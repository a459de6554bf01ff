# docker build -t gavel .     (docs/operating.md has the rest)

ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install script is needed: better-sqlite3 contains compiled drivers. Its sources and the drivers of other systems
# are a quarter of the image, so they are removed.
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
 && find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete \
 && node -e "new (require('better-sqlite3'))(':memory:').close()"

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    DATABASE_URL=sqlite:/data/gavel.db \
    SQLITE_TMPDIR=/data \
    NODE_COMPILE_CACHE=/data/.compiled \
    MALLOC_ARENA_MAX=1 \
    HTTP_PORT=9464
WORKDIR /app
COPY --from=install /app/node_modules node_modules
COPY package.json ./
COPY commands commands
COPY src src
# The code belongs to root and is read-only; the bot can write only to /data.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node

# Requests /healthz inside the container. Without HTTP_PORT, a running process counts as healthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { HTTP_PORT: port, HTTP_HOST: host } = process.env; if (port) fetch(`http://${host?.includes(':') ? `[${host}]` : host || '127.0.0.1'}:${port}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# A graceful stop takes up to 14 s. Docker kills after 10, so use `docker run --init --stop-timeout 30`.
STOPSIGNAL SIGTERM
# A small young generation: the bot makes little garbage, and V8 would not return a larger one.
CMD ["node", "--max-semi-space-size=2", "--expose-gc", "src/main.mjs"]

# Debian's libc and Node; the same base for both stages, so that what is installed in one runs in the other.
# docs/operations.md says how to build with the base of a certain digest.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
# Vite reads the configurations that tsconfig.json refers to.
COPY server/tsconfig.json server/
COPY tests/e2e/tsconfig.json tests/e2e/
COPY shared shared
COPY client client
RUN node node_modules/vite/bin/vite.js build --logLevel warn
# What runs needs no build tools, and no source maps, type files or Markdown of its packages (26 MB). Licences stay.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/.cache node_modules/.bin \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
       -o -name '*.md' -o -name '*.markdown' \) ! -iname 'licen*' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEMO=off DATABASE_URL=sqlite:/data/dotcode.db
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY shared shared
COPY platform platform
COPY server server
COPY upstream upstream
COPY scripts/admin.ts scripts/backup.ts scripts/
RUN mkdir /data && chown 1000:1000 /data
# Compiled once, here: the file system is read-only later, and every start would compile it again.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
# glibc keeps an arena for each thread, with what the start freed; two give back some 3 MB (`npm start` does the same).
ENV MALLOC_ARENA_MAX=2
RUN mkdir .compile-cache && chown 1000:1000 .compile-cache
USER 1000:1000
# On free ports: a build may share its network with a machine where the usual ones are taken. Node writes the cache at the
# program's end, so it is stopped as soon as it is ready, however long this machine takes to get there.
RUN mkdir /tmp/warm \
  && { PORT=0 UPSTREAM_PORT=0 HOST=127.0.0.1 DATABASE_URL=sqlite:/tmp/warm/dotcode.db \
       node server/main.mjs >/tmp/warm/log 2>&1 & } \
  && pid=$! \
  && { timeout 600 sh -c 'until grep -q "DotCode is ready" /tmp/warm/log; do sleep 0.2; done' \
       || { cat /tmp/warm/log; exit 1; }; } \
  && kill "$pid" && wait "$pid" && rm -rf /tmp/warm
VOLUME /data
EXPOSE 3000
# Alive, not ready: a restart of this container does not mend an upstream that is gone. Images in the OCI format have no
# HEALTHCHECK: `docker build` writes Docker's own, `buildah` and `podman build` only with --format docker. compose.yaml
# has its own, and an orchestrator asks /health itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health', { signal: AbortSignal.timeout(2500) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.mjs"]

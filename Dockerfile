# The build: every dependency, one `vite build`.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The demonstration does not run in production; what is bundled is not needed as a package.
RUN npm run build && rm dist/server/demo-* && node scripts/image-packages.ts

# What runs: dist, and the packages outside of the bundle, as a user without rights.
FROM node:24-trixie-slim
# `operator backup` runs pg_dump, which reads servers of its own version and older ones: Debian 13 has that of compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
COPY package.json ./
COPY --from=build /app/dist/node_modules node_modules
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/dist/embeds dist/embeds
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/places.db dist/places.db
USER node
# Without DATABASE_URL the database is a file in here.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]

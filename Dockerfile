# The build: every dependency, one `vite build`.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# What runs: the production dependencies and dist, as a user without rights.
FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
COPY package.json package-lock.json .npmrc ./
# The image has Node.js already: the copy that npm brings along for older machines goes.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* && npm cache clean --force && install -d -o node -g node -m 700 /data
COPY --from=build /app/dist dist
USER node
# Without DATABASE_URL the database is a file in here.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]

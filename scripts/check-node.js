/**
 * Prints what to do if Node.js is too old, before anything runs that an old version cannot parse. Plain JavaScript of
 * 2015 without imports, for the same reason.
 */
var needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    'Manyhands needs Node.js ' +
      needed +
      ' or later; this is ' +
      process.version +
      '.\nInstall it (with nvm: nvm install ' +
      needed +
      '), or on Linux run npm ci without --omit=optional, which installs it.\n',
  );
  process.exit(1);
}

// `npm ci` leaves the development dependencies out where NODE_ENV is production; the build needs them.
var isBuild = process.env.npm_lifecycle_event === 'build';
if (isBuild && !process.getBuiltinModule('fs').existsSync('node_modules/vite')) {
  process.stderr.write(
    'The build needs the development dependencies, which npm left out: run npm ci --include=dev, then npm run build.\n',
  );
  process.exit(1);
}

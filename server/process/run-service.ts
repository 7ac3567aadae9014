/** The service: reads the settings, opens the store, listens, and prints the addresses to open. */
import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { version as release } from '../../package.json' with { type: 'json' };
import { makeApp } from '../app/make-app.ts';
import { startBackgroundWork } from './background-work.ts';
import { describeStore } from '../db/describe.ts';
import { setWalAside, watchSqliteFile } from '../db/sqlite/file-watch.ts';
import { lockFolder } from '../db/sqlite/lock.ts';
import { isAway, openStore, placeOf } from '../db/store.ts';
import { StoreFault } from '../db/store-fault.ts';
import { assemble, type Features } from '../app/features.ts';
import { endOnCrash, makeLog } from '../log.ts';
import { closeWithin, listen } from '../http/server.ts';
import { openPeppers } from '../pepper/live.ts';
import { watchPepper } from '../pepper/watch.ts';
import { closeToOthers, writePrivately } from '../secrets/private-files.ts';
import { rebuildContent } from '../projects/derived/rebuild-derived.ts';
import { smtpFault } from '../mail/smtp.ts';
import { misspeltSettings } from '../operating/misspelt-settings.ts';
import { readSettings, settingNames, SettingsFault, type Settings } from '../settings.ts';
import { startTracing } from './tracing.ts';
import { watchEventLoop } from './watchdog.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function settingsOrExit(): Settings {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    return readSettings(process.env, { mayCreate: true });
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    for (const line of error.lines) process.stderr.write(`${line}\n`);
    process.exit(1);
  }
}

function exit(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function openOrExit() {
  try {
    const unlock = settings.DATABASE_URL === undefined ? lockFolder(settings.DATA_DIR) : () => undefined;
    return { store: await openStore(place), unlock };
  } catch (error) {
    if (error instanceof StoreFault) exit(error.message);
    exit(`The database cannot be opened: ${isAway(error) ? 'it does not answer' : (error as Error).message}`);
  }
}

writePrivately();
const settings = settingsOrExit();
for (const path of closeToOthers(settings.DATA_DIR))
  process.stderr.write(`DATA_DIR: other users can read ${path}, and its rights cannot be changed.\n`);
const log = makeLog(settings.LOG_LEVEL);
endOnCrash(log);
const place = placeOf(settings);
const tracing = await startTracing(settings, log);
const { store, unlock } = await openOrExit();
const peppers =
  (await openPeppers(store.db, settings).catch((error: unknown) => {
    if (!isAway(error)) throw error;
    return exit('The database takes no writes at the moment: it is read-only, full, or a standby.');
  })) ?? exit('PEPPER: this is not the pepper that this store is in; profiles would not be found.');
const features: Features = await assemble(store, settings, log, peppers);
if (settings.isProduction) {
  const demonstration = await store.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'demonstration')
    .executeTakeFirst();
  if (demonstration)
    exit('This store holds demonstration data: use another DATA_DIR or DATABASE_URL in production.');
}

// The port is taken before the store is changed: a second start by mistake does not disturb the first.
let app: RequestListener = (_request, response) =>
  response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('Starting.\n');
const server = await listen((request, response) => app(request, response), settings, log).catch(
  (error: unknown) =>
    exit(
      (error as { code?: string }).code === 'EADDRINUSE'
        ? `PORT: ${settings.PORT} is in use already; set another PORT.`
        : `The service cannot listen: ${(error as Error).message}`,
    ),
);
say(
  `Release ${release}, ${store.isNew ? 'with a new, empty store' : 'with the store'}: ${await describeStore(store, place)}`,
);
if (store.newer.length > 0)
  say(
    `A newer release has added to the store (${store.newer.join(', ')}), which this release can work with. Operator commands need the newer one.`,
  );
for (const line of [...settings.notes, ...misspeltSettings(Object.keys(process.env), settingNames)])
  say(line);
await rebuildContent(store, (done) => say(`Bringing projects up to this release: ${done}.`));
const isDemonstrating = !settings.isProduction && settings.NODE_ENV !== 'test';
const demonstration = isDemonstrating
  ? await (await import('../demo/seed.ts')).seedDemonstration(features, say)
  : undefined;
const dist = fileURLToPath(new URL('..', import.meta.url));
app = await makeApp(features, { dist, demonstration, tracing });

const stopBackgroundWork = startBackgroundWork(features);
const stopWatching = watchEventLoop(settings.LOG_LEVEL);
const stopWatchingPepper = watchPepper(store.db, peppers, log, () => {
  log.fatal(
    'the pepper of the store was changed to one that this process does not have; start it with that one',
  );
  process.exit(1);
});
const stopWatchingFile =
  store.engine === 'sqlite'
    ? await watchSqliteFile(store.sqlite, settings.DATA_DIR, () => {
        // Not in an orderly way: that would write to the file that is there now.
        log.fatal(
          { log_of_former_file: setWalAside(settings.DATA_DIR, new Date()) },
          'the database file was replaced, overwritten or deleted while the service ran; if a backup was put back, put it back again while the service is stopped',
        );
        process.exit(1);
      })
    : undefined;

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  stopBackgroundWork();
  stopWatching();
  stopWatchingPepper();
  stopWatchingFile?.();
  await closeWithin(server, 10_000);
  await features.mail.settled(5_000);
  await store.close();
  // A collector that does not answer must not hold the end up.
  await Promise.race([tracing?.stop(), sleep(2000, undefined, { ref: false })]);
  unlock();
  process.exit(0);
};
// Before it says that it listens: a caller that waits for that line may stop it at once.
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

if (settings.SMTP_URL && settings.smtpTls !== 'required')
  say(
    `SMTP_TLS=${settings.smtpTls}: ${
      settings.smtpTls === 'optional'
        ? 'mails, with their codes and sign-in links, may cross the network unencrypted.'
        : "the mail server's certificate is not verified, so mails can be intercepted."
    }`,
  );
if (demonstration) {
  const { welcome } = await import('../demo/welcome.ts');
  for (const line of await welcome(features, demonstration)) say(line);
}
// The last line of a start: a caller that waits for it has read all others.
say(`${settings.SERVICE_NAME} is listening on ${settings.baseUrl}`);
if (settings.SMTP_URL)
  // Nobody waits for it: the mail server may be down for a moment, and the rest works without it.
  void smtpFault({ url: settings.SMTP_URL, tls: settings.smtpTls }).then((fault) => fault && say(fault));

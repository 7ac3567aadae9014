/** `npm run dev`: rebuilds the parts that a change affects, and restarts the service; Ctrl-C ends everything. */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { buildAlone, ensureBuilt, root } from './built.ts';

const quiet = 80;
const patience = 5_000;

// Vite sets NODE_ENV=production in its own process; the service must run in development mode.
const serviceEnvironment = { NODE_ENV: 'development', ...process.env };

const isEmbed = (environment: string) => environment.startsWith('embed_');

/** Whether a changed file affects an environment; when in doubt, all of them: they build in well under a second. */
const isAffected = (file: string, environment: string) => {
  if (file.startsWith('server/')) return environment === 'ssr';
  if (file.startsWith('src/pages/') || file.startsWith('src/ui/')) return !isEmbed(environment);
  if (file === 'index.html') return environment === 'client';
  return true;
};

const build = async (files: ReadonlySet<string>) => {
  const builder = await createBuilder({ root, logLevel: 'warn' });
  const environments = Object.values(builder.environments);
  const affected = environments.filter(({ name }) => [...files].some((file) => isAffected(file, name)));
  for (const environment of affected) await builder.build(environment);
  return affected.map(({ name }) => name);
};

let service: ChildProcess | undefined;

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

const stopService = async () => {
  const child = service;
  service = undefined;
  if (!child || !isRunning(child)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
};

const startService = () => {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env: serviceEnvironment,
    stdio: 'inherit',
  });
  service = child;
  child.once('exit', (code, signal) => {
    if (service === child)
      console.error(`The service ended (${code ?? signal}); the next change starts it again.`);
  });
};

const changed = new Set<string>();
let isBusy = false;
let timer: NodeJS.Timeout | undefined;

/** After a failed build, the files stay in the list: the next change builds them again. */
const rebuild = async () => {
  if (isBusy) return;
  isBusy = true;
  const files = new Set(changed);
  changed.clear();
  try {
    const started = performance.now();
    let names: string[] = [];
    await buildAlone(async () => {
      names = await build(files);
    });
    console.error(`Built ${names.join(', ')} in ${Math.round(performance.now() - started)} ms.`);
    await stopService();
    startService();
  } catch (error) {
    for (const file of files) changed.add(file);
    console.error(error instanceof Error ? error.message : error);
    console.error('The build failed; the service runs on as it was.');
  }
  isBusy = false;
  if ([...changed].some((file) => !files.has(file))) later();
};

const later = () => {
  clearTimeout(timer);
  timer = setTimeout(() => void rebuild(), quiet);
};

const noteChange = (file: string) => {
  if (/(^|\/)\.|~$/.test(file)) return;
  changed.add(file);
  later();
};

for (const folder of ['src', 'widgets', 'server']) {
  watch(join(root, folder), { recursive: true }, (_, file) => noteChange(`${folder}/${file ?? ''}`));
}
// Watches the folder, not the file: editors replace files, and a watcher of the old file would see no further change.
watch(root, (_, file) => {
  if (file === 'index.html' || file === 'vite.config.ts') noteChange(file);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stopService().then(() => process.exit()));
}

try {
  await ensureBuilt();
  startService();
} catch (error) {
  // The faulty file is not known, so the next change builds everything.
  changed.add('vite.config.ts');
  console.error(error instanceof Error ? error.message : error);
}

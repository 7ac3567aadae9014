/** `npm run operator -- <command>`: an operator's command, in a process of its own next to the running service. */
import { existsSync } from 'node:fs';
import { openExistingStore, placeOf } from '../db/store.ts';
import { StoreFault } from '../db/store-fault.ts';
import { assemble, type Features } from '../app/features.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../http/refusal.ts';
import { openPeppers } from '../pepper/live.ts';
import { closeToOthers, writePrivately } from '../secrets/private-files.ts';
import { readSettings, SettingsFault } from '../settings.ts';
import { writerJobs } from './writer-jobs.ts';
import { CommandFault, type Done } from '../commands/command.ts';
import { HelpPrinted, readCommandLine, UsageFault } from '../commands/command-line.ts';

const ignore = () => undefined;

/** A command reports on the terminal only. Loading pino for a silent log would take a tenth of its time. */
const noLog: Log = { info: ignore, warn: ignore, error: ignore, fatal: ignore };

/** Runs the command of these arguments, prints what it did, and ends the process. */
export function runOperator(args: string[]): void {
  // Looked for before the command line is parsed: a program that makes a mistake in it expects JSON, too.
  const isJson = args.includes('--json');
  run(args, isJson).then(
    (code) => process.exit(code),
    (error: unknown) => {
      if (error instanceof HelpPrinted) process.exit(0);
      const sentence = sentenceOf(error);
      if (isJson) process.stdout.write(`${JSON.stringify({ result: 'error', error: sentence })}\n`);
      else process.stderr.write(`${sentence}\n`);
      process.exit(error instanceof UsageFault ? 2 : 1);
    },
  );
}

async function run(args: string[], isJson: boolean): Promise<number> {
  const { name, command, words, given } = readCommandLine(args);
  if (existsSync('.env')) process.loadEnvFile('.env');
  writePrivately();
  const settings = readSettings(process.env, { mayCreate: false });
  // Commands read what is true now: nothing from a standby.
  const place = { ...placeOf(settings), searchUrl: undefined };
  closeToOthers(settings.DATA_DIR);
  const options = {
    ...given,
    now: Date.now(),
    progress: (line: string) => process.stderr.write(`${line}\n`),
  };
  const withFeatures = async (act: (features: Features) => Promise<Done>): Promise<Done> => {
    const store = await openExistingStore(place, writerJobs, 'act' in command && command.copies);
    try {
      const peppers = await openPeppers(store.db, settings);
      if (!peppers) throw new CommandFault('PEPPER: this is not the pepper that this store is in.');
      const features = await assemble(store, settings, noLog, peppers);
      const done = await act(features);
      await features.accounts.audit(Date.now(), 'operator', ...recorded(name, words, done));
      return done;
    } finally {
      await store.close();
    }
  };
  if ('act' in command)
    return print(await withFeatures((features) => command.act(features, words, options)), isJson);
  const done = await command.actOnAnySchema(place, words, options);
  await withFeatures(async () => done).catch((error: unknown) => {
    // It worked; only the record of it needs the schema of this release, and the right pepper.
    if (!(error instanceof StoreFault || error instanceof CommandFault)) throw error;
  });
  return print(done, isJson);
}

function print(done: Done, isJson: boolean): number {
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ ...(done.failed ? { result: 'error', error: done.text } : { result: 'success' }), ...done.json })}\n`
      : `${done.text}\n`,
  );
  return done.failed ? 1 : 0;
}

/** The audit record of a command: the action and the ids, never an address. */
function recorded(
  command: string,
  line: string[],
  { account, recorded: instead }: Done,
): [act: string, subject: string] {
  const isId = (word: string) => /^\d+$/.test(word);
  const words = instead === undefined ? line.filter((word) => !isId(word) && !word.includes('@')) : [instead];
  const ids = instead === undefined ? line.filter(isId) : line.slice(0, 1);
  const subjects = [...ids, ...(account === undefined ? [] : [account])];
  return [[command, ...words].join(' ').slice(0, 300), subjects.join(' ')];
}

function sentenceOf(error: unknown): string {
  if (error instanceof SettingsFault) return error.lines.join('; ');
  if (
    error instanceof UsageFault ||
    error instanceof CommandFault ||
    error instanceof StoreFault ||
    error instanceof Refusal
  )
    return error.message;
  return `Something went wrong: ${(error as Error).message}`;
}

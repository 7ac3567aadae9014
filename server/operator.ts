/** `npm run operator -- <command>`: what the person who runs the service can do, beside the running service. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openStore } from './db/store.ts';
import { assemble } from './app/features.ts';
import { makeLog } from './http/log.ts';
import { Refusal } from './http/refusal.ts';
import { isRightPepper } from './pepper-check.ts';
import { closeToOthers, writePrivately } from './private-files.ts';
import { readSettings, SettingsFault } from './settings.ts';
import { CommandFault, type Done } from './commands/command.ts';
import { commands, usage } from './commands/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    json: { type: 'boolean' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    owner: { type: 'string' },
    why: { type: 'string' },
    after: { type: 'string' },
    publish: { type: 'boolean' },
    no: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const [name = '', ...words] = positionals;

async function main(): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values['help'] || !command) {
    const stream = values['help'] ? process.stdout : process.stderr;
    if (!values['help']) stream.write(name ? `There is no command ${name}.\n` : 'Which command?\n');
    stream.write(usage);
    return values['help'] ? 0 : 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  writePrivately();
  const settings = readSettings(process.env);
  closeToOthers(settings.DATA_DIR);
  const store = await openStore({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  try {
    const features = await assemble(store, settings, makeLog('silent'));
    if (!(await isRightPepper(store.db, features.keyed)))
      throw new CommandFault('PEPPER: this is not the pepper that this store was made with.');
    const progress = (line: string) => process.stderr.write(`${line}\n`);
    const done = await command.act(features, words, {
      name: text(values['name']),
      scopes: text(values['scopes']),
      owner: text(values['owner']),
      why: text(values['why']),
      after: text(values['after']),
      publish: values['publish'] === true,
      no: values['no'] === true,
      now: Date.now(),
      progress,
    });
    await features.accounts.audit(Date.now(), 'operator', ...recorded(name, words, done));
    process.stdout.write(
      values['json']
        ? `${JSON.stringify({ ...(done.failed ? { result: 'error', error: done.text } : { result: 'success' }), ...done.json })}\n`
        : `${done.text}\n`,
    );
    return done.failed ? 1 : 0;
  } finally {
    await store.close();
  }
}

/** What is kept of a command: what was done to which ids; an address never. */
function recorded(
  command: string,
  given: string[],
  { account, recorded: instead }: Done,
): [act: string, subject: string] {
  const isId = (word: string) => /^\d+$/.test(word);
  const said = instead === undefined ? given.filter((word) => !isId(word) && !word.includes('@')) : [instead];
  const ids = instead === undefined ? given.filter(isId) : given.slice(0, 1);
  const subjects = [...ids, ...(account === undefined ? [] : [account])];
  return [[command, ...said].join(' ').slice(0, 300), subjects.join(' ')];
}

/** An option without its value is an empty text: it is no option that was left out. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : value === true ? '' : undefined;

function sentenceOf(error: unknown): string {
  if (error instanceof SettingsFault) return error.lines.join('; ');
  if (error instanceof CommandFault || error instanceof Refusal) return error.message;
  return `That did not work: ${(error as Error).message}`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const sentence = sentenceOf(error);
    if (values['json']) process.stdout.write(`${JSON.stringify({ result: 'error', error: sentence })}\n`);
    else process.stderr.write(`${sentence}\n`);
    process.exit(1);
  },
);

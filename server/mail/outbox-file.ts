/**
 * The outbox of a service without SMTP: the last mails, in a file that every process with this folder reads, so that a
 * restart does not lose the link that somebody is waiting for. The lines of the file are sealed: they contain addresses
 * and sign-in links.
 */
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Sealer } from '../secrets/secrets.ts';
import type { SentMail } from './mailer.ts';

const maxKept = 200;

export type Outbox = {
  /** Newest first. */
  mails: () => SentMail[];
  add: (mail: SentMail) => void;
};

/** The file is read when the outbox is first used, so that services with SMTP never touch it. */
export function outboxIn(file: string, sealed: Sealer): Outbox {
  /** Identifies the file's contents; undefined where there is none yet. */
  const stateOf = (): string | undefined => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats && `${stats.size} ${stats.mtimeMs}`;
  };
  let contents: { mails: SentMail[]; state?: string | undefined } = { mails: [] };
  const mails = (): SentMail[] => {
    const state = stateOf();
    if (contents.state !== state)
      contents = { mails: state === undefined ? [] : readOutbox(file, sealed), state };
    return contents.mails;
  };
  return {
    mails,
    add: (mail) => {
      const all = mails();
      all.unshift(mail);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (all.length <= maxKept) appendFileSync(file, `${sealed.seal(mail)}\n`, { mode: 0o600 });
      else {
        // Rewritten with room for as many again, so that most mails only append a line.
        all.length = maxKept / 2;
        const lines = all.toReversed().map((one) => `${sealed.seal(one)}\n`);
        writeFileSync(file, lines.join(''), { mode: 0o600 });
      }
      contents.state = stateOf();
    },
  };
}

/** A line that does not open, such as one of another pepper, is left out. */
function readOutbox(file: string, sealed: Sealer): SentMail[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .map((line) => sealed.open(line) as SentMail | undefined)
    .filter((mail) => mail !== undefined)
    .reverse();
}

/**
 * The digest for editors of what is new in the review queue: one mail an hour at most, and none about what an editor
 * who is at work takes at once.
 */
import { sql } from 'kysely';
import { queueWork } from '../../db/lease-queue.ts';
import type { Database, Store } from '../../db/store.ts';
import type { Log } from '../../log.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

const hour = 3_600_000;
/** Milliseconds that an entry waits before it is announced. */
const settlesFor = 600_000;
const maxNamed = 20;
/** When the last digest was sent. */
const setting = 'review-digest';

type Fresh = { name: string; what: 'project' | 'hashed' | 'mailing' | 'programme' };

export type Digesting = {
  store: Pick<Store, 'db'>;
  mail: Pick<Mailer, 'sendLater'>;
  mailChoices: (address: MailAddress) => string;
  serviceName: string;
  baseUrl: string;
  log: Log;
};

export function reviewDigest({ store: { db }, log, ...deps }: Digesting) {
  return queueWork({
    everyMilliseconds: 5_000,
    workers: 1,
    workOff: () => sendDigest(db, deps, Date.now()),
    onFault: 'the digest for editors was not sent; it will be tried again',
    log,
  });
}

/** Queues the mails in the transaction that notes the digest: a crash neither loses nor doubles one. */
async function sendDigest(
  db: Database,
  { mail, mailChoices, serviceName, baseUrl }: Omit<Digesting, 'store' | 'log'>,
  now: number,
): Promise<void> {
  // Read before the transaction, which would wait for other writers.
  const last = await lastDigest(db);
  if (last > now - hour || (await freshSince(db, last, now)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (!(await claim(trx, last, now))) return;
    const fresh = await freshSince(trx, last, now);
    for (const to of await editors(trx)) {
      const about = { to, fresh, serviceName, link: `${baseUrl}/review`, choices: mailChoices(to) };
      await mail.sendLater({ kind: 'notice', mail: digestMail(about) }, trx);
    }
  });
}

async function lastDigest(db: Database): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Notes the digest, unless another process did so since `last`. */
async function claim(trx: Database, last: number, now: number): Promise<boolean> {
  await trx
    .insertInto('settings')
    .values({ name: setting, value: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('settings')
    .set({ value: String(now) })
    .where('name', '=', setting)
    .where('value', '=', String(last))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * All that came into the queue since the last digest, the oldest first: projects and changes, requests to send hashed
 * addresses, and first mails of projects and programmes.
 */
async function freshSince(db: Database, last: number, now: number): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`select name, what from (
      select name, 'project' as what, review_since as since from projects
      union all select p.name, 'hashed', a.at from project_acts a join projects p on p.project_id = a.project_id
        where a.act = 'hashed_asked' and not exists (select 1 from project_acts l where l.project_id = a.project_id
        and l.act in ('hashed_allowed', 'hashed_refused') and l.at >= a.at)
      union all select coalesce(p.name, g.name), case when m.kind = 'project' then 'mailing' else m.kind end, m.created_at
        from mailings m
        left join projects p on m.kind = 'project' and p.project_id = m.project_id
        left join programmes g on m.kind = 'programme' and g.programme_id = m.project_id
        where m.state = 'awaiting_review') as entries
    where since > ${last - settlesFor} and since <= ${now - settlesFor} order by since`.execute(db);
  return rows;
}

const whatWords: Record<Fresh['what'], string> = {
  project: '',
  hashed: ': asks to send hashed addresses',
  mailing: ': the first mail to its volunteers',
  programme: ': the first mail to its members',
};

/** The main addresses of people who review. */
async function editors(db: Database): Promise<MailAddress[]> {
  const rows = await db
    .selectFrom('addresses as m')
    .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
    .select('m.address')
    .where('m.is_main', '=', 1)
    .where('a.role', '!=', 'none')
    // An account that the operator made, and that nobody has signed in to.
    .where(sql<boolean>`a.confirmed_at is not null`)
    .execute();
  return rows.map(({ address }) => address);
}

type DigestMail = { to: MailAddress; fresh: Fresh[]; serviceName: string; link: string; choices: string };

function digestMail({ to, fresh, serviceName, link, choices }: DigestMail): Mail {
  const count = fresh.length === 1 ? 'One entry is' : `${fresh.length} entries are`;
  const named = fresh.slice(0, maxNamed).map(({ name, what }) => `“${oneLine(name)}”${whatWords[what]}`);
  const more = fresh.length > maxNamed ? `\n… and ${fresh.length - maxNamed} more` : '';
  return {
    to,
    subject: `${count} new in the review queue of ${serviceName}`,
    text: `${count} new in the review queue:

${named.join('\n')}${more}

Owners are promised an answer within 24 hours:
${link}

You get this mail as an editor, once an hour at most. If you want none:
${choices}
`,
  };
}

/**
 * Counts the mails that an attacker gets into one inbox in an hour, by every operation that mails and every spelling of
 * its address.
 */
import { startMailServer, type Received } from '../set-up/mail-server.ts';
import { ownProject, site } from '../set-up/project.ts';
import { openRows } from '../set-up/rows.ts';
import { type Engine, runService } from '../set-up/running-service.ts';
import { spellingsOf } from '../set-up/spellings.ts';

const [name, domain] = ['anybody', 'mail.example.org'];
const hour = 3_600_000;

/** As mail servers read a name: without invisible characters, width, case and tags. */
const isInbox = ({ envelope: [to = ''] }: Received) => {
  const [local = '', host] = to
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase()
    .split('@');
  return local.split('+')[0] === name && host === domain;
};

const kindOf = ({ subject = '' }: Received) =>
  /^\d{6} /.test(subject) ? 'join' : /^Sign in/.test(subject) ? 'sign-in' : 'tell-me';

export async function mailsBench([engine = 'sqlite', postgresUrl]: string[]) {
  await using mails = await startMailServer();
  const service = await runService((engine as Engine) === 'postgres' ? postgresUrl : undefined, {
    TRUST_PROXY: '1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Hands <hello@example.org>',
  });
  await using rows = openRows(service);
  const { projectId, key } = await ownProject(service);
  const added = await service.postJson('/api/project/add', {
    key,
    ...{ name: 'Soon', description: 'It starts soon.', url: 'https://soon.example.org/', origin: 'Soon' },
    ...{ contact_email: 'contact@example.org', status: 'starting', preregistration: true },
  });
  const { project_id: soon } = (await added.json()) as { project_id: number };
  await service.operator('publish', String(soon));

  let calls = 0;
  // Each call comes from a network of its own, so that only the limits of the inbox are measured.
  const from = () => ({ 'x-forwarded-for': `198.18.${(++calls >> 8) & 255}.${calls & 255}` });
  const form = (path: string, email: string) =>
    service.postForm(path, { email }, { headers: { origin: service.baseUrl, ...from() } });
  const ways = [
    (address: string) =>
      service.postJson(
        '/embed/join',
        { project_id: projectId, address, of_age: true },
        { headers: { origin: site, ...from() } },
      ),
    (address: string) => form('/sign-in', address),
    (address: string) => form(`/project/${soon}-soon/tell-me`, address),
  ];
  const spellings = Object.values(spellingsOf(name, domain));
  /** Each spelling requests more mails than any limit allows. */
  const attack = async () => {
    const before = mails.received.length;
    for (const address of spellings)
      for (let again = 0; again < 4; again++) for (const ask of ways) await ask(address);
    let seen = -1;
    while (seen !== mails.received.length) {
      seen = mails.received.length;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const got = mails.received.slice(before).filter(isInbox);
    const count = (kind: string) => got.filter((mail) => kindOf(mail) === kind).length;
    return { join: count('join'), 'sign-in': count('sign-in'), 'tell-me': count('tell-me'), all: got.length };
  };

  const first = await attack();
  const link = mails.received
    .filter((mail) => isInbox(mail) && kindOf(mail) === 'join')
    .map(({ text = '' }) => /https?:\/\/\S+\/mail\/\S+/.exec(text)?.[0])
    .find((found) => found !== undefined);
  await service.postForm(
    new URL(link ?? 'no:link').pathname,
    { choice: 'never' },
    { headers: { origin: service.baseUrl } },
  );
  await rows.run(`update tallies set starts_at = starts_at - ${hour}`);
  const second = await attack();
  console.log(
    `${spellings.length} spellings of one address, each asked for four times in each of three ways`,
  );
  console.table({ 'in the first hour': first, 'in the next one, after "never again"': second });
  await service[Symbol.asyncDispose]();
}

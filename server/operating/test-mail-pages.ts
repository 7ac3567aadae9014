/** `/operator/mails`: a test mail, with the whole conversation with the mail server. */
import { emailAddress } from '../../src/contract/fields/kinds.ts';
import type { OperatorMails, TestMail } from '../../src/contract/pages/operator.ts';
import { type Audit, operatorForm, recordAct } from '../http/operators.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type MailAddress, notMailable, recipient } from '../text/mail-address.ts';

/** `tryMail`: absent without a mail server. `countMail`: refuses what is too much; returns what takes the count back. */
export type TestMailDeps = {
  tryMail: ((to: MailAddress) => Promise<TestMail>) | undefined;
  countMail: (to: MailAddress, visit: Pick<Visit, 'ip' | 'now'>) => Promise<() => Promise<void>>;
  audit: Audit;
};

const address = emailAddress('the address of the test mail');

export const testMailPages = (
  { tryMail, countMail, audit }: TestMailDeps,
  show: (more: Pick<OperatorMails, 'tested' | 'fault'>) => Promise<PageAnswer>,
): PageHandlers => ({
  /** No redirect: the conversation repeats the address, which must be in no log and no history. */
  'POST /operator/mails/test': operatorForm(async (visit) => {
    const { fields } = visit;
    const typed = (fields['email'] ?? '').slice(0, 254);
    const again = (message: string) => show({ fault: { message, typed } });
    if (!tryMail) return again('SMTP_URL is not set: mails go into the outbox at /dev/outbox.');
    const result = address.safeParse(fields['email']);
    if (!result.success) return again('Type an email address, like name@example.org.');
    const to = recipient(result.data);
    if (!to) return again(`This address ${notMailable}.`);
    const uncount = await countMail(to.address, visit);
    const tested = await tryMail(to.address);
    if (!tested.isSent) await uncount();
    await recordAct(audit, visit, `test-mail ${tested.isSent ? 'sent' : 'failed'}`);
    return show({ tested });
  }),
});

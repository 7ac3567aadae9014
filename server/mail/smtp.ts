/** Delivery by SMTP, encrypted unless a setting says otherwise. */
import { once } from 'node:events';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import type { Log } from '../log.ts';
import { envelopeAddress } from '../text/mail-address.ts';
import type { TlsMode } from '../settings.ts';
import { htmlOf } from './html.ts';
import type { Delivery, Mail } from './mailer.ts';

/** `host`: our own name, in the ids of mails. */
export type Smtp = { url: string; from: string; tls: TlsMode; host: string };

/** Milliseconds without a byte, after which a server is given up: a hung one would hold a request for minutes. */
const silenceMilliseconds = 10_000;

/** Milliseconds for one mail: a server that sends a byte now and then is never silent, and would hold a request, too. */
const totalMilliseconds = 15_000;

/** Ends the sending of one mail, and its connection. */
export const sendingDeadline = (): AbortSignal => AbortSignal.timeout(totalMilliseconds);

/** Logs in without sending anything. The library cannot end a check, so we only stop waiting for it. */
async function verifyInTime(server: { verify: () => Promise<unknown> }): Promise<void> {
  const signal = sendingDeadline();
  await Promise.race([
    server.verify(),
    once(signal, 'abort').then(() => {
      throw new Error('the mail server took too long');
    }),
  ]);
}

/** Errors of a single mail: the mail server works and refuses this one; another one may pass. */
const ofThisMail = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM']);

export function smtpDelivery({ url, from, tls, host }: Smtp, log: Log): Delivery {
  const address = smtpAddress(url, tls);
  // Not at the top: without SMTP_URL its loading would be a third of what an operator's command takes.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(address, { from }));
  return async (mail) => {
    try {
      const server = await transport;
      if (mail) await server.sendMail({ ...messageOf(mail, host), signal: sendingDeadline() });
      else await verifyInTime(server);
      return { outcome: 'sent', fault: '' };
    } catch (error) {
      const { code = '', responseCode = 0, response = '' } = error as SmtpFault;
      const isRefused = ofThisMail.has(code);
      log.error(
        { err: error },
        isRefused ? 'the mail server refused a mail' : 'a mail could not be sent: the mail server failed',
      );
      if (!isRefused) return { outcome: 'unreachable', fault: 'unreachable' };
      // The codes only: the text of the reply usually repeats the address.
      const codes = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? String(responseCode);
      return { outcome: responseCode >= 500 ? 'permanent' : 'transient', fault: codes };
    }
  };
}

type SmtpFault = { code?: string; responseCode?: number; response?: string };

/** The id stays the same in every try, so that a mail server that gets a mail twice can recognize it (RFC 1047). */
const messageOf = ({ id, to, subject, text, lang, unsubscribe }: Mail, host: string) => ({
  subject,
  text,
  html: htmlOf(text, lang),
  to: { name: '', address: envelopeAddress(to) },
  ...(id !== undefined && { messageId: `<${id}@${host}>` }),
  // RFC 3834: no holiday reply comes back.
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(lang !== undefined && { 'Content-Language': lang }),
    ...(unsubscribe !== undefined && unsubscribing(unsubscribe)),
  },
});

/** RFC 2369, and RFC 8058: the one click is for https only. The sender's DKIM signature must cover both. */
const unsubscribing = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Logs in without sending anything; returns a line for the operator if that fails, and never a password. */
export async function smtpFault({ url, tls }: Pick<Smtp, 'url' | 'tls'>): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(smtpAddress(url, tls));
  try {
    await verifyInTime(transport);
    return undefined;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return `SMTP_URL: ${ownEntry(faults, code) ?? `the mail server cannot be reached (${code || 'no reason is known'})`}. Nobody gets mail until that is mended; the command test-mail shows the conversation.`;
  } finally {
    transport.close();
  }
}

const faults: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the user name or the password',
  ETLS: 'the mail server offers no encryption that SMTP_TLS allows',
  ESOCKET: 'the connection is refused, or the certificate of the mail server does not fit',
  EDNS: 'there is no mail server with this name',
};

/** The address for the library. Our rules come last, so that no query in the address of the setting can override them. */
export function smtpAddress(address: string, tls: Smtp['tls']): string {
  const url = new URL(address);
  const rules: Record<string, string> = {
    connectionTimeout: String(silenceMilliseconds),
    greetingTimeout: String(silenceMilliseconds),
    socketTimeout: String(silenceMilliseconds),
    dnsTimeout: String(silenceMilliseconds),
    ...(tls !== 'optional' && { requireTLS: 'true', ignoreTLS: 'false', opportunisticTLS: 'false' }),
    'tls.rejectUnauthorized': String(tls === 'required'),
  };
  for (const [name, value] of Object.entries(rules)) url.searchParams.set(name, value);
  return url.href;
}

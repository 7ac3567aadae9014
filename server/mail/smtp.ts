/** Delivery by SMTP, encrypted unless a setting says otherwise. */
import type { Log } from '../log.ts';
import { envelopeAddress } from '../mail-address.ts';
import type { TlsMode } from '../settings.ts';
import type { Delivery } from './mailer.ts';

export type Smtp = { url: string; from: string; tls: TlsMode };

/** Milliseconds without a byte, after which a server is given up: a hung one would hold a request for minutes. */
const silenceMilliseconds = 10_000;

/** Errors of a single mail: the mail server works and refuses this one; another one may pass. */
const ofThisMail = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM']);

export function smtpDelivery({ url, from, tls }: Smtp, log: Log): Delivery {
  const address = smtpAddress(url, tls);
  // Not at the top: without SMTP_URL its loading would be a third of what an operator's command takes.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(address, { from }));
  return async (mail) => {
    try {
      const server = await transport;
      if (mail) await server.sendMail({ ...mail, to: { name: '', address: envelopeAddress(mail.to) } });
      else await server.verify();
      return 'sent';
    } catch (error) {
      const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
      const isRefused = ofThisMail.has(code);
      log.error(
        { err: error },
        isRefused ? 'the mail server refused a mail' : 'a mail could not be sent: the mail server failed',
      );
      if (!isRefused) return 'unreachable';
      return responseCode >= 500 ? 'permanent' : 'transient';
    }
  };
}

/** Logs in without sending anything; returns a line for the operator if that fails, and never a password. */
export async function smtpFault({ url, tls }: Pick<Smtp, 'url' | 'tls'>): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(smtpAddress(url, tls));
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return `SMTP_URL: ${faults[code] ?? `the mail server cannot be reached (${code || 'no reason is known'})`}. Nobody gets mail until that is mended; the command test-mail shows the conversation.`;
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

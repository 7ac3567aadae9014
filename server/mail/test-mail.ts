/** One mail to somebody, with the whole conversation with the mail server, in which passwords are masked. */
import type { MailAddress } from '../text/mail-address.ts';
import { envelopeAddress } from '../text/mail-address.ts';
import { sendingDeadline, smtpAddress, type Smtp } from './smtp.ts';

/** `lines`: both sides of the conversation in order, and how it ended. */
export type Conversation = { isSent: boolean; lines: string[] };

export async function sendTestMail(
  { url, from, tls }: Smtp,
  to: MailAddress,
  serviceName: string,
): Promise<Conversation> {
  const lines: string[] = [];
  const note = (entry: { tnx?: string } | undefined, message: unknown, ...values: unknown[]) => {
    const side = entry?.tnx === 'server' ? 'S: ' : entry?.tnx === 'client' ? 'C: ' : '';
    let next = 0;
    const text = String(message).replace(/%[sd]/g, () => String(values[next++]));
    for (const line of text.split(/\r?\n/)) if (line !== '') lines.push(`${side}${line}`);
  };
  const logger = {
    level: () => undefined,
    trace: note,
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
  };
  const { createTransport } = await import('nodemailer');
  // The library writes "/* secret */" in place of what logs in.
  const transport = createTransport({ url: smtpAddress(url, tls), logger, debug: true } as never, { from });
  try {
    await transport.sendMail({
      to: { name: '', address: envelopeAddress(to) },
      subject: `Test mail of ${serviceName}`,
      text: `This mail was sent by an operator of ${serviceName}, which can send mail.\n`,
      signal: sendingDeadline(),
    });
    return { isSent: true, lines };
  } catch (error) {
    note(undefined, (error as Error).message);
    return { isSent: false, lines };
  } finally {
    transport.close();
  }
}

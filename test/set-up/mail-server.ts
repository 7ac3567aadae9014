/** A real SMTP server that keeps what it receives, or refuses everybody. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Received = Email & { from: { address?: string; name: string } | undefined; envelope: string[] };

/** `refusal`: what it answers to every recipient, with their address behind it. */
export const startMailServer = async ({ refusal }: { refusal?: string } = {}) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(refusal === undefined ? null : new Error(`${refusal} <${address}>`)),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const envelope = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push({ ...mail, envelope } as Received);
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

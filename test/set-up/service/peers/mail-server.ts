/** A real SMTP server that stores the mail it receives, or refuses all recipients, does not respond, or breaks off. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from '../encrypted.ts';

export type Received = Email & {
  from: { address?: string; name: string } | undefined;
  envelope: string[];
  /** Whether it arrived encrypted. */
  isSecure: boolean;
};

/** A step of the conversation: the connection, the recipient, the text of the mail, the reply that it was taken. */
export type Step = 'greeting' | 'recipient' | 'text' | 'reply';

export type MailServerWays = {
  /** Its reply to every recipient, followed by their address. */
  refusal?: string;
  /** Refuses recipients for now while it returns true. */
  greylists?: () => boolean;
  /** Called for each mail that arrived; its acknowledgement waits for the result. */
  acknowledges?: () => Promise<void> | undefined;
  /** With a certificate it offers STARTTLS; without one it has no encryption. */
  certificate?: Certificate;
  /** Delays its greeting until this is resolved. */
  greetsAfter?: Promise<void>;
  /** It ends the connection at this step, or is silent from there on. */
  breaksOff?: Step;
  isSilentAt?: Step;
  /** From this step on it sends a line each second, of a reply that never ends. */
  tricklesAt?: Step;
  /** It asks for a log-in, and refuses every one. */
  refusesLogin?: boolean;
  port?: number;
};

export const startMailServer = async ({
  refusal,
  greylists = () => false,
  acknowledges = () => undefined,
  certificate,
  greetsAfter,
  breaksOff,
  isSilentAt,
  tricklesAt,
  refusesLogin = false,
  port,
}: MailServerWays = {}) => {
  const received: Received[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  /** The clients' ports of the conversations in which it trickles. */
  const trickling = new Set<number | undefined>();
  /** Whether the conversation goes on after this step. */
  const goesOn = (step: Step, { remotePort }: { remotePort: number }): boolean => {
    if (breaksOff === step) for (const socket of sockets) socket.destroy();
    if (tricklesAt === step) trickling.add(remotePort);
    return ![breaksOff, isSilentAt, tricklesAt].includes(step);
  };
  const eachSecond = setInterval(() => {
    for (const socket of sockets)
      if (socket.writable && trickling.has(socket.remotePort)) socket.write('250-wait\r\n');
  }, 1_000);
  const server = new SMTPServer({
    disabledCommands: [...(refusesLogin ? [] : ['AUTH']), ...(certificate ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('535 wrong password')),
    ...certificate,
    logger: false,
    onConnect: (session, done) => {
      connections++;
      if (!goesOn('greeting', session)) return;
      void Promise.resolve(greetsAfter).then(() => done());
    },
    onRcptTo: ({ address }, session, done) => {
      if (!goesOn('recipient', session)) return;
      done(
        greylists()
          ? Object.assign(new Error('4.7.1 try again later'), { responseCode: 450 })
          : refusal === undefined
            ? null
            : Object.assign(new Error(`${refusal.slice(4)} <${address}>`), {
                responseCode: Number.parseInt(refusal, 10),
              }),
      );
    },
    onData: (stream, session, done) => {
      if (!goesOn('text', session)) return;
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (!goesOn('reply', session)) return;
        const envelope = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push({ ...mail, envelope, isSecure: session.secure } as Received);
          void Promise.resolve(acknowledges()).then(() => done());
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port ?? 0, '127.0.0.1');
  listening.on('connection', (socket: Socket) => sockets.add(socket));
  await once(listening, 'listening');
  const { port: taken } = listening.address() as AddressInfo;
  return {
    // The tests' certificates are for host names, not for addresses.
    url: `smtp://${certificate ? 'localhost' : '127.0.0.1'}:${taken}`,
    port: taken,
    received,
    /** The number of connections so far. */
    connections: () => connections,
    [Symbol.asyncDispose]: () => {
      clearInterval(eachSecond);
      if (isSilentAt ?? tricklesAt) for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

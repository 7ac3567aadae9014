/** https for tests: a certificate that nobody signed but itself, and an end of TLS before a server that knows none. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { opensslProgram } from './installed.ts';
import { forget, watchOver } from './watch-over.ts';

export type Certificate = { key: Buffer; cert: Buffer };

/** For hosts of these names, `*.` for all below one. */
export async function newCertificate(hosts: string[]): Promise<Certificate> {
  const openssl = await opensslProgram();
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-certificate-'));
  watchOver(folder);
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await promisify(execFile)(openssl, [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=tests'],
      ...['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`],
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    forget(folder);
  }
}

/** Ends the encryption of connections that are handed to it, and passes them on to a port of this machine. */
export const endOfTls = (certificate: Certificate, port: number) =>
  createServer(certificate, (outside) => {
    const inside = connect(port, '127.0.0.1');
    outside.once('close', () => inside.destroy());
    inside.once('close', () => outside.destroy());
    for (const socket of [outside, inside]) socket.on('error', () => undefined);
    outside.pipe(inside).pipe(outside);
  });

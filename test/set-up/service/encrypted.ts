/** https for tests: a self-signed certificate, and a TLS terminator for servers without TLS. */
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';

export type Certificate = { key: string; cert: string };

/** A file of certificates for `NODE_EXTRA_CA_CERTS`, so that a service trusts them. */
export async function trustFile({ cert }: Certificate, folder: string): Promise<string> {
  const file = join(folder, 'trusted.pem');
  await writeFile(file, cert);
  return file;
}

/** Makes a certificate for these host names; `*.` is for all names below one. */
export async function newCertificate(hosts: string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'tests' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) }],
  });
  return { key, cert };
}

/** Decrypts connections that are handed to it, and passes them on to a port of this machine. */
export const endOfTls = (certificate: Certificate, port: number) =>
  createServer(certificate, (outside) => {
    const inside = connect(port, '127.0.0.1');
    outside.once('close', () => inside.destroy());
    inside.once('close', () => outside.destroy());
    for (const socket of [outside, inside]) socket.on('error', () => undefined);
    outside.pipe(inside).pipe(outside);
  });

/** A DNS server (RFC 1035) of the tests, whose answers a test decides. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterFile } from '../../after-file.ts';

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export type DnsType = keyof typeof types;
/** The value of a TXT record may consist of several strings. */
export type DnsRecord = { type: DnsType; value: string | string[] };

/** `nth`: how often this was asked before. `nothing`: no reply at all. */
export type Answers = (name: string, type: DnsType, nth: number) => DnsRecord[] | 'nothing';

const sized = (text: string) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const nameOf = (name: string) => Buffer.concat([...name.split('.').map(sized), Buffer.from([0])]);

/** The 16 bytes of an IPv6 address, which may end in an IPv4 address. */
const bytesOfIPv6 = (address: string): Buffer => {
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => parseInt(group, 16))));
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
};

const dataOf = ({ type, value }: DnsRecord): Buffer => {
  if (Array.isArray(value) || type === 'TXT') return Buffer.concat([value].flat().map(sized));
  if (type === 'CNAME') return nameOf(value);
  return isIPv4(value) ? Buffer.from(value.split('.').map(Number)) : bytesOfIPv6(value);
};

/** One question: the name in small letters, its type, and its bytes. */
const questionOf = (query: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  const type = (Object.keys(types) as DnsType[]).find((one) => types[one] === query.readUInt16BE(at + 1));
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, at + 5) };
};

/** Starts it on a free port of this machine; it ends with the test file. */
export async function startDns(answersTo: Answers) {
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, bytes } = questionOf(query);
    if (!type) return;
    const key = `${type} ${name}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const records = answersTo(name, type, nth);
    if (records === 'nothing') return;
    let owner = name;
    const parts = records.map((record) => {
      const data = dataOf(record);
      const head = Buffer.alloc(10);
      head.writeUInt16BE(types[record.type], 0);
      head.writeUInt16BE(1, 2);
      head.writeUInt16BE(data.length, 8);
      const part = Buffer.concat([nameOf(owner), head, data]);
      if (record.type === 'CNAME') owner = String(record.value);
      return part;
    });
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, bytes, ...parts]), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  afterFile(() => void socket.close());
  return {
    /** For `setServers`. */
    server: `127.0.0.1:${socket.address().port}`,
    asked: (name: string, type: DnsType) => counts.get(`${type} ${name}`) ?? 0,
    names: () => new Set([...counts.keys()].map((key) => key.split(' ')[1])),
    forget: () => counts.clear(),
  };
}

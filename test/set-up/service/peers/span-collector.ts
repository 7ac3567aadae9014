/** A collector of OpenTelemetry's traces, which keeps the spans that a service sends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../after-file.ts';

type Value = { stringValue?: string; intValue?: number };
export type Span = {
  traceId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
};
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

/** A collector that keeps what it gets. */
export const startCollector = async () => {
  const bodies: string[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      paths.add(`${request.method} ${request.url}`);
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => server.close());
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    paths,
    resources,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
};

/** The attributes of a span by their names. */
export const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

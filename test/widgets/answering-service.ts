/**
 * The service of these tests, for the built files: the contract's embed rows in a small implementation. Requests are
 * read and replies written with the contract's own schemas, so that it stays correct.
 */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { root } from '../../scripts/built.ts';
import { filledEmbeds } from '../../server/widgets/filled-embeds.ts';
import type { WidgetCard } from '../../src/contract/api/finder-widget.ts';
import { site, type SiteApi } from '../../src/contract/site.ts';
import { wordsOf } from '../../server/widgets/words.ts';

type Row = Extract<keyof SiteApi, `${string} /embed/${string}`>;
type Replies = { [R in Row]: z.infer<SiteApi[R]['reply']> };
type Asked = { row: Row; said: Record<string, unknown>; headers: IncomingHttpHeaders };

export const scriptPath = '/static/api/recordevent_with_service_inline_signup.js';

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  // Chromium repeats a request that gets a 408 on a reused connection.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** A project of the finder widget. */
export const projectCard = (id: number, more: Partial<WidgetCard> = {}): WidgetCard => ({
  id,
  title: `Project ${id}`,
  url: `http://localhost/project/${id}`,
  organisation: 'The Test Society',
  description: 'Count what flies over the pond, once a week, from wherever you are.',
  status: 'active',
  ...more,
});

export async function answeringService() {
  const asked: Asked[] = [];
  const methods: string[] = [];
  /** Replies that wait for `now.late`. */
  const reached: string[] = [];
  const outcomes = new Map<string, boolean>();
  let grants = 0;
  const newGrant = () => `grant-number-${String(++grants).padStart(8, '0')}`;
  const granted = () => ({ grant: newGrant(), expires: new Date(Date.now() + 1e9).toISOString() });

  /** Settings that a test may change: the project, and rows that fail with a status. */
  const now: {
    project: Replies['GET /embed/project'];
    failing: Partial<Record<Row, number>>;
    popup: string;
    /** Replies about recorded contributions and to the finder wait for this. */
    held: Promise<unknown>;
    /** The second part of the message, and replies to its requests, wait for this. */
    late: Promise<unknown>;
    /** The directory of the finder widget. */
    found: WidgetCard[];
    /** The attributes of every saved widget. */
    saved: Record<string, string>;
    /** Whether a contribution that was undone may be put back with the same grant. */
    mayPutBack: boolean;
    /** Whether the participant has removed the contribution on our own site. */
    isRemoved: boolean;
    /** Whether the page's participant token is too old. */
    isTokenGone: boolean;
  } = {
    project: {
      project_id: 12,
      title: 'River Watch',
      page: 'http://localhost/project/12',
      may_grant: true,
      retention_days: 30,
    },
    failing: {},
    popup: '',
    held: Promise.resolve(),
    late: Promise.resolve(),
    found: Array.from({ length: 15 }, (_, n) => projectCard(n + 1)),
    saved: {},
    mayPutBack: true,
    isRemoved: false,
    isTokenGone: false,
  };

  const replies: { [R in Row]: (said: Record<string, unknown>) => Replies[R] } = {
    'GET /embed/project': ({ lang, words }) => {
      const spoken = wordsOf(String(lang), words as string | undefined);
      return { ...now.project, ...(spoken && { words: spoken }) };
    },
    'POST /embed/connect': granted,
    'POST /embed/join': () => ({ flow: 'a-flow-of-sixteen-or-more' }),
    'POST /embed/join/code': () => ({ ...granted(), sign_in_by: '2027-02-20T00:00:00.000Z' }),
    'POST /embed/group': granted,
    'POST /embed/record': ({ event_id, put_back, lang }) => {
      if (now.isRemoved) return { credited: false, event_id: 7, duplicate: true, removed: true };
      const before = put_back && now.mayPutBack ? true : outcomes.get(String(event_id));
      outcomes.set(String(event_id), before ?? true);
      return {
        credited: before ?? true,
        event_id: 7,
        ...(lang !== undefined && { so_far: '5 contributions here so far' }),
        ...(before !== undefined && { duplicate: true }),
        grant: newGrant(),
      };
    },
    'POST /embed/undo': ({ event_id, put_back = false }) => {
      outcomes.set(String(event_id), !!put_back);
      return { credited: !!put_back };
    },
    'POST /embed/decline': ({ participant }) => ({
      stopped: 'STOPPED',
      credited: false,
      ...(participant !== undefined && now.isTokenGone && { token_gone: true as const }),
    }),
    'POST /embed/assertion': () => ({
      profile_id: 4711,
      participant_token: 'an-assertion-of-sixteen-or-more',
      grant: newGrant(),
    }),
    'POST /embed/forget': () => ({}),
    'POST /embed/widget': () => ({}),
    'GET /embed/finder': ({ widget, cursor, lang, words, ...said }) => {
      const saved = now.saved;
      const { projects = saved['data-projects'], limit = saved['data-limit'] ?? 6 } = said;
      const spoken = wordsOf(String(saved['data-lang'] ?? lang), words as string | undefined);
      const chosen = projects === undefined ? undefined : String(projects).split(',').map(Number);
      const all = now.found.filter(({ id }) => chosen?.includes(id) ?? true);
      const start = Number(cursor ?? 0);
      const end = start + (chosen ? all.length : Number(limit));
      return {
        results: all.slice(start, end),
        total: all.length,
        page: `${origin}/finder?topic=Birds`,
        ...(end < all.length && { next: String(end) }),
        ...(widget !== undefined && { saved }),
        ...(spoken && { words: spoken }),
      };
    },
  };

  const { server, origin } = await listen((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    if (url.pathname.startsWith('/static/api/')) {
      response.setHeader('content-type', 'text/javascript');
      const name = basename(url.pathname);
      const send = () =>
        response.end(embeds.find(({ file, twin }) => name === file || name === twin)?.content);
      if (name.startsWith('recordevent_second_part.')) {
        reached.push(name);
        void now.late.then(send);
      } else send();
      return;
    }
    if (url.pathname === '/connect') {
      response.setHeader('content-type', 'text/html').end(now.popup);
      return;
    }
    const row = `${request.method} ${url.pathname}` as Row;
    methods.push(request.method ?? '');
    // happy-dom sends a preflight before every request, browsers only if they must: see the test on the wire.
    if (!(row in site)) {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 404).end();
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const sent = body
        ? (JSON.parse(body) as Record<string, unknown>)
        : Object.fromEntries(url.searchParams);
      // As everywhere in the service, null counts as absent.
      const said = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
      asked.push({ row, said, headers: request.headers });
      const status = now.failing[row] ?? (site[row].input.safeParse(said).success ? 200 : 400);
      const reply = status === 200 ? site[row].reply.parse(replies[row](said)) : { error: 'No.', code: 'no' };
      const answer = () =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      reached.push(row);
      if (row === 'POST /embed/record' || row === 'GET /embed/finder')
        void Promise.all([now.held, now.late]).then(answer);
      else if (request.method === 'POST') void now.late.then(answer);
      else answer();
    });
  });

  const embeds = filledEmbeds({ dist: join(root, 'dist'), baseUrl: origin, serviceName: 'Manyhands' });

  return {
    origin,
    now,
    asked,
    methods,
    reached,
    rows: () => asked.map(({ row }) => row),
    said: (row: Row) => asked.filter((one) => one.row === row).map(({ said }) => said),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A partner's page, on an origin of its own. */
export async function partnerSite(html: string, headers: Record<string, string> = {}) {
  const { server, origin } = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html),
  );
  return {
    origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

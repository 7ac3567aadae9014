/**
 * GET /metrics for Prometheus, for callers with METRICS_TOKEN. No label names a person, a key, an address or a project:
 * routes are patterns, and what no route answers is `other`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express, Request, Response } from 'express';
import type * as prometheus from 'prom-client';
import type { Features } from '../app/features.ts';
import { type Commit, commits } from '../db/group-commit.ts';
import { patience } from '../db/readiness.ts';
import { isAway } from '../db/store.ts';
import { type Admission, admissions } from '../http/load/adaptive-limit.ts';
import { Refusal } from '../http/refusal.ts';
import { routeOf } from '../http/route-of.ts';
import { refusalCode } from '../log.ts';
import { readStatus, type StoreStatus } from '../operating/status.ts';

/** Seconds. */
const durations = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const batchSizes = [1, 3, 10, 30, 100, 300, 1000];

/** Mounts nothing without METRICS_TOKEN; with it, it measures every request that is mounted later. */
export async function mountMetrics(app: Express, features: Features): Promise<void> {
  const { settings, mail } = features;
  const token = settings.METRICS_TOKEN;
  if (token === undefined) return;
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, garbage collection, and the delay of the event loop.
  collectDefaultMetrics({ register: registry });

  measureRequests(app, registers, { Counter, Gauge, Histogram }, settings.MOST_IN_FLIGHT);

  const batches = new Histogram({
    name: 'manyhands_batch_size',
    help: 'Contributions that were stored together',
    buckets: batchSizes,
    registers,
  });
  const refused = new Counter({
    name: 'manyhands_batches_refused_total',
    help: 'Batches that the database refused',
    registers,
  });
  commits.subscribe((message) => {
    const { size, fault } = message as Commit;
    batches.observe(size);
    if (isAway(fault)) refused.inc();
  });

  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `manyhands_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('mail_failing', '1 if the last mail did not reach the mail server', () => (mail.isFailing() ? 1 : 0));
  new Counter({
    name: 'manyhands_mails_unsent_total',
    help: 'Tries after which a mail was not sent, by what the mail server did',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(mail.unsent())) this.inc({ outcome }, count);
    },
  });
  const readStore = gaugesOfStore(gauge, features);
  app.get('/metrics', async (request: Request, response: Response) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal('not_found', 'There is nothing at this address.');
    // A store that is away must not hide what the process knows.
    await readStore();
    response.type(registry.contentType).send(await registry.metrics());
  });
}

type AddGauge = (name: string, help: string, value: () => number) => void;

/** The figures that are read from the store; the returned function reads them. */
function gaugesOfStore(gauge: AddGauge, { settings, store }: Pick<Features, 'settings' | 'store'>) {
  let status: StoreStatus | undefined;
  const age = (at: number | undefined) => secondsSince(at, Date.now());
  gauge('store_bytes', 'Size of the database', () => status?.storeBytes ?? NaN);
  gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR', () => status?.freeBytes ?? NaN);
  gauge('images_waiting', 'Images that are still to be fetched', () => status?.imagesWaiting ?? NaN);
  gauge(
    'notices_waiting',
    'Mails about starting projects that are still to be sent',
    () => status?.noticesWaiting ?? NaN,
  );
  gauge('mail_waiting', 'Mails that are still to be sent', () => status?.mailsWaiting ?? NaN);
  gauge(
    'mails_failed',
    'Mails that were given up within the last seven days',
    () => status?.mailsFailed ?? NaN,
  );
  gauge(
    'replication_lag_seconds',
    'How far the slowest standby of PostgreSQL is behind; not a number without one',
    () => status?.replicationLag ?? NaN,
  );
  gauge('searches_on_standby', '1 while searches go to the standby of DATABASE_SEARCH_URL', () =>
    store.engine === 'postgres' && store.isOnStandby() ? 1 : 0,
  );
  let workersAway = 0;
  gauge('workers_away', 'Workers of Citus that do not respond', () => workersAway);
  gauge('purge_age_seconds', 'Seconds since the retention rule ran, or before it since the first start', () =>
    age(status?.lastPurge ?? status?.begun),
  );
  // An alert on a time that is never reached would not tell of a service that was never backed up.
  gauge('backup_age_seconds', 'Seconds since the last backup, or without one since the first start', () =>
    age(status?.lastBackup ?? status?.begun),
  );
  return async (): Promise<void> => {
    [status, workersAway] = await Promise.all([
      Promise.race([
        readStatus(store, settings.DATA_DIR).catch(() => undefined),
        sleep(patience, undefined, { ref: false }),
      ]),
      store.engine === 'postgres' ? store.workersAway(patience) : 0,
    ]);
  };
}

const secondsSince = (at: number | undefined, now: number) => (at === undefined ? NaN : (now - at) / 1000);

type Instruments = Pick<typeof prometheus, 'Counter' | 'Gauge' | 'Histogram'>;

/** Times every request that is mounted later, and counts refusals. */
function measureRequests(
  app: Express,
  registers: prometheus.Registry[],
  { Counter, Gauge, Histogram }: Instruments,
  maxInFlight: number,
): void {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the reply was sent, by route and status',
    labelNames: ['route', 'status'],
    buckets: durations,
    registers,
  });
  const refusals = new Counter({
    name: 'manyhands_refusals_total',
    help: 'Refused requests by the code of the refusal, such as those of limits',
    labelNames: ['code'],
    registers,
  });
  const limit = new Gauge({
    name: 'manyhands_open_requests_limit',
    help: 'Requests that may be under way at the moment; below MOST_IN_FLIGHT while the service is overloaded',
    registers,
  });
  limit.set(maxInFlight);
  admissions.subscribe((message) => {
    const admission = message as Admission;
    if ('limit' in admission) limit.set(admission.limit);
    // Refused before any work, so it does not come to the middleware below.
    else refusals.inc({ code: admission.refused });
  });
  app.use((request, response, next) => {
    const started = performance.now();
    const codeOf = refusalCode();
    response.once('close', () => {
      requests.observe(
        { route: routeOf(request), status: String(response.statusCode) },
        (performance.now() - started) / 1000,
      );
      const code = codeOf();
      if (code !== undefined) refusals.inc({ code });
    });
    next();
  });
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
};

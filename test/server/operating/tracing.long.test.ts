/** Traces for OpenTelemetry, as a collector gets them: what they say, and that they say nothing about anybody. */
import { describe, expect, test } from 'vitest';
import { factsOf, startCollector } from '../../set-up/service/peers/span-collector.ts';
import { engines, type Settings } from '../../set-up/service/start-service.ts';
import { profileId, projects, startScene, success } from '../scene.ts';

const startTraced = async (engine: (typeof engines)[number], settings: Settings = {}) => {
  const collector = await startCollector();
  const scene = await startScene(engine, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // The exporter's own setting, which the service leaves to it.
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...settings,
  });
  return { collector, ...scene };
};

describe.each(engines)('on %s', (engine) => {
  test('requests, their statements and the batches are spans, which name nobody', async () => {
    const { collector, service, owner } = await startTraced(engine);
    const address = 'traced.person@example.org';
    const person = await profileId(service, owner, address);
    await success(
      'POST /api/record_event',
      await service.postJson(`/api/record_event?key=${owner}`, {
        project_id: projects.birds.id,
        profile_id: person,
        type: 'collection',
        extra: { note: 'a planted note' },
      }),
    );
    const traceparent = '00-11112222333344445555666677778888-1234567812345678-01';
    await service.get(`/finder?format=json&q=planted-query&key=${owner}`, { headers: { traceparent } });
    await service.get('/sign-in/planted-token');
    await service.get('/planted-path');
    await service.stop();

    const spans = collector.spans();
    expect([...collector.paths]).toEqual(['POST /v1/traces']);
    expect(collector.resources()[0]?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'manyhands' },
    });
    const requests = spans.filter(({ kind }) => kind === 2);
    expect(requests.map((span) => [span.name, factsOf(span)['http.response.status_code']])).toEqual(
      expect.arrayContaining([
        ['GET /api/profile/id', 200],
        ['POST /api/record_event', 200],
        ['GET /finder', 200],
        ['GET other', 404],
      ]) as unknown[],
    );
    for (const span of requests) {
      expect(Object.keys(factsOf(span)).sort()).toEqual([
        ...['http.request.method', 'http.response.status_code', 'http.route', 'manyhands.request_id'],
      ]);
      expect(span.parentSpanId ?? '').toBe('');
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    // A search reads the store below its own request.
    const search = requests.find(({ name }) => name === 'GET /finder');
    const below = spans.filter(({ traceId, kind }) => traceId === search?.traceId && kind === 3);
    expect(below.length).toBeGreaterThan(0);
    for (const { name } of spans.filter(({ kind }) => kind === 3))
      expect(name).toMatch(/^[a-z]+( [a-z_]+)?$/);
    const batch = spans.find(({ name }) => name === 'record contributions');
    expect(batch && factsOf(batch)).toEqual({ 'manyhands.batch_size': 1 });

    const planted = [
      'planted',
      owner,
      'traced.person',
      'example.org',
      String(person),
      '11112222',
      '127.0.0.1',
    ];
    for (const text of planted) expect([text, collector.text().includes(text)]).toEqual([text, false]);
  });
});

test('a share of 0 traces nothing', async () => {
  const { collector, service, owner } = await startTraced('sqlite', { OTEL_TRACES_SAMPLER_ARG: '0' });
  await profileId(service, owner, 'nobody@example.org');
  await service.stop();
  expect(collector.text()).toBe('');
});

test('without a collector at the address the service works, and says so once without the address', async () => {
  const { service, owner } = await startScene('sqlite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:secret-word@127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  await profileId(service, owner, 'nobody@example.org');
  await expect.poll(service.log.bind(service)).toContain('traces could not be sent');
  expect((await service.get('/health')).status).toBe(200);
  await service.stop();
  expect(service.log()).not.toContain('secret-word');
  expect(service.log().split('traces could not be sent')).toHaveLength(2);
});

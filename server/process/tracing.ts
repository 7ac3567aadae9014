/**
 * Traces for OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT is set: a span for each request, and below it one for each
 * statement; one for each batch of contributions. No instrumentation of Node's modules, because it would record
 * addresses, which hold keys and tokens: a span has the pattern of its route and nothing from the request.
 */
import type { RequestHandler } from 'express';
import { version as release } from '../../package.json' with { type: 'json' };
import { type Commit, commits } from '../db/group-commit.ts';
import { type Statement, statements } from '../db/statements.ts';
import { routeOf } from '../http/route-of.ts';
import { type Log, requestId } from '../log.ts';
import type { Settings } from '../settings.ts';

export type Tracing = { ofRequests: RequestHandler; stop: () => Promise<void> };

/** Loads the SDK and starts it, if the setting is there. The SDK reads the other OTEL_ variables of the exporter. */
export async function startTracing(settings: Settings, log: Log): Promise<Tracing | undefined> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ],
  );
  const { context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  diag.setLogger(reportTo(log), { logLevel: DiagLogLevel.ERROR });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.name': settings.OTEL_SERVICE_NAME,
        'service.version': release,
      }),
    ),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('manyhands', release);

  const ofRequests: RequestHandler = (request, response, next) => {
    // A trace of its own: `traceparent` comes from strangers, who could ask for any number of samples by it.
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT);
    const id = requestId();
    response.once('close', () => {
      const route = routeOf(request);
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        'manyhands.request_id': id,
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(ROOT_CONTEXT, span), next);
  };

  statements.subscribe((message) => {
    const { name, milliseconds, isFailed } = message as Statement;
    // Background work would make a trace for each look at a queue.
    if (!trace.getActiveSpan()) return;
    const now = Date.now();
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now - milliseconds });
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });

  commits.subscribe((message) => {
    const { size, fault, milliseconds } = message as Commit;
    const now = Date.now();
    // A trace of its own, because it belongs to many requests.
    const span = tracer.startSpan('record contributions', {
      root: true,
      startTime: now - milliseconds,
      attributes: { 'manyhands.batch_size': size },
    });
    if (fault) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });

  return { ofRequests, stop: () => provider.shutdown().catch(() => undefined) };
}

/** Milliseconds. */
const reportsEvery = 60_000;

/** The SDK's own words may repeat the address, which may contain a password. */
function reportTo(log: Log) {
  let reportedAt = -Infinity;
  const ignore = () => undefined;
  const error = () => {
    if (performance.now() - reportedAt < reportsEvery) return;
    reportedAt = performance.now();
    log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}

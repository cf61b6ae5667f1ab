import type { IncomingMessage } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { pauseWithoutCollector } from './pause-without-collector.ts';
import { type Query, queries } from './queries.ts';
import type { TracedProgram, Tracing } from './traced-program.ts';

/** The only attributes that leave this process. Addresses, queries, agents and paths could name a person. */
const kept = new Set([
  'db.query.text',
  'db.system.name',
  'dotcode.request_id',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'network.protocol.version',
  'server.address',
  'server.port',
  'url.scheme',
]);

const traceHeaders: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);

/** Sends spans of incoming requests, outgoing calls and database statements by OTLP over HTTP. */
export function startOpenTelemetry(program: TracedProgram): Tracing {
  const named = resourceFromAttributes({ 'service.name': program.name });
  const pausing = pauseWithoutCollector(new OTLPTraceExporter(), program.onTrouble);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: pausing.sampler,
    spanProcessors: [withoutPersons(new BatchSpanProcessor(pausing.exporter))],
  });
  provider.register();
  const unregister = registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        requireParentforOutgoingSpans: true,
        ignoreOutgoingRequestHook: pausing.isPaused,
        ignoreIncomingRequestHook(request) {
          if (pausing.isPaused()) return true;
          if (request.url?.startsWith('/health')) return true;
          if (!program.continuesTrace(request)) forgetTrace(request);
          return false;
        },
        requestHook: (span, request) => {
          if (!('headers' in request)) return noteId(span, request.getHeader('x-request-id'));
          noteRoute(span, request, program);
          noteId(span, request.headers['x-request-id']);
          // The headers of the call upstream are copied from this list. The call gets its own traceparent.
          stripRaw(request);
        },
        applyCustomAttributesOnSpan: (span, request) => {
          if ('headers' in request) noteRoute(span, request, program);
        },
      }),
    ],
  });
  // The instrumentation patches node:http when it is required. ES modules see the patch after this call.
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https']) require(name);
  syncBuiltinESMExports();
  const noteQuery = (query: unknown): void => recordQuery(query as Query);
  queries.subscribe(noteQuery);

  return {
    async stop() {
      queries.unsubscribe(noteQuery);
      unregister();
      // An unreachable collector must not delay the end of the program.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

const routed = new WeakSet<Span>();

/** Sets name and route once, as soon as the route is known, because a proxy rewrites the URL later. */
function noteRoute(span: Span, request: IncomingMessage, { routeOf }: TracedProgram): void {
  const route = routed.has(span) ? undefined : routeOf(request);
  if (route === undefined) return;
  routed.add(span);
  span.setAttribute('http.route', route);
  span.updateName(`${request.method} ${route}`);
}

function noteId(span: Span, id: unknown): void {
  if (typeof id === 'string') span.setAttribute('dotcode.request_id', id);
}

function forgetTrace(request: IncomingMessage): void {
  for (const name of traceHeaders) delete request.headers[name];
}

function stripRaw({ rawHeaders }: IncomingMessage): void {
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2)
    if (traceHeaders.has((rawHeaders[i] as string).toLowerCase())) rawHeaders.splice(i, 2);
}

/** Adds the span of a finished statement, with its start computed from the duration. Statements outside a request get none. */
function recordQuery({ sql, ms, error }: Query): void {
  if (trace.getActiveSpan() === undefined) return;
  const endTime = Date.now();
  const span = trace.getTracer('dotcode').startSpan(`sql ${sql.slice(0, sql.indexOf(' ')).toLowerCase()}`, {
    kind: SpanKind.CLIENT,
    startTime: endTime - ms,
    attributes: { 'db.query.text': sql },
  });
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}

/** Exports spans with the allowed attributes only. */
function withoutPersons(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd(span: ReadableSpan) {
      for (const name of Object.keys(span.attributes)) if (!kept.has(name)) delete span.attributes[name];
      next.onEnd(span);
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}

import type { IncomingMessage } from 'node:http';

/** The environment of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface Tracing {
  /** Sends the remaining spans and stops. Resolves even when the collector is away. */
  stop(): Promise<void>;
}

export interface TracedProgram {
  readonly env: Environment;
  /** The service name where `OTEL_SERVICE_NAME` is not set. */
  readonly name: string;
  /** The pattern of a request's route. Some programs know it on arrival, others only at the end. */
  routeOf(request: IncomingMessage): string | undefined;
  /** Whether to accept the request's `traceparent`; other requests begin a new trace. */
  continuesTrace(request: IncomingMessage): boolean;
  /** Told when the collector takes no spans; tracing then pauses, so this is seldom. */
  onTrouble(error: unknown): void;
}

const off: Tracing = { stop: async () => undefined };

/**
 * Switches OpenTelemetry on when its standard variables name a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`), before the
 * program listens. Without them, none of its packages is loaded.
 */
export async function startTracing(program: TracedProgram): Promise<Tracing> {
  const { env } = program;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (endpoint === undefined || endpoint === '' || isOff) return off;
  return (await import('./open-telemetry.ts')).startOpenTelemetry(program);
}

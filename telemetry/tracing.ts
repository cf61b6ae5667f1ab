import type { IncomingMessage } from 'node:http';

/** The environment of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface Tracing {
  /** Sends what is still held, and sends nothing after that. Resolves even when nobody takes it. */
  stop(): Promise<void>;
}

export interface TracedProgram {
  readonly env: Environment;
  /** What `OTEL_SERVICE_NAME` is when it is not set. */
  readonly name: string;
  /** The pattern of a request's route: known when it arrives, or only when it has been answered. */
  routeOf(request: IncomingMessage): string | undefined;
  /** Whether this request may say which trace it belongs to; anybody else's begins a new one. */
  continuesTrace(request: IncomingMessage): boolean;
  /** Told when the collector takes no spans; tracing then pauses, so this is seldom. */
  onTrouble(error: unknown): void;
}

const off: Tracing = { stop: async () => undefined };

/**
 * Switches OpenTelemetry on when its standard variables name a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`), before the
 * program listens. Without them nothing of it is even loaded.
 */
export async function startTracing(program: TracedProgram): Promise<Tracing> {
  const { env } = program;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (endpoint === undefined || endpoint === '' || isOff) return off;
  return (await import('./open-telemetry.ts')).startOpenTelemetry(program);
}

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
  /** Called when the collector takes no spans; tracing then pauses, so this is seldom. */
  onTrouble(error: unknown): void;
}

import type { TracedProgram, Tracing } from './traced-program.ts';

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

import { createMetrics as createGatewayMetrics } from '#server/watch/metrics.ts';
import { createMetrics as createUpstreamMetrics } from '#upstream/watch/metrics.ts';

/** The names of all metrics of both programs. */
export async function metricNames(): Promise<Set<string>> {
  const gateway = createGatewayMetrics();
  gateway.watch(() => ({ liveSockets: 0, running: 0, isDraining: false }));
  const upstream = createUpstreamMetrics();
  upstream.watch({
    sockets: () => 0,
    isLeaving: () => false,
    databaseBytes: async () => 0,
    canWrite: async () => true,
    poolUse: () => ({ open: 0, used: 0, waiting: 0 }),
    jobs: async () => [],
    cases: async () => ({ open: 0, suspended: 0, unseenSince: undefined }),
    redisIsUp: () => true,
  });
  const text = `${await gateway.text()}\n${await upstream.text()}`;
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}

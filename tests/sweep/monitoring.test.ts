import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMetrics as createGatewayMetrics } from '#server/watch/metrics.ts';
import { skipFor } from '#tests/support/lacks.ts';
import { createMetrics as createUpstreamMetrics } from '#upstream/watch/metrics.ts';

const rules = readFileSync('deploy/prometheus/dotcode.rules.yml', 'utf8');

it('alerts and dashboards ask for metrics that there are', async () => {
  const known = await metricNames();
  const dashboard = readFileSync('deploy/grafana/dotcode.json', 'utf8');
  const asked = [...`${rules} ${dashboard}`.matchAll(/\b(?:gateway|upstream|nodejs|process)_[a-z0-9_]+/g)]
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => name !== 'process_cpu_seconds_total' || !known.has(name));
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
  expect(JSON.parse(dashboard).panels.length).toBeGreaterThan(8);
});

it('the alerts fire on their faults, and on nothing else', (context) => {
  const inFolder = { cwd: 'deploy/prometheus', encoding: 'utf8' } as const;
  const tested = spawnSync('promtool', ['test', 'rules', 'dotcode.rules.test.yml'], inFolder);
  if (tested.error) {
    if (process.env.CI) throw new Error('promtool is not installed (Debian: prometheus)');
    return skipFor(context, 'promtool is not installed (Debian: prometheus)');
  }
  expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  expect(spawnSync('promtool', ['check', 'config', 'prometheus.yml'], inFolder).status).toBe(0);
});

/** The names of all metrics of both programs. */
async function metricNames(): Promise<Set<string>> {
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

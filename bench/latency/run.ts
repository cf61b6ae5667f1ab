import { compare, type Peer } from '#bench/harness/compare.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from '#bench/proxy/peers.ts';

const budgetMs = 0.3;
const path = '/user/feed?page=1&limit=10';

export const latencyPart: Part = {
  name: 'latency',
  title: 'Added latency: one connection, through each minus direct',
  run: (size) =>
    withFolder(async (folder) => {
      const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
      try {
        const direct: Peer = {
          name: 'direct',
          path,
          start: async () => ({ ...upstream, stop: async () => undefined }),
        };
        const { peers } = proxyPeers(upstream.port, folder);
        const alone = peers.filter(({ name }) => name !== names.workers && name !== names.caddyAll);
        const rows = await compare([direct, ...alone], size, { connections: 1, paths: [`/api${path}`] });
        const added = (at: number, quantile: 'p50' | 'p99'): number[] =>
          (rows[at]?.samples ?? []).map(
            (sample, i) => sample[quantile] - (rows[0]?.samples[i]?.[quantile] ?? Number.NaN),
          );
        const gateway = median(
          added(
            rows.findIndex(({ name }) => name === names.fast),
            'p50',
          ),
        );
        return [
          table(
            ['Peer', 'p50 ms', 'added p50, median', 'range', 'p99 ms', 'added p99, median', 'range'],
            rows.map(({ name, samples }, at) => [
              name,
              median(samples.map(({ p50 }) => p50)).toFixed(3),
              median(added(at, 'p50')).toFixed(3),
              range(added(at, 'p50'), 3),
              median(samples.map(({ p99 }) => p99)).toFixed(3),
              median(added(at, 'p99')).toFixed(3),
              range(added(at, 'p99'), 3),
            ]),
          ),
          verdict(`the gateway adds ${gateway.toFixed(3)} ms at the median, wanted ≤ ${budgetMs}`, gateway <= budgetMs),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

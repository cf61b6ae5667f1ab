import { compare, type Peer } from '#bench/harness/compare.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from '#bench/proxy/peers.ts';

const budgetMs = 0.3;
/**
 * The system places the processes, as in a deployment. With the load and the upstream tied to one core, a direct call
 * never wakes another one and a proxied call does so at every step, which is a cost of the tie, the same for all peers.
 */
const core = 'any';
const path = '/user/feed?page=1&limit=10';

export const latencyPart: Part = {
  name: 'latency',
  title: 'Added latency: one connection, through each minus direct',
  run: (size) =>
    withFolder(async (folder) => {
      const upstream = await startScript('bench/harness/json-upstream.ts', [], { core });
      try {
        const direct: Peer = {
          name: 'direct',
          path,
          start: async () => ({ ...upstream, stop: async () => undefined }),
        };
        const { peers } = proxyPeers(upstream.port, folder, core);
        const wanted = size.isSmall
          ? ({ name }: Peer) => name === names.raw || name === names.byDefault
          : ({ name }: Peer) => name !== names.workers && name !== names.caddyAll;
        const alone = peers.filter(wanted);
        const rows = await compare([direct, ...alone], size, { connections: 1, paths: [`/api${path}`] }, core);
        const added = (at: number, quantile: 'p50' | 'p99'): number[] =>
          (rows[at]?.samples ?? []).map(
            (sample, i) => sample[quantile] - (rows[0]?.samples[i]?.[quantile] ?? Number.NaN),
          );
        const gateway = median(
          added(
            rows.findIndex(({ name }) => name === names.byDefault),
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
          'Nothing is tied to a core: where the load and the upstream share one, each step through a proxy wakes the other, which costs 0.2 ms more of whatever stands between.',
          verdict(`the gateway adds ${gateway.toFixed(3)} ms at the median, wanted ≤ ${budgetMs}`, gateway <= budgetMs),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

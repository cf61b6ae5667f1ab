import { compare, comparisonTable, cpuRatioOf, type Peer, type Row } from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { type Started, startScript } from '#bench/harness/processes.ts';
import { names, proxyPeers } from './peers.ts';

/** The lowest accepted ratio of requests per processor second: the gateway as it starts by default to the recipe. */
const leastOfRecipe = 0.9;
const mostAddedMs = 0.3;
const path = '/user/feed?page=1&limit=10';

export const proxyPart: Part = {
  name: 'proxy',
  title: 'Proxy: 1 kB of JSON, keep-alive, 64 connections, a browser’s headers',
  async run(size) {
    const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
    try {
      const load = { connections: 64, paths: [`/api${path}`] };
      const rows = await compare(proxyPeers(upstream.port, 'measured'), size, load);
      return [comparisonTable(rows, 'recipe'), againstRecipe(rows), await addedLatency(upstream, size)].join('\n\n');
    } finally {
      await upstream.stop();
    }
  },
};

function againstRecipe(rows: readonly Row[]): string {
  const ratios = cpuRatioOf(rows, names.gateway, names.recipe);
  const found = `${median(ratios).toFixed(2)} × the recipe by CPU (${range(ratios)})`;
  return verdict(`${names.gateway}: ${found}, wanted ≥ ${leastOfRecipe}`, median(ratios) >= leastOfRecipe);
}

/**
 * One connection, through the gateway minus direct. The system places the processes, as in a deployment: with the load and
 * the upstream tied to one core, each step through a proxy would wake the other one.
 */
async function addedLatency(upstream: Started, size: Size): Promise<string> {
  const direct: Peer = { name: 'direct', path, start: async () => ({ ...upstream, stop: async () => undefined }) };
  const gateway = proxyPeers(upstream.port, 'any').filter(({ name }) => name === names.gateway);
  const load = { connections: 1, paths: [`/api${path}`] };
  const [base, through] = await compare([direct, ...gateway], size, load, 'any');
  const added = median((through?.samples ?? []).map(({ p50 }, at) => p50 - (base?.samples[at]?.p50 ?? Number.NaN)));
  return verdict(
    `the gateway adds ${added.toFixed(3)} ms at the median, wanted ≤ ${mostAddedMs}`,
    added <= mostAddedMs,
  );
}

import { compare, comparisonTable, cpuRatioOf, type Row, ratioOf } from '#bench/harness/compare.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from './peers.ts';
import { profile } from './profile.ts';

/** The lowest accepted ratio of requests per processor second: the gateway as it starts by default to the recipe. */
const leastOfRecipe = 0.85;
/** The largest share of the CPU time of a request that its log line may cost. */
const mostForLog = 0.12;

export const proxyPart: Part = {
  name: 'proxy',
  title: 'Proxy: 1 kB of JSON, keep-alive, 64 connections, a browser’s headers',
  run: (size) =>
    withFolder(async (folder) => {
      const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
      try {
        const { peers, skipped } = proxyPeers(upstream.port, folder);
        const rows = await compare(peers, size, { connections: 64, paths: ['/api/user/feed?page=1&limit=10'] });
        return [
          comparisonTable(rows, 'raw'),
          ...skipped,
          steps(rows),
          [againstRecipe(rows), logCost(rows)].join('\n'),
          'Judged by CPU per request. The gateway runs as it is deployed (`server/main.ts` with the built client); by default its request log goes to a pipe.',
          await profile(upstream.port, folder, size),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

/** The gateway's own steps from the recipe to what starts by default. */
function steps(rows: readonly Row[]): string {
  const least = (name: string): number => Math.min(...(rows.find((row) => row.name === name)?.cpu ?? []));
  return table(
    ['Step', '× recipe by CPU, median', 'range', 'least CPU µs', '× recipe by least CPU'],
    [names.recipe, names.guards, names.byDefault].map((name) => {
      const ratios = cpuRatioOf(rows, name, names.recipe);
      const ofLeast = (least(names.recipe) / least(name)).toFixed(2);
      return [name, median(ratios).toFixed(2), range(ratios), least(name).toFixed(1), ofLeast];
    }),
  );
}

function againstRecipe(rows: readonly Row[]): string {
  const byCpu = cpuRatioOf(rows, names.byDefault, names.recipe);
  const byRate = ratioOf(rows, names.byDefault, names.recipe);
  const found = `${median(byCpu).toFixed(2)} × the recipe by CPU (${range(byCpu)}), ${median(byRate).toFixed(2)} × by rate`;
  return verdict(
    `the gateway as it starts by default: ${found}, wanted ≥ ${leastOfRecipe}`,
    median(byCpu) >= leastOfRecipe,
  );
}

function logCost(rows: readonly Row[]): string {
  const share = cpuRatioOf(rows, names.guards, names.byDefault).map((ratio) => 1 - 1 / ratio);
  const percent = (median(share) * 100).toFixed(0);
  return verdict(
    `the request log costs ${percent} % of CPU per request, wanted ≤ ${mostForLog * 100} %`,
    median(share) <= mostForLog,
  );
}

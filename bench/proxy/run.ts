import { compare, comparisonTable, cpuRatioOf, type Row, ratioOf } from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from './peers.ts';
import { profiles } from './profile.ts';

/** What each peer is compared with, and how many times its requests per processor second are wanted. */
const budgets = [
  [names.byDefault, names.recipe, 1.25],
  [names.byDefault, names.raw, 0.75],
  [names.quiet, names.raw, 0.85],
  [names.fastQuiet, names.raw, 1.35],
  [names.fast, names.raw, 1.15],
  [names.fastQuiet, names.fastify, 1],
  [names.fastQuiet, names.caddy, 1],
] as const;
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
          [...budgets.flatMap(([name, base, least]) => against(rows, name, base, least)), logCost(rows)].join('\n'),
          'Judged by CPU per request. The gateway runs as it is deployed (`server/main.ts` with the built client); by default its request log goes to a pipe.',
          await profiles(upstream.port, folder, size),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

/** Nothing where the base is not installed. */
function against(rows: readonly Row[], name: string, base: string, least: number): string[] {
  if (!rows.some((row) => row.name === base)) return [];
  const byCpu = cpuRatioOf(rows, name, base);
  const byRate = ratioOf(rows, name, base);
  const found = `${median(byCpu).toFixed(2)} × ${base} by CPU (${range(byCpu)}), ${median(byRate).toFixed(2)} × by rate`;
  return [verdict(`${name}: ${found}, wanted ≥ ${least}`, median(byCpu) >= least)];
}

function logCost(rows: readonly Row[]): string {
  const share = cpuRatioOf(rows, names.quiet, names.byDefault).map((ratio) => 1 - 1 / ratio);
  const percent = (median(share) * 100).toFixed(0);
  return verdict(
    `the request log costs ${percent} % of CPU per request, wanted ≤ ${mostForLog * 100} %`,
    median(share) <= mostForLog,
  );
}

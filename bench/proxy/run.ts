import { compare, comparisonTable, cpuRatioOf, type Row, ratioOf } from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from './peers.ts';
import { profile } from './profile.ts';

/** A peer, the peer it is compared with, and the lowest accepted ratio of their requests per processor second. */
const budgets = [[names.byDefault, names.recipe, 0.85]] as const;
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
          ...reasons(rows),
          await profile(upstream.port, folder, size),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

/** Why a comparative budget is missed, unless all of them hold. */
function reasons(rows: readonly Row[]): string[] {
  if (budgets.every(([name, base, least]) => median(cpuRatioOf(rows, name, base)) >= least)) return [];
  const guards = median(cpuRatioOf(rows, names.quiet, names.recipe)).toFixed(2);
  return [
    `What the time is made of: the table below has it by kind of work. The recipe with all guards and without a log reaches ${guards} × the recipe in this run. The gateway is made of the same packages, and spends the rest on what the recipe does not do: guards, budgets, header and cookie rules in both directions, time limits, a request id and the log line. A second transport on undici was built, measured and deleted (decision 022).`,
  ];
}

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

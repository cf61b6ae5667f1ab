import { compare, comparisonTable, ratioOf } from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { names, proxyPeers } from './peers.ts';
import { profiles } from './profile.ts';

export const proxyPart: Part = {
  name: 'proxy',
  title: 'Proxy: 1 kB of JSON, keep-alive, 64 connections, a browser’s headers',
  run: (size) =>
    withFolder(async (folder) => {
      const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
      try {
        const { peers, skipped } = proxyPeers(upstream.port, folder);
        const rows = await compare(peers, size, { connections: 64, paths: ['/api/user/feed?page=1&limit=10'] });
        const against = (name: string, base: string, least: number): string => {
          const ratios = ratioOf(rows, name, base);
          const found = `${median(ratios).toFixed(2)} × ${base} (${range(ratios)}), wanted ≥ ${least}`;
          return verdict(`${name}: ${found}`, median(ratios) >= least);
        };
        return [
          comparisonTable(rows, 'raw'),
          ...skipped,
          [
            against(names.general, names.raw, 0.7),
            against(names.fast, names.raw, 1.5),
            ...(rows.some(({ name }) => name === names.caddy) ? [against(names.fast, names.caddy, 1)] : []),
          ].join('\n'),
          await profiles(upstream.port, folder, size),
        ].join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

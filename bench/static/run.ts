import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compare, comparisonTable, cpuRatioOf, type Peer } from '#bench/harness/compare.ts';
import { median, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { startScript } from '#bench/harness/processes.ts';
import { startGateway } from '#bench/proxy/peers.ts';

const folder = fileURLToPath(new URL('../../dist/client', import.meta.url));
const leastOfExpress = 6;

export const staticPart: Part = {
  name: 'static',
  title: 'Static files of the built client, 64 connections',
  async run(size) {
    const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
    try {
      const peers: Peer[] = [
        {
          name: 'express.static',
          start: () => startScript('bench/static/peer-express-static.ts', [folder], { core: 'measured' }),
        },
        { name: 'gateway', start: () => startGateway(upstream.port, { LOG_LEVEL: 'error' }) },
      ];
      const path = largestScript();
      const rows = await compare(peers, size, { connections: 64, paths: [path], countsBytes: true });
      const ratio = median(cpuRatioOf(rows, 'gateway', 'express.static'));
      return [
        `The largest hashed script, ${kilobytes(path)} kB, ${kilobytes(`${path}.br`)} as brotli. express.static sends it uncompressed.`,
        comparisonTable(rows, 'express.static'),
        verdict(`${ratio.toFixed(2)} × express.static by CPU, wanted ≥ ${leastOfExpress}`, ratio >= leastOfExpress),
      ].join('\n\n');
    } finally {
      await upstream.stop();
    }
  },
};

function largestScript(): string {
  const all = readdirSync(`${folder}/assets`);
  const scripts = all
    .filter((name) => name.endsWith('.js') && all.includes(`${name}.br`))
    .map((name) => `/assets/${name}`);
  const bySize = scripts.toSorted((a, b) => statSync(folder + b).size - statSync(folder + a).size);
  if (bySize[0] === undefined) throw new Error('The client is not built.');
  return bySize[0];
}

function kilobytes(path: string): string {
  return (statSync(folder + path).size / 1000).toFixed(1);
}

import { readdirSync, statSync } from 'node:fs';
import {
  compare,
  comparisonTable,
  cpuRatioOf,
  type Peer,
  type Row,
  ratioOf,
  startedOnceIfSmall,
} from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { findProgram, startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { startGateway, startNginx } from '#bench/proxy/peers.ts';
import { clientFolder } from '#server/process/gateway-process.ts';

const names = {
  express: 'express.static',
  sirv: 'sirv',
  gateway: 'gateway',
  least: 'node:http, bytes from a Map, no headers',
  nginx: 'nginx gzip_static, one worker',
};

/** Of the compressed file that the wish to be half as fast as nginx was derived from. */
const anchorBytes = 41_000;

export const staticPart: Part = {
  name: 'static',
  title: 'Static files of the built client, 64 connections',
  run: (size) =>
    withFolder(async (folder) => {
      const upstream = await startScript('bench/harness/json-upstream.ts', [], { core: 'load' });
      try {
        const nginx = findProgram('nginx');
        const measured = { core: 'measured' } as const;
        const peers: Peer[] = [
          {
            name: names.express,
            start: () => startScript('bench/static/peer-express-static.ts', [clientFolder], measured),
          },
          { name: names.sirv, start: () => startScript('bench/static/peer-sirv.ts', [clientFolder], measured) },
          { name: names.gateway, start: () => startGateway(upstream.port, { LOG_LEVEL: 'error' }) },
          { name: names.least, start: () => startScript('bench/static/peer-node-http.ts', [clientFolder], measured) },
        ];
        if (nginx !== undefined)
          peers.push({
            name: names.nginx,
            start: () =>
              startNginx(
                nginx,
                folder,
                (port) => `server { listen 127.0.0.1:${port}; root ${clientFolder}; gzip_static on; expires 1y; }`,
              ),
          });
        const scripts = assetPaths();
        const largest = scripts.at(-1) ?? '';
        const anchor = nearestTo(anchorBytes, scripts);
        const smallest = scripts[0] ?? '';
        const sized = (what: string, path: string): string =>
          `${what}, ${kilobytes(path)} kB, ${kilobytes(`${path}.br`)} as brotli`;
        const tables = await startedOnceIfSmall(peers, size, async (started) => [
          await files(started, size, sized('the largest hashed script', largest), largest, (rows) => [
            wanted(rows, names.express, 8),
            ...besideNginx(rows, names.gateway),
            ...besideNginx(rows, names.least),
          ]),
          await files(started, size, sized('the script nearest to 41 kB as brotli', anchor), anchor, (rows) => [
            ...(nginx === undefined ? [] : [wanted(rows, names.nginx, 0.5)]),
            ...besideNginx(rows, names.least),
          ]),
          await files(started, size, sized('a small hashed script', smallest), smallest, (rows) => [
            ...besideNginx(rows, names.gateway),
            ...besideNginx(rows, names.least),
          ]),
          await files(started, size, '`/`, the page with its security headers', '/'),
        ]);
        return [
          ...tables,
          'express.static sends every file uncompressed, so that eight times its rate is wanted where that costs it most: of the largest script. Half of nginx is wanted of the script nearest to 41 kB as brotli, the size which that wish was derived from; for the others the ratio is only shown. sirv, the gateway and the bare node:http send brotli, nginx gzip. Only the gateway adds security headers. From the bare node:http to nginx is what HTTP in JavaScript costs, and the copy of each body that sendfile spares.',
          'The load counts the bytes of each body and drops them (bench/harness/byte-load.ts); it is slower than the fastest servers, so that the ratio by CPU says more than the rate.',
          nginx === undefined ? 'nginx is not installed here.' : '',
        ]
          .filter(Boolean)
          .join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

async function files(
  peers: readonly Peer[],
  size: Size,
  title: string,
  path: string,
  say: (rows: readonly Row[]) => string[] = () => [],
): Promise<string> {
  const rows = await compare(peers, size, { connections: 64, paths: [path], countsBytes: true });
  return [`**${title}**`, comparisonTable(rows, names.express), say(rows).join('\n')].filter(Boolean).join('\n\n');
}

function wanted(rows: readonly Row[], base: string, least: number): string {
  const byCpu = median(cpuRatioOf(rows, names.gateway, base));
  return verdict(
    `${ratioText(rows, names.gateway, base)}, ${byCpu.toFixed(2)} × by CPU, wanted ≥ ${least} by CPU`,
    byCpu >= least,
  );
}

/** Nothing where nginx is not installed. */
function besideNginx(rows: readonly Row[], name: string): string[] {
  return rows.some((row) => row.name === names.nginx) ? [`- ${ratioText(rows, name, names.nginx)}`] : [];
}

function ratioText(rows: readonly Row[], name: string, base: string): string {
  const ratios = ratioOf(rows, name, base);
  return `${name}: ${median(ratios).toFixed(2)} × ${base} (${range(ratios)})`;
}

/** Hashed scripts that have a brotli variant, smallest first. */
function assetPaths(): string[] {
  const all = readdirSync(`${clientFolder}/assets`);
  return all
    .filter((name) => name.endsWith('.js') && all.includes(`${name}.br`))
    .map((name) => `/assets/${name}`)
    .sort((a, b) => statSync(clientFolder + a).size - statSync(clientFolder + b).size);
}

function nearestTo(bytes: number, paths: readonly string[]): string {
  const distance = (path: string): number => Math.abs(statSync(`${clientFolder}${path}.br`).size - bytes);
  return paths.reduce((best, path) => (distance(path) < distance(best) ? path : best));
}

function kilobytes(path: string): string {
  return (statSync(clientFolder + path).size / 1000).toFixed(1);
}

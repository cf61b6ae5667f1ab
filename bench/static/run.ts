import { readdirSync, statSync } from 'node:fs';
import { compare, comparisonTable, type Peer, ratioOf } from '#bench/harness/compare.ts';
import { median, range, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { findProgram, startScript } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { startGateway, startNginx } from '#bench/proxy/peers.ts';
import { clientFolder } from '#server/gateway-process.ts';

const names = {
  express: 'express.static',
  sirv: 'sirv',
  gateway: 'gateway',
  least: 'node:http, bytes from a Map, no headers',
  nginx: 'nginx gzip_static, one worker',
};

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
          { name: names.gateway, start: () => startGateway(upstream.port) },
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
        const largest = assetPaths().at(-1) ?? '';
        const smallest = assetPaths()[0] ?? '';
        return [
          await files(
            peers,
            size,
            `the largest hashed script, ${kilobytes(largest)} kB, ${kilobytes(`${largest}.br`)} as brotli`,
            largest,
            true,
          ),
          await files(peers, size, `a small hashed script, ${kilobytes(smallest)} kB`, smallest, false),
          await files(peers, size, '`/`, the page with its security headers', '/', false),
          'express.static sends every file uncompressed; sirv, the gateway and the bare node:http send brotli, nginx gzip. Only the gateway adds security headers.',
          nginx === undefined ? 'nginx is not installed here.' : '',
        ]
          .filter(Boolean)
          .join('\n\n');
      } finally {
        await upstream.stop();
      }
    }),
};

async function files(peers: Peer[], size: Size, title: string, path: string, isBudgeted: boolean): Promise<string> {
  const rows = await compare(peers, size, { connections: 64, paths: [path] });
  const against = (base: string, least: number): string => {
    const ratios = ratioOf(rows, names.gateway, base);
    const found = `${median(ratios).toFixed(2)} × ${base} (${range(ratios)}), wanted ≥ ${least}`;
    return verdict(`gateway: ${found}`, median(ratios) >= least);
  };
  const verdicts = isBudgeted
    ? [
        against(names.express, 10),
        ...(rows.some(({ name }) => name === names.nginx)
          ? [
              against(names.nginx, 0.5),
              `- ${names.least}: ${median(ratioOf(rows, names.least, names.nginx)).toFixed(2)} × ${names.nginx}: more is not to be had without sendfile, which hands the kernel a file instead of bytes`,
            ]
          : []),
      ]
    : [];
  return [`**${title}**`, comparisonTable(rows, 'express.static'), verdicts.join('\n')].filter(Boolean).join('\n\n');
}

/** Hashed scripts that have a brotli variant, smallest first. */
function assetPaths(): string[] {
  const all = readdirSync(`${clientFolder}/assets`);
  return all
    .filter((name) => name.endsWith('.js') && all.includes(`${name}.br`))
    .map((name) => `/assets/${name}`)
    .sort((a, b) => statSync(clientFolder + a).size - statSync(clientFolder + b).size);
}

function kilobytes(path: string): string {
  return (statSync(clientFolder + path).size / 1000).toFixed(1);
}

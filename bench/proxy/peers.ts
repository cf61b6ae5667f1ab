import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from '#bench/harness/compare.ts';
import { type Core, findProgram, type Started, startOnPort, startScript } from '#bench/harness/processes.ts';
import { stablePort } from '#server/process/stable-port.ts';

export const names = {
  raw: 'raw node:http + Agent',
  recipe: 'recipe: express + helmet + cookie-parser + http-proxy-middleware',
  guards: 'recipe + guards: the gateway, log off',
  byDefault: 'recipe + guards + log: the gateway as it starts by default',
  workers: 'the gateway, WORKERS=2, both cores',
  express: 'express + http-proxy-middleware',
  fastify: 'fastify + @fastify/http-proxy',
  caddy: 'Caddy, one core',
  caddyAll: 'Caddy, both cores',
  nginx: 'nginx, one worker',
} as const;

/** `server/main.ts` as it is deployed, in front of the given upstream. */
export async function startGateway(
  upstreamPort: number,
  env: Record<string, string> = {},
  core: Core = 'measured',
): Promise<Started> {
  const port = await stablePort();
  return startOnPort(process.execPath, ['server/main.ts'], port, {
    core,
    // All of the load comes from one address and one session, which the budgets would refuse.
    env: { PORT: String(port), UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}`, RATE_LIMIT_FACTOR: '100000', ...env },
  });
}

/** Our gateway and the programs it is compared with. One that is not installed is left out, and a sentence says so. */
export function proxyPeers(
  upstreamPort: number,
  folder: string,
  core: Core = 'measured',
): { peers: Peer[]; skipped: string[] } {
  const script = (name: string, path: string, ...args: (string | number)[]): Peer => ({
    name,
    start: () => startScript(path, args, { core }),
  });
  const caddy = findProgram('caddy');
  const nginx = findProgram('nginx');
  const gateway = (name: string, env: Record<string, string> = {}, where: Core = core): Peer => ({
    name,
    start: () => startGateway(upstreamPort, env, where),
  });
  const peers: Peer[] = [
    script(names.raw, 'bench/proxy/peer-raw.ts', upstreamPort),
    script(names.recipe, 'bench/proxy/peer-express.ts', upstreamPort, 'recipe'),
    gateway(names.guards, { LOG_LEVEL: 'error' }),
    gateway(names.byDefault),
    gateway(names.workers, { WORKERS: '2' }, 'any'),
    script(names.express, 'bench/proxy/peer-express.ts', upstreamPort, 'bare'),
    script(names.fastify, 'bench/proxy/peer-fastify.ts', upstreamPort),
  ];
  const skipped: string[] = [];
  if (caddy === undefined) skipped.push('Caddy is not installed here.');
  else
    peers.push(
      { name: names.caddy, start: () => startCaddy(caddy, folder, upstreamPort, { core, processors: '1' }) },
      { name: names.caddyAll, start: () => startCaddy(caddy, folder, upstreamPort, { core: 'any' }) },
    );
  if (nginx === undefined) skipped.push('nginx is not installed here.');
  else
    peers.push({
      name: names.nginx,
      start: () =>
        startNginx(
          nginx,
          folder,
          (port) => `
            upstream bench { server 127.0.0.1:${upstreamPort}; keepalive 128; }
            server {
              listen 127.0.0.1:${port};
              location /api/ { proxy_pass http://bench/; proxy_http_version 1.1; proxy_set_header Connection ""; }
            }`,
          core,
        ),
    });
  return { peers, skipped };
}

async function startCaddy(
  caddy: string,
  folder: string,
  upstreamPort: number,
  { core, processors }: { core: Core; processors?: string },
): Promise<Started> {
  const port = await stablePort();
  const file = join(folder, `caddy-${port}.json`);
  const routes = [
    {
      match: [{ path: ['/api/*'] }],
      handle: [
        { handler: 'rewrite', strip_path_prefix: '/api' },
        { handler: 'reverse_proxy', upstreams: [{ dial: `127.0.0.1:${upstreamPort}` }] },
      ],
    },
  ];
  const servers = { bench: { listen: [`127.0.0.1:${port}`], routes, automatic_https: { disable: true } } };
  writeFileSync(
    file,
    JSON.stringify({
      admin: { disabled: true },
      logging: { logs: { default: { level: 'ERROR' } } },
      apps: { http: { servers } },
    }),
  );
  // Caddy keeps its state in the bench's folder.
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['run', '--config', file];
  const cores: Record<string, string> = processors === undefined ? {} : { GOMAXPROCS: processors };
  return startOnPort(caddy, args, port, { core, isTalkative: true, env: { ...env, ...cores } });
}

/** One worker without logs, with the given servers. */
export async function startNginx(
  nginx: string,
  folder: string,
  servers: (port: number) => string,
  core: Core = 'measured',
): Promise<Started> {
  const port = await stablePort();
  const own = join(folder, `nginx-${port}`);
  mkdirSync(own);
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${own}/pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_requests 10000000; sendfile on; tcp_nopush on; open_file_cache max=1000;
      types { text/html html; text/javascript js; text/css css; }
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ')}
      ${servers(port)}
    }`,
  );
  return startOnPort(nginx, ['-e', 'stderr', '-c', join(own, 'nginx.conf')], port, { core });
}

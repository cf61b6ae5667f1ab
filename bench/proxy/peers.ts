import type { Peer } from '#bench/harness/compare.ts';
import { type Core, type Started, startOnPort, startScript } from '#bench/harness/processes.ts';
import { stablePort } from '#server/embedded-upstream.ts';

export const names = {
  raw: 'raw node:http + Agent',
  recipe: 'recipe: express + helmet + cookie-parser + http-proxy-middleware',
  silent: 'the gateway, log off',
  gateway: 'the gateway as it starts by default',
} as const;

/** `server/main.mjs` as it is deployed, in front of the given upstream. */
export async function startGateway(
  upstreamPort: number,
  env: Record<string, string> = {},
  core: Core = 'measured',
): Promise<Started> {
  const port = await stablePort();
  return startOnPort(process.execPath, ['server/main.mjs'], port, {
    core,
    // All of the load comes from one address and one session, which the budgets would refuse.
    env: { PORT: String(port), UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}`, RATE_LIMIT_FACTOR: '100000', ...env },
  });
}

/** Our gateway and what it is compared with. */
export function proxyPeers(upstreamPort: number, core: Core): Peer[] {
  const script = (name: string, path: string): Peer => ({
    name,
    start: () => startScript(path, [upstreamPort], { core }),
  });
  return [
    script(names.raw, 'bench/proxy/peer-raw.ts'),
    script(names.recipe, 'bench/proxy/peer-express.ts'),
    { name: names.silent, start: () => startGateway(upstreamPort, { LOG_LEVEL: 'error' }, core) },
    { name: names.gateway, start: () => startGateway(upstreamPort, {}, core) },
  ];
}

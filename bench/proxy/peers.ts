import type { Peer } from '#bench/harness/compare.ts';
import { type Core, type Started, startOnPort, startScript } from '#bench/harness/processes.ts';
import { stablePort } from '#server/embedded-upstream.ts';

export const names = {
  recipe: 'recipe: express + helmet + cookie-parser + http-proxy-middleware',
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
  return [
    {
      name: names.recipe,
      start: () => startScript('bench/proxy/peer-express.ts', [upstreamPort], { core }),
    },
    { name: names.gateway, start: () => startGateway(upstreamPort, {}, core) },
  ];
}

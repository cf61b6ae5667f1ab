import { afterEach, describe, expect, it } from 'vitest';
import type { ProxyPlugin } from '#server/proxy/upstream-middleware.ts';
import { head } from '#tests/support/gateway-suite.ts';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let upstream: MisbehavingUpstream;
let gateway: StartedGateway;
afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

/** The default configuration, with a plugin that counts what http-proxy-middleware sends to the upstream. */
async function start(): Promise<{ calls: string[]; upgrades: string[] }> {
  const counted = { calls: [] as string[], upgrades: [] as string[] };
  const counting: ProxyPlugin = (proxy) => {
    proxy.on('proxyReq', (proxyReq) => counted.calls.push(`${proxyReq.method} ${proxyReq.path}`));
    proxy.on('proxyReqWs', (proxyReq) => counted.upgrades.push(proxyReq.path));
  };
  upstream = await startMisbehavingUpstream((request, socket) => {
    if (request.values('upgrade').length > 0) socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    else socket.write(request.method === 'HEAD' ? answer().slice(0, -2) : answer());
  });
  gateway = await startGateway({ upstreamUrl: upstream.url, proxyPlugins: [counting] });
  return counted;
}

const session = 'Cookie: token=session-of-the-tests';

describe('http-proxy-middleware', () => {
  it.each([
    ['GET /api/user/feed?page=2', []],
    ['HEAD /api/user/feed', []],
    ['GET /api/socket.io/?EIO=4&transport=polling', []],
    ['POST /api/socket.io/?EIO=4&transport=polling', ['Content-Length: 1']],
    ['POST /api/login', ['Content-Length: 1']],
    ['POST /api/signup', ['Transfer-Encoding: chunked']],
    ['POST /api/signout', []],
    ['POST /api/media', ['Content-Length: 1']],
    ['PATCH /api/profile/edit', ['Content-Length: 1']],
    ['PUT /api/anything', ['Content-Length: 1']],
    ['DELETE /api/profile', []],
    ['OPTIONS /api/profile', []],
  ] as const)('carries %s', async (line, headers) => {
    const { calls } = await start();
    const body = headers.some((header) => header.startsWith('Transfer'))
      ? '1\r\nx\r\n0\r\n\r\n'
      : 'x'.repeat(headers.length);
    const reply = await rawRequest(
      gateway.port,
      head(line, 'Connection: close', session, 'Content-Type: application/json', ...headers) + body,
    );
    expect(reply.status).toBe(200);
    expect(calls).toEqual([line.replace('/api', '')]);
    expect(upstream.requests).toHaveLength(1);
  });

  it('carries upgrades', async () => {
    const { calls, upgrades } = await start();
    const reply = await rawRequest(
      gateway.port,
      head(
        'GET /api/socket.io/?EIO=4&transport=websocket',
        session,
        ...['Connection: Upgrade', 'Upgrade: websocket', 'Origin: http://gateway.test', 'Sec-WebSocket-Version: 13'],
      ),
    );
    expect(reply.status).toBe(403);
    expect(upgrades).toEqual(['/socket.io/?EIO=4&transport=websocket']);
    expect(calls).toEqual([]);
  });
});

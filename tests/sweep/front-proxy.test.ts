import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { skipFor } from '#tests/support/lacks.ts';
import { startCaddy } from '#tests/support/own-servers.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import { accepted } from '#tests/support/web-socket.ts';

interface Front {
  httpPort: number;
  httpsPort: number;
  /** The headers of each call at the upstream. */
  received: http.IncomingHttpHeaders[];
}

/** Caddy with deploy/caddy in front of a gateway that trusts that proxy alone, in front of an upstream that answers ok. */
async function start(): Promise<Front | undefined> {
  const received: http.IncomingHttpHeaders[] = [];
  const upstream = http.createServer((req, res) => {
    if (req.url !== '/health') received.push(req.headers);
    res.writeHead(200, { 'Set-Cookie': 'token=x; Path=/' }).end('{"status":"ok"}');
  });
  upstream.on('upgrade', (req, socket: Socket) => socket.end(accepted(req.headers['sec-websocket-key'])));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const gateway = await startSiteGateway(
    {},
    { upstreamUrl: `http://127.0.0.1:${port}`, config: { trustProxy: ['127.0.0.1'] } },
  );
  const proxy = await startCaddy(gateway.port);
  onTestFinished(async () => {
    await proxy?.end();
    await gateway.close();
    upstream.close();
    upstream.closeAllConnections();
  });
  return proxy && { httpPort: proxy.httpPort, httpsPort: proxy.port, received };
}

interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
}

/** From another address than the proxy's. */
function ask(url: string, headers: http.OutgoingHttpHeaders = {}): Promise<Reply> {
  const client = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.get(url, { headers, agent: false, localAddress: '127.0.0.9', rejectUnauthorized: false });
    const answer = (response: http.IncomingMessage) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    };
    request.once('response', answer).once('error', reject);
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      answer(response);
    });
  });
}

it('Caddy with deploy/caddy passes on who asks, over which scheme and to which host, and never what a browser claims', async (context) => {
  const front = await start();
  if (front === undefined) {
    if (process.env.CI) throw new Error('Caddy is not installed (Debian: caddy)');
    return skipFor(context, 'Caddy is not installed (Debian: caddy)');
  }
  const { httpsPort, received } = front;
  const claims = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'evil.test' };
  const { status, headers } = await ask(`https://127.0.0.1:${httpsPort}/api/x`, claims);
  expect(status).toBe(200);
  expect(headers['set-cookie']).not.toEqual([]);
  for (const line of headers['set-cookie'] ?? []) expect(line).toMatch(/; Secure$/);
  expect(received).toMatchObject([
    { 'x-forwarded-for': '127.0.0.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': `127.0.0.1:${httpsPort}` },
  ]);

  const upgraded = await ask(`https://127.0.0.1:${httpsPort}/api/socket.io/?EIO=4&transport=websocket`, {
    Origin: `https://127.0.0.1:${httpsPort}`,
    Cookie: 'token=session-of-the-tests',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  });
  expect(upgraded.status).toBe(101);
  const redirected = await ask(`http://127.0.0.1:${front.httpPort}/profile`);
  expect([301, 308]).toContain(redirected.status);
  expect(redirected.headers.location).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/profile$/);
});

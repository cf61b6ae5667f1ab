import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { head } from '#tests/support/gateway-suite.ts';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { makeSite, type SiteFixture } from '#tests/support/site-fixture.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let upstream: MisbehavingUpstream;
let fixture: SiteFixture;
let gateway: StartedGateway;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream((request, socket) => {
    if (request.target === '/cut') return socket.destroy();
    if (request.target === '/unchanged') return socket.write('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');
    if (request.target === '/garbage') return socket.write('HTTP/1.1 888 Odd\r\nContent-Length: 0\r\n\r\n');
    if (request.target === '/login') return socket.write(answer('{}', { status: '401 Unauthorized' }));
    return socket.write(request.method === 'HEAD' ? answer().slice(0, -2) : answer());
  });
  fixture = makeSite();
  gateway = await startGateway({
    upstreamUrl: upstream.url,
    site: fixture.site,
    points: { 'network-writes': 3 },
    config: { trustProxy: [] },
  });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  fixture.remove();
});

const page = 'Accept: text/html';
const signedIn = 'Cookie: token=abcdefghijklmnop';

/** Every kind of answer: the request line, its headers, the status. */
const requests: readonly (readonly [line: string, headers: readonly string[], status: number])[] = [
  ['GET /', [page], 200],
  ['HEAD /', [page], 200],
  ['GET /login', [page], 200],
  ['GET /feed', [page], 302],
  ['GET /feed', [page, signedIn], 200],
  ['GET /profile/7', [page], 302],
  ['GET /nowhere', [page], 404],
  ['GET /nowhere', [], 404],
  ['GET /.env', [], 404],
  ['POST /', [], 405],
  ['GET /assets/app-Abc_123-.js', [], 200],
  ['HEAD /assets/app-Abc_123-.js', [], 200],
  ['GET /assets/app-Abc_123-.js', ['Accept-Encoding: br'], 200],
  ['GET /assets/app-Abc_123-.js', ['If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'], 304],
  ['GET /assets/app-Gone_123.js', [], 404],
  ['GET /sw.js', [], 200],
  ['GET /manifest.webmanifest', [], 200],
  ['GET /health', [], 200],
  // The scripted upstream has no /health that could be taken for DotCode's.
  ['HEAD /health/ready', [], 503],
  ['DELETE /health', [], 405],
  ['GET /api', [], 404],
  ['GET /api/x', [], 200],
  ['HEAD /api/x', [], 200],
  ['GET /api/unchanged', [], 304],
  ['GET /api/cut', [], 502],
  ['GET /api/garbage', [], 502],
  ['POST /api/login', ['Content-Length: 0'], 401],
  ['POST /api/x', ['Content-Length: 0'], 200],
  ['POST /api/x', ['Content-Length: 0', 'Sec-Fetch-Site: cross-site'], 403],
  ['PATCH /api/x', ['Content-Length: 0'], 200],
  ['PUT /api/x', ['Content-Length: 0'], 200],
  ['DELETE /api/x', ['Content-Length: 0'], 429],
  ['GET /api/../admin', [], 400],
  ['GET /%ZZ', [], 400],
  ['GET http://[::1/', [], 400],
  ['TRACE /api/x', [], 405],
  ['GET /api/x', Array.from({ length: 120 }, (_, i) => `X-${i}: 1`), 431],
  [`GET /api/x?q=${'x'.repeat(10_000)}`, [], 414],
  ['GET /api/x', ['Expect: a miracle'], 417],
];

const helmetHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

describe('the application', () => {
  it('answers every request, each with the headers of helmet and a request id', async () => {
    const seen: string[] = [];
    for (const [line, headers, status] of requests) {
      const isOver = (text: string): boolean => text.includes('\r\n\r\n');
      const reply = await rawRequest(gateway.port, head(line, 'Connection: close', ...headers), isOver);
      expect([line.slice(0, 40), reply.status]).toEqual([line.slice(0, 40), status]);
      for (const name of [...helmetHeaders, 'x-request-id'])
        expect([line.slice(0, 40), name, reply.values(name).length]).toEqual([line.slice(0, 40), name, 1]);
      const [id = ''] = reply.values('x-request-id');
      expect(seen).not.toContain(id);
      seen.push(id);
    }
  });

  it('answers bytes that are no request with the same headers', async () => {
    const reply = await rawRequest(gateway.port, 'GET / FTP/1.1\r\n\r\n');
    expect(reply.status).toBe(400);
    for (const name of helmetHeaders) expect([name, reply.values(name).length]).toEqual([name, 1]);
  });

  it('answers 502 when the upstream is away, and 429 over the budget, with the headers of helmet', async () => {
    const lonely = await startGateway({ upstreamUrl: 'http://127.0.0.1:9', points: { 'network-reads': 1 } });
    const replies = [await fetch(`${lonely.url}/api/x`), await fetch(`${lonely.url}/api/x`)];
    await lonely.close();
    for (const { headers } of replies) for (const name of helmetHeaders) expect(headers.has(name), name).toBe(true);
    expect(replies.map(({ status }) => status)).toEqual([502, 429]);
  });
});

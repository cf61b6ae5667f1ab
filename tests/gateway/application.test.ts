import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { head } from '#tests/support/gateway-suite.ts';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { inlineScriptSource, prerenderedStyleSource } from '#tests/support/site-fixture.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { StartedGateway } from '#tests/support/start-gateway.ts';

let upstream: MisbehavingUpstream;
let gateway: StartedGateway;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream((request, socket) => {
    if (request.target === '/cut') return socket.destroy();
    if (request.target === '/unchanged') return socket.write('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');
    if (request.target === '/garbage') return socket.write('HTTP/1.1 888 Odd\r\nContent-Length: 0\r\n\r\n');
    if (request.target === '/login') return socket.write(answer('{}', { status: '401 Unauthorized' }));
    return socket.write(request.method === 'HEAD' ? answer().slice(0, -2) : answer());
  });
  gateway = await startSiteGateway({}, { upstreamUrl: upstream.url, points: { 'network-writes': 3 } });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const page = 'Accept: text/html';
const signedIn = 'Cookie: token=abcdefghijklmnop';

/** Every kind of answer: the request line, its headers, the status, and for an error its code. */
const requests: readonly (readonly [line: string, headers: readonly string[], status: number, code?: string])[] = [
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
  ['DELETE /assets/app-Abc_123-.js', [], 405],
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
  ['GET /api/x', Array.from({ length: 120 }, (_, i) => `X-${i}: 1`), 431, 'headers_too_large'],
  [`GET /api/x?q=${'x'.repeat(10_000)}`, [], 414, 'uri_too_long'],
  ['GET /api/x', ['Expect: a miracle'], 417, 'expectation_failed'],
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
    for (const [line, headers, status, code] of requests) {
      const reply = await rawRequest(gateway.port, head(line, 'Connection: close', ...headers));
      expect([line.slice(0, 40), reply.status]).toEqual([line.slice(0, 40), status]);
      if (code !== undefined) expect(JSON.parse(reply.body).code).toBe(code);
      for (const name of [...helmetHeaders, 'x-request-id'])
        expect([line.slice(0, 40), name, reply.values(name).length]).toEqual([line.slice(0, 40), name, 1]);
      const [id = ''] = reply.values('x-request-id');
      expect(seen).not.toContain(id);
      seen.push(id);
    }
  });

  it.each([
    ['bytes that are no request', 'GET / FTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['a head that is too long', head('GET /', `X-Long: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
  ])('answers %s with the same headers', async (_what, bytes, status, code) => {
    const reply = await rawRequest(gateway.port, bytes);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code]);
    for (const name of helmetHeaders) expect([name, reply.values(name).length]).toEqual([name, 1]);
  });
});

const askPage = (path: string, ...more: string[]) =>
  rawRequest(gateway.port, head(`GET ${path}`, 'Connection: close', page, ...more));

describe('the headers of a page', () => {
  const policyOf = async (path: string, ...more: string[]): Promise<string> =>
    (await askPage(path, ...more)).values('content-security-policy').join();

  it('allows our own files, what the build wrote into the page, and pictures over https, on every page', async () => {
    expect((await policyOf('/')).split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'none'",
      "img-src 'self' https: data: blob:",
      "manifest-src 'self'",
      "media-src 'none'",
      "object-src 'none'",
      'report-uri /browser-reports',
      `script-src 'self' ${inlineScriptSource}`,
      "script-src-attr 'none'",
      `style-src 'self' ${prerenderedStyleSource}`,
      "worker-src 'self'",
    ]);
    expect(await policyOf('/nope', 'X-Forwarded-Host: x; script-src *')).toBe(await policyOf('/'));
  });

  it('promise to stay on https where a trusted hop says https', async () => {
    expect((await askPage('/')).values('strict-transport-security')).toEqual([]);
    const { values } = await askPage('/', 'X-Forwarded-Proto: https');
    expect(values('strict-transport-security')).toEqual(['max-age=63072000']);
  });

  it('keep it from being sniffed, framed and joined, and do not say what the server is made of', async () => {
    const { values } = await askPage('/login');
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['x-frame-options', 'DENY'],
      ['referrer-policy', 'strict-origin-when-cross-origin'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cross-origin-resource-policy', 'same-origin'],
    ] as const)
      expect(values(name)).toEqual([value]);
    expect([...values('x-powered-by'), ...values('server')]).toEqual([]);
  });

  it('switch off what the product never uses, and let the page itself use passkeys', async () => {
    const policy = (await askPage('/login')).values('permissions-policy').join();
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy).toContain(`${feature}=()`);
    expect(policy).toContain('publickey-credentials-get=(self)');
  });
});

import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { photo, picture, script } from '#tests/support/site-fixture.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { StartedGateway } from '#tests/support/start-gateway.ts';

let gateway: StartedGateway;
const app = '/assets/app-Abc_123-.js';

beforeAll(async () => {
  gateway = await startSiteGateway();
});
afterAll(() => gateway.close());

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** The bytes as they were sent: supertest and fetch would undo the encoding and tidy the path. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = http.request({ port: gateway.port, host: '127.0.0.1', path, headers, method, agent: false });
    call.once('error', reject).once('response', async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    call.end();
  });
}

describe('a hashed file', () => {
  it('may be kept for a year and never changes', async () => {
    const { headers } = await get(app);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    // The page's policy holds for what it loads; its length, with each file, costs slow networks time.
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('is sent to a client that accepts %s as %s', async (accept, encoding, decode) => {
    const { headers, body } = await get(app, { 'accept-encoding': accept });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toBe('Accept-Encoding');
    expect(decode(body).toString()).toBe(script);
  });

  it.each([
    ['/assets/logo-01234567.png', picture],
    ['/assets/photo-01234567.png', photo],
  ])('arrives byte for byte, whatever its size: %s', async (path, content) => {
    const { headers, body } = await get(path);
    expect([headers['content-length'], body]).toEqual([String(content.length), content]);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const [head, whole] = await Promise.all([
      get(app, { 'accept-encoding': 'br' }, 'HEAD'),
      get(app, { 'accept-encoding': 'br' }),
    ]);
    expect(head.body).toHaveLength(0);
    const { date: _, 'x-request-id': id, ...headers } = whole.headers;
    expect(head.headers['x-request-id']).not.toBe(id);
    expect(head.headers).toMatchObject(headers);
  });

  it('is 304 for the copy of that encoding only, with the headers a cache needs and none about a body', async () => {
    const { etag = '' } = (await get(app, { 'accept-encoding': 'br' })).headers;
    const fresh = await get(app, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
    expect(fresh.status).toBe(304);
    expect(fresh.body).toHaveLength(0);
    expect(fresh.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
    expect(fresh.headers['cache-control']).toContain('immutable');
    expect(fresh.headers['content-length']).toBeUndefined();
    expect(fresh.headers['content-type']).toBeUndefined();
    expect((await get(app, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  it('is 304 by date when there is no tag, and a tag that differs wins over the date', async () => {
    const { 'last-modified': date = '' } = (await get(app)).headers;
    expect((await get(app, { 'if-modified-since': date })).status).toBe(304);
    expect((await get(app, { 'if-modified-since': date, 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(app, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
  });
});

describe('the worker that opens the product without a network', () => {
  it('is a script of this origin that is asked for again each time, bound to this origin', async () => {
    const { status, headers, body } = await get('/sw.js');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(body.toString()).toContain('fetch');
  });

  it('is one that removes itself where it is switched off', async () => {
    const plain = await startSiteGateway({ offline: false });
    onTestFinished(() => plain.close());
    const answer = await fetch(`${plain.url}/sw.js`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await answer.text()).toContain('unregister');
  });

  it('comes with a manifest of the type that browsers want', async () => {
    const { headers } = await get('/manifest.webmanifest');
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
  });
});

describe('other files', () => {
  it.each([
    '/assets/app-Zzzzzzzz.js',
    '/assets/nothing.js',
    '/app.js.map',
    '/favicon-x.png',
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
    '/server/main.ts',
    '/index.html.br',
    `${app}.br`,
    '/secret.txt',
    '/sw-retired.js',
  ])('%s is 404 without HTML, and nobody stores that', async (path) => {
    const { status, headers, body } = await get(path, { accept: 'text/html' });
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.toString()).not.toContain('<');
  });

  it('tells a page that is older than the deployment to reload, and nobody else', async () => {
    expect((await get('/assets/app-Zzzzzzzz.js')).headers['x-stale-deploy']).toBe('reload');
    expect((await get('/assets/nothing.js')).headers['x-stale-deploy']).toBeUndefined();
    expect((await get(app)).headers['x-stale-deploy']).toBeUndefined();
  });
});

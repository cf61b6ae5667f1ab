import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { head } from '#tests/support/gateway-suite.ts';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { StartedGateway } from '#tests/support/start-gateway.ts';

let gateway: StartedGateway;

beforeAll(async () => {
  gateway = await startSiteGateway();
});
afterAll(() => gateway.close());

const get = (path: string) => request(gateway.url).get(path).set('Accept', 'text/html');
const signedIn = (path: string) => get(path).set('Cookie', 'theme=dark; token=abc');
const example = (path: string): string => path.replace(/:\w+/g, '65f1c0ffee0badcafe123456');
const routes = Object.values<ClientRoute>(clientRoutes).filter(({ role }) => role === undefined);
const guarded = routes.filter(({ access }) => access === 'authenticated').map(({ path }) => example(path));
const open = routes.filter(({ access }) => access !== 'authenticated').map(({ path }) => example(path));

describe('the page', () => {
  it.each([...guarded, ...open])('is served on the client route %s', async (path) => {
    const { status, type, text } = await signedIn(path);
    expect([status, type]).toEqual([200, 'text/html']);
    expect(text).toContain('Loading, please wait...');
  });

  it.each(['/feed/', '/FEED', '/profile/a.b', '/feed?tab=1'])(
    'is served on %s, as the client routes it',
    async (path) => {
      expect((await signedIn(path)).status).toBe(200);
    },
  );

  it('is served on a client route whatever the client says it accepts', async () => {
    expect((await request(gateway.url).get('/login').set('Accept', '*/*')).text).toContain('Loading');
  });

  it.each(['/nope', '/feed/nope', '/profile/edit/x'])('comes with 404 where somebody navigates to %s', async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain('Loading');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['/moderation', '/Moderation/'])(
    'of %s, which needs a role, is that of an unknown path to everybody, and names no screen',
    async (path) => {
      for (const ask of [get, signedIn]) {
        const [known, unknown] = [await ask(path), await ask('/nope')];
        const { date: _, 'x-request-id': __, ...headers } = known.headers;
        expect({ status: known.status, text: known.text }).toEqual({ status: 404, text: unknown.text });
        expect(unknown.headers).toMatchObject(headers);
      }
      expect((await request(gateway.url).get(path).set('Accept', '*/*')).body.code).toBe('not_found');
    },
  );

  it.each([
    ['a script', { Accept: '*/*' }],
    ['a picture', { Accept: 'image/avif,image/*;q=0.8' }],
    ['a script that says so', { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }],
  ])('is not the answer to %s that asks for an unknown path', async (_, headers) => {
    const { status, type, body } = await request(gateway.url).get('/nope').set(headers);
    expect([status, type, body.code]).toEqual([404, 'application/json', 'not_found']);
  });

  it('names the files of its own screen, and no other page does', async () => {
    const [feed, projects] = await Promise.all([signedIn('/feed'), signedIn('/projects')]);
    expect(feed.text).toContain('<link rel="modulepreload" crossorigin href="/assets/feed-page-01234567.js">');
    expect(feed.text).toContain('<link rel="preload" as="style" crossorigin href="/assets/signed-in-01234567.css">');
    expect(projects.text).not.toContain('feed-page');
    expect(feed.headers.etag).not.toBe(projects.headers.etag);
  });

  it('says where the API is, that this is a demonstration, and nothing of browsers that may keep it', async () => {
    const { text } = await get('/');
    expect(text).toContain('<meta name="api-base" content="/api/">');
    expect(text).toContain('<meta name="demo" content="on">');
    expect(text).not.toContain('name="offline"');
  });

  it('says where DEMO and OFFLINE are off, and has no sample credentials then', async () => {
    const plain = await startSiteGateway({ demo: false, offline: false });
    onTestFinished(() => plain.close());
    const { text } = await request(plain.url).get('/');
    expect(text).toContain('<meta name="demo" content="off">');
    expect(text).toContain('<meta name="offline" content="off">');
    expect(text).toContain('Rendered without them');
  });

  it('is compressed, with the tags in every encoding', async () => {
    const [br, gzip] = await Promise.all(
      ['br', 'gzip'].map((encoding) => get('/').set('Accept-Encoding', encoding).buffer(true)),
    );
    expect(gzip?.headers['content-encoding']).toBe('gzip');
    expect(gzip?.text).toContain('api-base');
    expect(br?.headers['content-encoding']).toBe('br');
    expect(br?.headers.etag).not.toBe(gzip?.headers.etag);
  });

  it('of an open route is asked for again each time, and is 304 while it is the same', async () => {
    const { headers } = await get('/').set('Accept-Encoding', 'gzip');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toBe('Accept-Encoding, Cookie');
    const again = await get('/')
      .set('Accept-Encoding', 'gzip')
      .set('If-None-Match', headers.etag as string);
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(again.headers['content-length']).toBeUndefined();
  });

  it('of a guarded route is stored by nobody', async () => {
    expect((await signedIn('/feed')).headers['cache-control']).toBe('no-store');
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, text } = await request(gateway.url).head('/').set('Accept-Encoding', 'identity');
    expect([status, text ?? '']).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(100);
  });

  it('is there for reading alone', async () => {
    const { status, body, headers } = await request(gateway.url).put('/login');
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.allow).toBe('GET, HEAD');
  });
});

describe('a visitor without a session', () => {
  it.each(guarded)('is sent home from %s before the client is loaded', async (path) => {
    const { status, headers, text } = await get(path).redirects(0);
    expect([status, headers.location, headers['cache-control'], text]).toEqual([302, '/', 'no-store', '']);
    const [cookie = '', ...more] = headers['set-cookie'] as unknown as string[];
    expect(more).toEqual([]);
    const [pair, ...attributes] = cookie.split('; ').filter((part) => !part.startsWith('Expires='));
    expect(pair).toBe(`refused=${encodeURIComponent(path)}`);
    expect(attributes.sort()).toEqual(['Max-Age=600', 'Path=/', 'SameSite=Lax']);
  });

  it.each([
    ['/search?q=react&next=//evil.test', '/search?q=react&next=//evil.test'],
    [`/search?q=${'x'.repeat(5000)}`, '/search'],
  ])('finds the whole address again after the login', async (address, kept) => {
    const { headers } = await get(address).redirects(0);
    expect(headers.location).toBe('/');
    const [cookie = ''] = headers['set-cookie'] as unknown as string[];
    expect(cookie.split(';')[0]).toBe(`refused=${encodeURIComponent(kept)}`);
  });
});

describe('a visitor with a session', () => {
  it('learns from the page what the upstream can do there, once that is known', async () => {
    // As our upstream does: passkeys are listed for the host that they belong to.
    const upstream = await startHttpUpstream((req, res) => {
      const passkeys = req.headers['x-forwarded-host'] === 'localhost' ? ['passkeys'] : [];
      res.end(JSON.stringify({ capabilities: ['search', 'media', 'new', ...passkeys] }));
    });
    const known = await startSiteGateway({}, { upstreamUrl: upstream.url });
    const meta = async (host: string) =>
      /<meta name="capabilities" content="([^"]*)">/.exec(
        (await request(known.url).get('/login').set({ Accept: 'text/html', Host: host })).text,
      )?.[1];
    expect(await meta('127.0.0.1:3000')).toBeUndefined();
    await expect.poll(() => meta('127.0.0.1:3000')).toBe('search media');
    expect(await meta('localhost:3000')).toBe('search media passkeys');
    await known.close();
    await upstream.close();
  });

  it('gets the profile call preloaded with a page, and nobody else does', async () => {
    expect((await signedIn('/feed')).headers.link).toBe(
      '</api/profile/view>; rel=preload; as=fetch; crossorigin=use-credentials',
    );
    expect((await signedIn('/nope')).headers.link).toBeUndefined();
    expect((await get('/')).headers.link).toBeUndefined();
  });
});

describe('an open page', () => {
  const prerendered = 'Rendered with the sample credentials';
  const etagOf = async (asked: request.Test) => (await asked.set('Accept-Encoding', 'gzip')).headers.etag;

  it('is sent pre-rendered to a visitor without a session', async () => {
    expect((await get('/')).text).toContain(prerendered);
    expect((await get('/login')).text).not.toContain(prerendered);
  });

  it('is sent without its screen with a session cookie, which may be valid, and as another version', async () => {
    expect((await signedIn('/')).text).not.toContain(prerendered);
    expect(await etagOf(signedIn('/'))).not.toBe(await etagOf(get('/')));
  });

  it('exists without a screen too, for browsers to keep', async () => {
    const { status, text, headers } = await request(gateway.url).get('/index.html');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(text).toContain('<meta name="api-base" content="/api/">');
    expect(text).not.toContain(prerendered);
  });
});

describe('a malformed address', () => {
  // fetch and supertest would repair such an address before it is sent.
  const ask = (target: string, ...headers: string[]) =>
    rawRequest(gateway.port, head(`GET ${target}`, 'Connection: close', ...headers));

  it('shows the page with 400 to a person who follows it', async () => {
    const reply = await ask('/%ZZ', 'Accept: text/html', 'Sec-Fetch-Mode: navigate');
    expect([reply.status, reply.values('content-type')]).toEqual([400, ['text/html; charset=utf-8']]);
    expect(reply.values('cache-control')).toEqual(['no-store']);
    expect(reply.values('connection')).toEqual(['close']);
    expect(reply.body).toContain('<title>DotCode</title>');
  });

  it.each([
    ['/%ZZ', ['Accept: */*']],
    ['/%ZZ', ['Accept: text/html', 'Sec-Fetch-Mode: cors']],
    ['/api/%ZZ', ['Accept: text/html']],
  ])('is JSON to a program: %s, %o', async (target, headers) => {
    const reply = await ask(target, ...headers);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([400, 'bad_target']);
  });
});

import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { makeSite, type SiteFixture } from '#tests/support/site-fixture.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

const upstreamUrl = 'http://127.0.0.1:1';
const publicUrl = 'https://dotcode.example';
let sites: SiteFixture[];
let known: StartedGateway;
let unknown: StartedGateway;

beforeAll(async () => {
  sites = [makeSite({ publicUrl, textsElsewhere: { terms: 'https://dotcode.example/terms?a=1&b=2' } }), makeSite()];
  [known, unknown] = (await Promise.all(
    sites.map(({ site }) => startGateway({ upstreamUrl, site, config: { trustProxy: ['loopback'] } })),
  )) as [StartedGateway, StartedGateway];
});
afterAll(async () => {
  await Promise.all([known.close(), unknown.close()]);
  for (const { remove } of sites) remove();
});

const get = (gateway: StartedGateway, path: string) =>
  request(gateway.url)
    .get(path)
    .set({ Accept: 'text/html', Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'https' });

describe('a link to an open page', () => {
  it.each([
    ['/', 'https://dotcode.example/'],
    ['/login', 'https://dotcode.example/login'],
    ['/login?mode=x', 'https://dotcode.example/login'],
  ])('%s shows its title, its words and a picture elsewhere', async (path, address) => {
    const { text } = await get(known, path);
    expect(text).toContain(`<link rel="canonical" href="${address}">`);
    expect(text).toContain(`<meta property="og:url" content="${address}">`);
    expect(text).toContain('<meta property="og:title" content="DotCode">');
    expect(text).toContain('<meta property="og:description" content="Developers connect.">');
    expect(text).toContain('<meta property="og:image" content="https://dotcode.example/share.png">');
    expect(text).toContain('<meta property="og:image:width" content="1200">');
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('has the same tags as a pre-rendered page and as the one with a loading gate', async () => {
    const tags = (text: string) => text.match(/<(?:link rel="canonical"|meta (?:property|name="twitter))[^>]*>/g);
    const prerendered = await get(known, '/');
    const gate = await get(known, '/').set('Cookie', '__Host-token=abc');
    expect(prerendered.text).toContain('Rendered');
    expect(gate.text).toContain('Loading');
    expect(tags(prerendered.text)).toHaveLength(11);
    expect(tags(prerendered.text)).toEqual(tags(gate.text));
  });

  it('never repeats the host of the request: without PUBLIC_URL its addresses are relative', async () => {
    for (const gateway of [known, unknown])
      for (const path of ['/', '/login', '/robots.txt', '/sitemap.xml', '/nope'])
        expect((await get(gateway, path)).text, path).not.toContain('evil');
    const { text } = await get(unknown, '/login');
    expect(text).toContain('<link rel="canonical" href="/login">');
    expect(text).toContain('<meta property="og:image" content="/share.png">');
    expect(text).not.toContain('og:url');
  });

  it('to a guarded page shows nothing, and pages without words of their own are not listed', async () => {
    const guarded = await get(known, '/feed').set('Cookie', 'token=abc');
    expect(guarded.text).not.toContain('og:');
    for (const path of ['/error', '/index.html'])
      expect((await get(known, path)).headers['x-robots-tag'], path).toBe('noindex');
    expect((await get(known, '/')).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('what search engines read', () => {
  it('robots.txt names the sitemap where there is one', async () => {
    const [withMap, without] = await Promise.all([get(known, '/robots.txt'), get(unknown, '/robots.txt')]);
    expect(withMap.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(withMap.headers['cache-control']).toBe('public, max-age=86400');
    expect(withMap.text).toMatch(/^Disallow: \/api\/$/m);
    expect(withMap.text).toMatch(/^Sitemap: https:\/\/dotcode\.example\/sitemap\.xml$/m);
    expect(without.text).not.toContain('Sitemap');
  });

  it('sitemap.xml is 503, and kept nowhere, while the upstream is away', async () => {
    const { status, headers } = await get(known, '/sitemap.xml');
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it.each([
    [500, 503],
    [429, 503],
  ])('sitemap.xml is not half a list where the upstream answers %i', async (answered, status) => {
    const upstream = await startHttpUpstream((_req, res) => void res.writeHead(answered).end('{}'));
    const gateway = await startGateway({ upstreamUrl: upstream.url, site: (sites[0] as SiteFixture).site });
    const reply = await get(gateway, '/sitemap.xml');
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, 'no-store']);
    await gateway.close();
    await upstream.close();
  });

  it('sitemap.xml lists the open pages of an upstream without public ones', async () => {
    const upstream = await startHttpUpstream((_req, res) => void res.writeHead(404).end('{}'));
    const gateway = await startGateway({ upstreamUrl: upstream.url, site: (sites[0] as SiteFixture).site });
    const { status, headers, text } = await get(gateway, '/sitemap.xml').buffer(true);
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://dotcode.example/',
      'https://dotcode.example/login',
      'https://dotcode.example/privacy',
      'https://dotcode.example/terms',
    ]);
    expect((await request(gateway.url).head('/sitemap.xml')).status).toBe(200);
    await gateway.close();
    await upstream.close();
  });

  it('there is no sitemap without PUBLIC_URL', async () => {
    expect((await get(unknown, '/sitemap.xml')).status).toBe(404);
  });
});

describe('privacy and terms', () => {
  it('are pages that search engines may list, pre-rendered', async () => {
    const { status, text, headers } = await get(unknown, '/privacy');
    expect([status, headers['x-robots-tag']]).toEqual([200, undefined]);
    expect(text).toContain('The text of the product');
  });

  it('lead to the page elsewhere that the operator names', async () => {
    const { status, headers } = await get(known, '/terms');
    expect([status, headers.location]).toEqual([302, 'https://dotcode.example/terms?a=1&b=2']);
    expect((await get(known, '/privacy')).status).toBe(200);
  });
});

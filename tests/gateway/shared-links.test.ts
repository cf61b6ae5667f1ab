import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { day } from '#shared/durations.ts';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { StartedGateway } from '#tests/support/start-gateway.ts';

const publicUrl = 'https://dotcode.example';
const contact = 'mailto:security@example.com';
const textsElsewhere = { terms: 'https://dotcode.example/terms?a=1&b=2' };
let known: StartedGateway;
let unknown: StartedGateway;

beforeAll(async () => {
  known = await startSiteGateway({ publicUrl, textsElsewhere }, { config: { contact } });
  unknown = await startSiteGateway();
});
afterAll(async () => {
  await Promise.all([known.close(), unknown.close()]);
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

  /** A gateway in front of an upstream that answers this to everything. */
  async function startBefore(status: number): Promise<StartedGateway> {
    const upstream = await startHttpUpstream((_req, res) => void res.writeHead(status).end('{}'));
    const gateway = await startSiteGateway({ publicUrl }, { upstreamUrl: upstream.url });
    onTestFinished(async () => {
      await gateway.close();
      await upstream.close();
    });
    return gateway;
  }

  it.each([500, 429])('sitemap.xml is not half a list where the upstream answers %i', async (answered) => {
    const { status, headers } = await get(await startBefore(answered), '/sitemap.xml');
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it('sitemap.xml lists the open pages of an upstream without public ones', async () => {
    const gateway = await startBefore(404);
    const { status, headers, text } = await get(gateway, '/sitemap.xml').buffer(true);
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual(
      ['/', '/login', '/privacy', '/terms'].map((path) => publicUrl + path),
    );
    expect((await request(gateway.url).head('/sitemap.xml')).status).toBe(200);
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

describe('/.well-known', () => {
  it('leads password managers to the settings', async () => {
    const { status, headers } = await request(unknown.url).get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/setting']);
  });

  it('says where to write about a vulnerability, for less than a year', async () => {
    const { status, text, headers } = await request(known.url).get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Contact: mailto:security@example\.com$/m);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / day;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(365);
  });

  it('has no security.txt where no contact is known, and nothing else', async () => {
    expect((await request(unknown.url).get('/.well-known/security.txt')).status).toBe(404);
    expect((await request(known.url).get('/.well-known/other')).status).toBe(404);
    expect((await request(known.url).post('/.well-known/change-password')).status).toBe(405);
  });
});

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSite } from '#server/site/site.ts';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

const id = '65f1c0ffee0badcafe123456';
const uploaded = '/api/media/0123456789abcdef01234567/card.webp';
const origin = 'https://dotcode.example';
const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>\u2028`;

/** Every field of a person and of a project, as an upstream that sends too much would. */
const everyUserField = {
  _id: id,
  ...{ firstName: 'Ana', lastName: 'Kim', photoUrl: uploaded, coverUrl: uploaded, headline: 'Builds', about: 'Lines' },
  ...{ emailId: 'private-emailId', password: 'private-password', location: 'private-location' },
  ...{ githubUrl: 'https://private-githubUrl.test', websiteUrl: 'https://private-websiteUrl.test' },
  ...{ createdAt: '2020-01-01T00:00:00.000Z', isPublic: true, skills: ['Go'] },
};
const everyProjectField = {
  _id: id,
  ...{ projectName: 'Kite', projectImage: uploaded, projectImageAlt: 'A kite', skills: ['Go'], description: 'Flies' },
  ...{ viewer: { relation: 'private-viewer' }, members: [{ firstName: 'private-members' }], interestedCount: 424242 },
  ...{ askers: 434343, createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2021-01-01T00:00:00.000Z', isPublic: true },
  creator: everyUserField,
};

let upstream: HttpUpstream;
let gateway: StartedGateway;
let folder: string;
/** The answers of the upstream by path; anything else is its 404. */
let answers: Record<string, { status?: number; body: unknown }>;
let asked: IncomingMessage[];

beforeAll(async () => {
  upstream = await startHttpUpstream((req, res) => {
    asked.push(req);
    const { status = 200, body } = answers[req.url ?? ''] ?? { status: 404, body: { code: 'not_found' } };
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  folder = mkdtempSync(join(tmpdir(), 'dotcode-share-'));
  cpSync('dist/client', folder, { recursive: true });
  gateway = await start({ points: { 'public-reads': 10_000 } });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answers = {
    [`/public/project/${id}`]: { body: { project: everyProjectField } },
    [`/public/profile/${id}`]: { body: { user: { ...everyUserField, projects: [everyProjectField] } } },
  };
});

function start(deps: Partial<Parameters<typeof startGateway>[0]> = {}, publicUrl: string | undefined = origin) {
  const site = loadSite({ folder, demo: false, offline: true, publicUrl });
  return startGateway({ upstreamUrl: upstream.url, site, ...deps });
}

const get = (path: string) => request(gateway.url).get(path).set('Accept', 'text/html');
const project = (fields: object) => {
  answers[`/public/project/${id}`] = { body: { project: { ...everyProjectField, ...fields } } };
};

describe('a public page', () => {
  it('shows a project, its creator and the way to them', async () => {
    const { status, text, headers } = await get(`/share/project/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('<title>Kite - DotCode</title>');
    expect(text).toContain('<p>Flies</p>');
    expect(text).toContain('Get Started to meet Ana');
    expect(text).toContain('alt="A kite"');
    expect(text).toContain(`href="/share/profile/${id}"`);
    expect(text).toContain(`href="/project/view/${id}"`);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('shows what the project says of itself, and links to the web only', async () => {
    project({
      ...{ status: 'building', hoursPerWeek: 3, repositoryUrl: 'https://code.test/kite' },
      ...{ demoUrl: 'javascript:alert(1)', roles: [{ name: 'Design', filled: false, secret: 'private-role' }] },
    });
    const { text } = await get(`/share/project/${id}`);
    for (const said of ['Building', 'About 3 hours a week', 'Design', 'href="https://code.test/kite"'])
      expect(text).toContain(said);
    for (const hidden of ['javascript:', 'private-role', 'Demo']) expect(text).not.toContain(hidden);
    const update = {
      text: 'Flew **high**',
      createdAt: '2026-01-02T00:00:00.000Z',
      author: { firstName: 'private-author' },
    };
    project({ updates: [update] });
    const page = (await get(`/share/project/${id}`)).text;
    for (const said of ['Updates', 'Flew <strong>high</strong>', 'January 2, 2026']) expect(page).toContain(said);
    expect(page).not.toContain('private-author');
  });

  it('shows a person and their projects', async () => {
    const { text } = await get(`/share/profile/${id}`);
    expect(text).toContain('<title>Ana Kim - DotCode</title>');
    expect(text).toContain('Builds');
    expect(text).toContain(`href="/share/project/${id}"`);
    expect(text).toContain('Get Started to meet Ana');
  });

  it('names its picture and its address as PUBLIC_URL has them, and none by the host of the request', async () => {
    const { text } = await get(`/share/project/${id}`).set('Host', 'evil.test');
    expect(text).toContain(`<link rel="canonical" href="${origin}/share/project/${id}"/>`);
    expect(text).toContain(`property="og:image" content="${origin}${uploaded.replace('card', 'cover')}"`);
    expect(text).not.toContain('evil.test');
    const plain = await start({}, '');
    const without = await request(plain.url).get(`/share/project/${id}`).set('Host', 'evil.test');
    await plain.close();
    expect(without.text).toContain(`<link rel="canonical" href="/share/project/${id}"/>`);
    expect(without.text).not.toContain('evil.test');
    expect(without.text).not.toContain('og:url');
  });

  it('shows uploaded pictures only, else the one that ships: other sites are not told who looks', async () => {
    const photoUrl = 'https://tracker.test/q.png';
    project({ projectImage: 'https://tracker.test/p.png', creator: { firstName: 'Ana', photoUrl } });
    const { text } = await get(`/share/project/${id}`);
    expect(text).not.toContain('tracker.test');
    expect(text).toContain('<svg');
    expect(text).toContain(`property="og:image" content="${origin}/share.png"`);
    const { status, headers } = await get('/share.png');
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('holds its styles by their hash, no style attribute and no script but the theme’s', async () => {
    for (const path of [`/share/project/${id}`, `/share/profile/${id}`]) {
      const { text, headers } = await get(path);
      expect(text).not.toMatch(/\sstyle=/);
      expect([...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
        ' src="/theme.js"',
        ' type="application/ld+json"',
      ]);
      const styles = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles));
      expect(headers['content-security-policy']).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
    }
  });

  it('contains no field but those that it prints, whatever the upstream sends', async () => {
    for (const path of [`/share/project/${id}`, `/share/profile/${id}`]) {
      const { text } = await get(path);
      expect(text).toContain('Ana');
      expect(text, path).not.toMatch(/private-|424242|434343|2020|2021/);
    }
  });

  it('says words in a title, a description or a skill as words, in the page and in its data', async () => {
    const updates = [{ text: evil, createdAt: '2026-01-01T00:00:00.000Z', picture: { url: uploaded, alt: evil } }];
    project({
      ...{ projectName: evil, skills: [evil], description: evil, updates },
      creator: { firstName: evil, lastName: evil },
    });
    const { text } = await get(`/share/project/${id}`);
    expect(text).not.toMatch(/<script>|<img src=x/);
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@type': 'CreativeWork', name: evil.slice(0, 80).trim() });
    expect(data).not.toMatch(/[<>\u2028]/);
  });

  it('is asked for without anybody’s session, and says who asks', async () => {
    await get(`/share/project/${id}`).set({
      Cookie: 'token=abc',
      Authorization: 'Bearer x',
      'X-Forwarded-For': '192.0.2.7',
    });
    const [{ headers, method } = {} as IncomingMessage] = asked;
    expect(method).toBe('GET');
    expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined]);
    expect(headers['x-forwarded-for']).toBe('192.0.2.7');
    expect(headers.via).toMatch(/dotcode/);
  });
});

describe('what is not public', () => {
  const ask = async (path: string) => {
    const { status, text, headers } = await get(path);
    const { 'x-request-id': _id, date: _date, ...kept } = headers;
    return { status, text, headers: kept };
  };

  it('is the 404 of any other address: unknown, switched off, malformed, or without the capability', async () => {
    answers = {
      '/public/project/html': { body: '<h1>Hello</h1>' },
      '/public/project/text': { status: 400, body: 'no' },
    };
    // The gateway learns in the background what the upstream offers, and the page says it from then on.
    await expect.poll(async () => (await ask('/nothing/here')).text).toContain('name="capabilities"');
    const wanted = await ask('/nothing/here');
    expect(wanted.status).toBe(404);
    asked = [];
    for (const path of ['project/x', `project/${id}`, `profile/${id}`, 'project/html', 'project/text'])
      expect({ path, ...(await ask(`/share/${path}`)) }).toEqual({ path, ...wanted });
    expect(asked).toHaveLength(5);
  });

  it('is not shown where an upstream answers with another shape', async () => {
    for (const body of [
      {},
      [],
      null,
      { project: null },
      { project: [] },
      { project: { _id: id } },
      { project: { ...everyProjectField, creator: 'Ana' } },
      { project: { ...everyProjectField, status: 'evil', hoursPerWeek: '<b>', roles: 'x' } },
      { project: { ...everyProjectField, updates: [{ text: 'No day', createdAt: 'x' }] } },
    ]) {
      answers = { [`/public/project/${id}`]: { body } };
      expect((await get(`/share/project/${id}`)).status, JSON.stringify(body)).toBe(404);
    }
  });

  it('disappears with the next request', async () => {
    expect((await get(`/share/project/${id}`)).status).toBe(200);
    answers = {};
    expect((await get(`/share/project/${id}`)).status).toBe(404);
  });

  it('other methods are refused, and a fault of the upstream is one', async () => {
    expect((await request(gateway.url).post(`/share/project/${id}`)).status).toBe(405);
    project({ unread: 'x'.repeat(2 * 1024 ** 2) });
    expect((await get(`/share/project/${id}`)).status, 'an answer of more than 2 MB').toBe(502);
    answers = { [`/public/project/${id}`]: { status: 500, body: {} } };
    expect((await get(`/share/project/${id}`)).status).toBe(503);
  });
});

describe('limits', () => {
  it('public pages and the calls behind them share one budget', async () => {
    const small = await start({ points: { 'public-reads': 3 } });
    try {
      const paths = [`/share/project/${id}`, `/share/profile/${id}`, `/api/public/project/${id}`];
      for (const path of paths) expect((await request(small.url).get(path)).status).toBe(200);
      for (const path of paths) {
        const { status, headers } = await request(small.url).get(path);
        expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
      }
      expect((await request(small.url).get('/api/profile/view')).status).toBe(404);
    } finally {
      await small.close();
    }
  });
});

describe('the sitemap', () => {
  it('lists public pages, page by page, and asks again only after a while', async () => {
    answers = {
      '/public/pages?kind=project': { body: { items: [{ _id: 'p1' }], nextCursor: 'n1' } },
      '/public/pages?kind=project&cursor=n1': { body: { items: [{ _id: "p'2" }, { _id: 7 }, null], nextCursor: null } },
      '/public/pages?kind=profile': { body: { items: [{ _id: 'a/b' }], nextCursor: null } },
    };
    const fresh = await start();
    try {
      const read = () => request(fresh.url).get('/sitemap.xml').buffer(true);
      const [one, other] = await Promise.all([read(), read()]);
      expect(
        [...one.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address?.slice(origin.length)),
      ).toEqual([
        '/',
        '/login',
        '/privacy',
        '/terms',
        '/share/project/p1',
        '/share/project/p&apos;2',
        '/share/profile/a%2Fb',
      ]);
      expect(other.text).toBe(one.text);
      expect(asked).toHaveLength(3);
    } finally {
      await fresh.close();
    }
  });
});

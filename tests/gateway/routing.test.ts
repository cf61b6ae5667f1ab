import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { makeSite, type SiteFixture } from '#tests/support/site-fixture.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let upstream: MisbehavingUpstream;
let fixture: SiteFixture;
let gateway: StartedGateway;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream((asked, socket) => {
    socket.write(answer(`{"asked":"${asked.target}"}`, asked.method === 'HEAD' ? { status: '204 No Content' } : {}));
  });
  fixture = makeSite();
  gateway = await startGateway({ upstreamUrl: upstream.url, site: fixture.site });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  fixture.remove();
});

const navigate = (path: string) => request(gateway.server).get(path).set('Accept', 'text/html').redirects(0);

describe('a path', () => {
  it.each([
    ['/api/user/feed', '/user/feed'],
    ['/api/', '/'],
    ['/api/health', '/health'],
    ['/api/socket.iox', '/socket.iox'],
  ])('below /api is the upstream’s: %s', async (path, asked) => {
    const { status, body } = await request(gateway.server).get(path);
    expect([status, body]).toEqual([200, { asked }]);
  });

  it.each(['/api', '/API/x', '/apix', '/assets/none.js', '/secret.txt', '/index.html.br', '/.vite/manifest.json'])(
    'that nothing answers to is 404 in the JSON shape, and never reaches the upstream: %s',
    async (path) => {
      const before = upstream.requests.length;
      const { status, body, headers } = await request(gateway.server).get(path);
      expect([status, body.code, body.requestId]).toEqual([404, 'not_found', headers['x-request-id']]);
      expect(upstream.requests).toHaveLength(before);
    },
  );

  it.each(['/', '/login', '/error'])('of an open page answers the client’s page: %s', async (path) => {
    const { status, type, text } = await navigate(path);
    expect([status, type]).toEqual([200, 'text/html']);
    expect(text).toContain('<title>DotCode</title>');
  });

  it('of a guarded page leads home without a session, and answers the page with one', async () => {
    expect((await navigate('/feed')).headers.location).toBe('/');
    expect((await navigate('/feed').set('Cookie', 'token=abc')).status).toBe(200);
  });

  it('that no page has shows the page with 404 to a person', async () => {
    const { status, type } = await navigate('/nowhere');
    expect([status, type]).toEqual([404, 'text/html']);
  });

  it('of a built file answers the file, and only to GET and HEAD', async () => {
    const file = '/assets/app-Abc_123-.js';
    const { status, type } = await request(gateway.server).get(file);
    expect([status, type]).toEqual([200, 'text/javascript']);
    await request(gateway.server).head(file).expect(200);
    await request(gateway.server).post(file).expect(405);
  });

  it('/health is the gateway’s own', async () => {
    const { status, body } = await request(gateway.server).get('/health');
    expect([status, body]).toMatchObject([200, { uptime: expect.any(Number) }]);
    await request(gateway.server).get('/health/other').expect(404);
  });
});

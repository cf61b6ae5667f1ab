import pino from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { connect } from '#tests/support/raw-exchange.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import type { StartedGateway } from '#tests/support/start-gateway.ts';
import { eventually } from '#tests/support/start-product.ts';

let lines: string[] = [];
let upstream: HttpUpstream;
let gateway: StartedGateway;
let arrived: PromiseWithResolvers<void>;

beforeAll(async () => {
  upstream = await startHttpUpstream((req, res) => {
    if (req.url?.startsWith('/silent')) return arrived.resolve();
    res
      .writeHead(200, { 'set-cookie': 'token=upstream-secret', 'x-request-id': 'the-upstreams-own' })
      .end('{"ok":true}');
  });
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  gateway = await startSiteGateway({}, { upstreamUrl: upstream.url, log });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => {
  lines = [];
});

async function requestLines(count = 1): Promise<Record<string, unknown>[]> {
  const found = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await eventually(() => found().length >= count);
  return found();
}

describe('the log', () => {
  it('has one line per request, with what an operator asks for', async () => {
    const { headers } = await request(gateway.url).get('/api/profile/65f1c0ffee?token=in-query');
    expect(await requestLines()).toEqual([
      expect.objectContaining({
        id: headers['x-request-id'],
        method: 'GET',
        route: '/api/profile/:id',
        status: 200,
        bytes: expect.any(Number),
        ms: expect.any(Number),
        upstreamMs: expect.any(Number),
        aborted: false,
      }),
    ]);
  });

  it('says how much was sent, and nothing of the upstream where it was not asked', async () => {
    await request(gateway.url).get('/assets/app-Abc_123-.js').set('Accept-Encoding', 'identity');
    const [line] = await requestLines();
    expect(line).toMatchObject({ route: '/assets/*', status: 200 });
    expect(line?.bytes).toBeGreaterThan(1000);
    expect(line).not.toHaveProperty('upstreamMs');
  });

  it('has no cookie, token, password, address or path of a person in it', async () => {
    await request(gateway.url)
      .post('/api/login?secret=in-query&sid=engine-session')
      .set({ Cookie: 'token=in-cookie', Authorization: 'Bearer in-header', 'X-Forwarded-For': '192.0.2.77' })
      .send({ emailId: 'ada@example.com', password: 'in-body' });
    await request(gateway.url).get('/api/chat/65f1c0ffee').set('Cookie', 'token=in-cookie');
    await requestLines(2);
    expect(lines.join('')).not.toMatch(
      /in-query|in-cookie|in-header|in-body|engine-session|upstream-secret|ada@|192\.0\.2\.77|65f1c0ffee/,
    );
  });

  it('calls a client that left before the answer 499', async () => {
    arrived = Promise.withResolvers();
    const socket = await connect(gateway.port);
    socket.write('GET /api/silent HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    expect(await requestLines()).toEqual([expect.objectContaining({ status: 499, aborted: true })]);
  });

  it('leaves out health checks', async () => {
    await request(gateway.url).get('/health');
    await request(gateway.url).get('/login');
    expect((await requestLines()).map(({ route }) => route)).toEqual(['/login']);
  });
});

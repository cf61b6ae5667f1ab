import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

/** Accepts one password and echoes everything else, as far as these tests need an upstream. */
let upstream: HttpUpstream;
let seen: { path: string; body: string }[] = [];
const gateways: StartedGateway[] = [];

beforeAll(async () => {
  upstream = await startHttpUpstream(async (req, res) => {
    if (req.url === '/capabilities') return void res.writeHead(404).end();
    const body = Buffer.concat(await req.toArray()).toString();
    seen.push({ path: req.url ?? '', body });
    const isWrong = req.url === '/login' && !body.includes('right');
    const isBroken = body.includes('broken');
    res.writeHead(isBroken ? 500 : isWrong ? 401 : 200, { 'content-type': 'application/json' });
    res.end(isWrong ? '{"code":"wrong_credentials","message":"no"}' : '{}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  seen = [];
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

const points = { 'login-network': 6, 'login-account': 3, signups: 2, writes: 4 };

async function start(overrides: Partial<GatewayOverrides> = {}): Promise<StartedGateway> {
  const gateway = await startGateway({ upstreamUrl: upstream.url, points, ...overrides });
  gateways.push(gateway);
  return gateway;
}

interface LoginOptions {
  email?: string | undefined;
  password?: string;
  from?: string;
}

function login(
  gateway: StartedGateway,
  { email = 'ada@example.com', password = 'wrong', from = '192.0.2.1' }: LoginOptions = {},
) {
  return request(gateway.url).post('/api/login').set('X-Forwarded-For', from).send({ emailId: email, password });
}

async function fail(gateway: StartedGateway, times: number, options: LoginOptions = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await login(gateway, options)).status);
  return statuses;
}

describe('failed logins', () => {
  it('close the account for a while, which the answer says', async () => {
    const gateway = await start();
    expect(await fail(gateway, 4)).toEqual([401, 401, 401, 429]);
    const { body, headers } = await login(gateway);
    expect(body).toMatchObject({ code: 'rate_limited', requestId: expect.any(String) });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    expect(headers['ratelimit-policy']).toBe('"login-account";q=3;w=30');
    expect(headers.ratelimit).toMatch(/^"login-account";r=0;t=\d+$/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('close it from every address, however the email is written, and no other account', async () => {
    const gateway = await start();
    await fail(gateway, 2);
    await fail(gateway, 1, { from: '192.0.2.2', email: ' ADA@example.com' });
    expect((await login(gateway, { from: '192.0.2.3', password: 'right' })).status).toBe(429);
    expect((await login(gateway, { from: '192.0.2.3', password: 'right', email: 'bob@example.com' })).status).toBe(200);
  });

  it('are forgiven by a login that succeeds', async () => {
    const gateway = await start();
    expect(await fail(gateway, 2)).toEqual([401, 401]);
    expect((await login(gateway, { password: 'right' })).status).toBe(200);
    expect(await fail(gateway, 3)).toEqual([401, 401, 401]);
  });

  it('from one address are limited whatever accounts they try, and other addresses are free', async () => {
    const gateway = await start();
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await login(gateway, { email: `p${i}@example.com` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect((await login(gateway, { email: 'new@example.com', from: '192.0.2.9' })).status).toBe(401);
  });

  it('cannot be spread over addresses that a stranger made up', async () => {
    const gateway = await start({ config: { trustProxy: [] } });
    const statuses = [];
    for (let i = 0; i < 7; i += 1) {
      statuses.push((await login(gateway, { email: `p${i}@example.com`, from: `192.0.2.${i}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('are counted for a whole /64 of IPv6', async () => {
    const gateway = await start();
    const statuses = [];
    for (let i = 0; i < 7; i += 1) {
      statuses.push((await login(gateway, { email: `p${i}@example.com`, from: `2001:db8:1:2::${i}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await login(gateway, { email: 'q@example.com', from: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('are not made more by trying many at once', async () => {
    const gateway = await start();
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await login(gateway)).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(seen).toHaveLength(3);
  });

  it('are counted when the body comes in chunks', async () => {
    const gateway = await start();
    const body = '{"emailId":"ada@example.com","password":"x"}';
    const chunked = `POST /api/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await rawRequest(gateway.port, chunked)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(seen.map((call) => call.body)).toEqual([body, body, body]);
  });

  it('cannot hide the account behind a long body', async () => {
    const gateway = await start();
    const { status } = await request(gateway.url)
      .post('/api/login')
      .send({ padding: 'x'.repeat(20_000), emailId: 'ada@example.com', password: 'wrong' });
    expect([status, seen.length]).toEqual([413, 0]);
  });

  it('wait for a body that is announced by Expect, and ask for it once', async () => {
    const gateway = await start();
    const body = '{"emailId":"ada@example.com","password":"right"}';
    const { text } = await rawRequest(
      gateway.port,
      `POST /api/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(text.match(/100 Continue/g)).toHaveLength(1);
    expect(text).toContain('HTTP/1.1 200');
  });

  it('that the upstream could not judge do not count', async () => {
    const gateway = await start();
    expect(await fail(gateway, 8, { password: 'broken' })).toEqual(Array(8).fill(500));
    expect((await login(gateway, { password: 'right' })).status).toBe(200);
  });
});

describe('signups', () => {
  it('are limited per address', async () => {
    const gateway = await start();
    const sign = (from: string) => request(gateway.url).post('/api/signup').set('X-Forwarded-For', from).send({});
    expect((await sign('192.0.2.1')).status).toBe(200);
    expect((await sign('192.0.2.1')).status).toBe(200);
    const { status, headers } = await sign('192.0.2.1');
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"signups";q=2;w=3600']);
    expect((await sign('192.0.2.2')).status).toBe(200);
  });
});

describe('writes', () => {
  const write = (gateway: StartedGateway, cookie: string) =>
    request(gateway.url).patch('/api/profile/edit').set('Cookie', cookie).send({ about: 'x' });

  it('are limited per session, apart from reading', async () => {
    const gateway = await start();
    for (let i = 0; i < 4; i += 1) expect((await write(gateway, `token=${'a'.repeat(43)}`)).status).toBe(200);
    const { status, headers } = await write(gateway, `token=${'a'.repeat(43)}`);
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"writes";q=4;w=60']);
    expect((await write(gateway, `token=${'b'.repeat(43)}`)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) {
      expect(
        (
          await request(gateway.url)
            .get('/api/user/feed')
            .set('Cookie', `token=${'a'.repeat(43)}`)
        ).status,
      ).toBe(200);
    }
  });

  it('are generous by default', async () => {
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    gateways.push(gateway);
    for (let i = 0; i < 100; i += 1) expect((await write(gateway, `token=${'a'.repeat(43)}`)).status).toBe(200);
  });
});

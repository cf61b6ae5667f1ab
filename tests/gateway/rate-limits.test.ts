import { createHash, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { createClient } from 'redis';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countInRedis } from '#platform/limits/count-in-redis.ts';
import { memoryCounters, redisCounters } from '#platform/limits/counters.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

/** Accepts one password and echoes everything else, as far as these tests need an upstream. */
let upstream: HttpUpstream;
let seen: { path: string; body: string }[] = [];
const gateways: StartedGateway[] = [];

beforeAll(async () => {
  upstream = await startHttpUpstream(async (req, res) => {
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

const budgetPoints = { 'login-network': 6, 'login-account': 3, 'login-device': 2, signups: 2, writes: 4 };

async function start(overrides: Partial<GatewayOverrides> = {}): Promise<StartedGateway> {
  const gateway = await startGateway({ upstreamUrl: upstream.url, budgetPoints, ...overrides });
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
    expect(Number(headers['retry-after'])).toBeGreaterThan(20);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    expect(headers['ratelimit-policy']).toBe('"login-account";q=3;w=900');
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

  /** The lines about closed accounts and refusals that four failed logins leave. */
  async function auditOfFailures(
    config: Partial<GatewayConfig> = {},
    email?: string,
  ): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    await fail(await start({ log: pino({ level: 'warn' }, sink), config }), 4, { email });
    return lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit !== undefined);
  }

  it('leave one line for the operator, without an address or an email in it', async () => {
    const audits = await auditOfFailures();
    expect(audits.map(({ audit }) => audit)).toEqual(['account-paused']);
    expect(JSON.stringify(audits)).not.toMatch(/192\.0\.2\.1|ada@example/);
  });

  it('name the account by a pseudonym that only those who have the SECRET can work out', async () => {
    const nameOf = async (letter: string, email?: string) => {
      const [paused] = await auditOfFailures({ secret: letter.repeat(32) }, email);
      return String(paused?.account);
    };
    const [one, again, other, ben] = await Promise.all([
      ...['a', 'a', 'b'].map((letter) => nameOf(letter)),
      nameOf('a', 'ben@example.com'),
    ]);
    expect(one).toMatch(/^[\w-]{12}$/);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(ben).not.toBe(one);
    const plainHash = createHash('sha256').update('ada@example.com').digest('base64url');
    expect(plainHash.startsWith(one ?? '')).toBe(false);
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

describe.skipIf(!(await redisIsExpected()))('two gateways with one Redis', () => {
  it('share what they count', async () => {
    const client = createClient({ url: redisUrl });
    client.on('error', () => undefined);
    await client.connect();
    const prefix = `test-${randomUUID()}`;
    try {
      const counters = redisCounters(client, prefix);
      const [one, two] = await Promise.all([start({ counters }), start({ counters })]);
      expect(await fail(one, 2)).toEqual([401, 401]);
      expect(await fail(two, 2)).toEqual([401, 429]);
      expect((await login(one, { password: 'right' })).status).toBe(429);
      expect((await client.keys(`${prefix}*`)).join()).not.toMatch(/ada@|192\.0/);
    } finally {
      const keys = await client.keys(`${prefix}*`);
      if (keys.length > 0) await client.del(keys);
      await client.close();
    }
  });

  it('count apart with different prefixes', async () => {
    const prefixes = [`test-${randomUUID()}`, `test-${randomUUID()}`];
    const log = pino({ level: 'silent' });
    const counting = prefixes.map((prefix) => countInRedis({ url: redisUrl, keyPrefix: prefix }, log));
    const client = await createClient({ url: redisUrl }).connect();
    const keysOf = async (prefix: string) => client.keys(`${prefix}*`);
    try {
      const [one, two] = await Promise.all(counting.map(({ counters }) => start({ counters })));
      if (one === undefined || two === undefined) throw new Error('two gateways were started');
      // The first attempts may come before the connection, and are then counted in the process.
      const areCounted = async () => {
        await Promise.all([
          fail(one, 1, { email: 'warm-up@example.com' }),
          fail(two, 1, { email: 'warm-up@example.com' }),
        ]);
        return (await Promise.all(prefixes.map(keysOf))).every((keys) => keys.length > 0);
      };
      await expect.poll(areCounted).toBe(true);
      const from = '198.51.100.7';
      expect(await fail(one, 4, { from })).toEqual([401, 401, 401, 429]);
      expect(await fail(two, 3, { from })).toEqual([401, 401, 401]);
    } finally {
      for (const { close } of counting) close();
      const keys = (await Promise.all(prefixes.map(keysOf))).flat();
      if (keys.length > 0) await client.del(keys);
      client.destroy();
    }
  });

  it('count each for itself while Redis is away', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const { counters, close } = countInRedis({ url: 'redis://127.0.0.1:1', keyPrefix: 'test' }, log);
    try {
      const [one, two] = await Promise.all([start({ counters }), start({ counters: memoryCounters() })]);
      expect(await fail(one, 4)).toEqual([401, 401, 401, 429]);
      expect(await fail(two, 1)).toEqual([401]);
      // Every failed attempt to connect is in that one line.
      expect(lines.map((line) => JSON.parse(line)).filter(({ service }) => service === 'Redis')).toMatchObject([
        { service: 'Redis', reason: expect.stringContaining('ECONNREFUSED 127.0.0.1:1') },
      ]);
    } finally {
      close();
    }
  });
});

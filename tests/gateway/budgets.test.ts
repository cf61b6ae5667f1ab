import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectAll } from '#platform/release-memory.ts';
import { type BudgetName, budgets, scaledPoints } from '#server/limits/budgets.ts';
import { day } from '#shared/durations.ts';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { handshake } from '#tests/support/web-socket.ts';

// Each budget of the table is used up by two kinds of callers: one session from two addresses, and two sessions (or
// accounts) from one address. A budget that counts something else than it says lets one of them through.
let upstream: HttpUpstream;
const gateways: StartedGateway[] = [];

beforeAll(async () => {
  upstream = await startHttpUpstream(async (req, res) => {
    if (req.url === '/capabilities') return void res.writeHead(404).end();
    await req.toArray().catch(() => []);
    const isAccountCall = ['/login', '/signup', '/profile/password'].includes(req.url ?? '');
    res.writeHead(isAccountCall ? 401 : 200, { 'content-type': 'application/json' });
    res.end('{}');
  });
});
afterAll(() => upstream.close());
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

interface Caller {
  address: string;
  session: string;
  account: string;
}
const here = { address: '192.0.2.1', session: 'a'.repeat(43), account: 'ada@mail.test' };
const elsewhere = { address: '198.51.100.2', session: 'b'.repeat(43), account: 'ben@mail.test' };

/** A call that takes a point of the budget. */
const calls: Record<BudgetName, (caller: Caller) => [method: 'get' | 'post' | 'patch', path: string, body?: object]> = {
  'login-network': ({ account }) => ['post', '/login', { emailId: account, password: 'Wrong#Passw0rd' }],
  'login-account': ({ account }) => ['post', '/login', { emailId: account, password: 'Wrong#Passw0rd' }],
  'password-checks': () => ['patch', '/profile/password', { currentPassword: 'Wrong#Passw0rd' }],
  signups: ({ account }) => ['post', '/signup', { emailId: account }],
  'refused-signups': ({ account }) => ['post', '/signup', { emailId: account }],
  writes: () => ['patch', '/profile/edit', { about: 'x' }],
  'network-writes': () => ['patch', '/profile/edit', { about: 'x' }],
  reads: () => ['get', '/profile/view'],
  'network-reads': () => ['get', '/profile/view'],
  'public-reads': () => ['get', '/public/profile/65f1c0ffee0badcafe123456'],
  handshakes: () => ['get', '/socket.io/?EIO=4&transport=polling'],
  'network-handshakes': () => ['get', '/socket.io/?EIO=4&transport=polling'],
};

/** A gateway in which this budget alone is small. */
async function startWith(name: BudgetName, more: Partial<GatewayOverrides> = {}): Promise<StartedGateway> {
  const gateway = await startGateway({
    upstreamUrl: upstream.url,
    points: { ...scaledPoints(1000), [name]: 2 },
    ...more,
  });
  gateways.push(gateway);
  return gateway;
}

async function call(gateway: StartedGateway, name: BudgetName, caller: Caller): Promise<request.Response> {
  const [method, path, body] = calls[name](caller);
  const sent = request(gateway.url)
    [method](`/api${path}`)
    .set('X-Forwarded-For', caller.address)
    .set('Cookie', `token=${caller.session}`);
  return body === undefined ? await sent : await sent.send(body);
}

/** Whether the last of the calls is refused. */
async function isRefused(gateway: StartedGateway, name: BudgetName, callers: readonly Caller[]): Promise<boolean> {
  let last = 0;
  for (const caller of callers) last = (await call(gateway, name, caller)).status;
  return last === 429;
}

/** Three calls that differ in all but the named part, of which the third is beyond two points. */
const same = {
  network: [here, { ...elsewhere, address: here.address }, here],
  session: [here, { ...elsewhere, session: here.session }, here],
  account: [here, { ...elsewhere, account: here.account }, here],
};
/** Three calls that have everything in common but the named part. */
const other = {
  network: [here, { ...here, address: elsewhere.address }, { ...here, address: '203.0.113.3' }],
  session: [here, { ...here, session: elsewhere.session }, { ...here, session: 'c'.repeat(43) }],
  account: [here, { ...here, account: elsewhere.account }, { ...here, account: 'cho@mail.test' }],
};

describe.each(Object.keys(budgets) as BudgetName[])('the budget %s', (name) => {
  const { by } = budgets[name];

  it('is used up by calls that have in common what it counts by, and nothing else', async () => {
    expect(await isRefused(await startWith(name), name, same[by])).toBe(true);
  });

  it('is not used up by calls that differ in what it counts by', async () => {
    expect(await isRefused(await startWith(name), name, other[by])).toBe(false);
  });
});

describe('an empty budget', () => {
  it('is not refilled by a clock that is set back a day, and names no longer wait than before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const gateway = await startWith('reads');
    expect(await isRefused(gateway, 'reads', same.session)).toBe(true);
    vi.setSystemTime(start - day);
    const { status, headers } = await call(gateway, 'reads', here);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(budgets.reads.seconds);
  });

  it('is told in a sentence, in headers and to the metrics', async () => {
    const refused: string[] = [];
    const gateway = await startWith('reads', {
      metrics: { refused: (budget) => refused.push(budget), record: () => undefined, countReport: () => undefined },
    });
    expect(await isRefused(gateway, 'reads', [here, here])).toBe(false);
    const { status, body, headers } = await call(gateway, 'reads', here);
    expect([status, body.code, headers['ratelimit-policy']]).toEqual([429, 'rate_limited', '"reads";q=2;w=60']);
    expect(headers.ratelimit).toMatch(/^"reads";r=0;t=\d+$/);
    expect(body.message).toMatch(/^Too many requests at once. Try again in \d+ seconds\.$/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(refused).toEqual(['reads']);
  });

  it('is empty for the same session when its cookie is written in another way', async () => {
    const gateway = await startWith('reads');
    const session = `%61${here.session.slice(1)}`;
    expect(await isRefused(gateway, 'reads', [here, here, { ...here, session }])).toBe(true);
  });

  it('is empty sooner where the upstream has more to do', async () => {
    const gateway = await startWith('reads', { points: { reads: 6 } });
    const search = () => request(gateway.url).get('/api/search/people?q=a').set('Cookie', `token=${here.session}`);
    expect([(await search()).status, (await search()).status, (await search()).status]).toEqual([200, 200, 429]);
  });
});

describe('the memory of the budgets', () => {
  it('holds little of a session, however long its cookie and the header around it', async () => {
    const gateway = await startGateway({ upstreamUrl: upstream.url, points: scaledPoints(1000) });
    gateways.push(gateway);
    /** Calls with a session each, in headers of 13 kB. */
    const heapAfter = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const cookie = `token=${times}.${i}.${'a'.repeat(4000)}; other=${'b'.repeat(9000)}`;
        expect((await fetch(`${gateway.url}/api/x`, { headers: { cookie } })).status).toBe(200);
      }
      collectAll();
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(50);
    expect((await heapAfter(1000)) - before).toBeLessThan(5_000_000);
  });
});

describe('the budgets as they are shipped', () => {
  it('are enough for a busy user', async () => {
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    gateways.push(gateway);
    for (let i = 0; i < 300; i += 1) expect((await call(gateway, 'reads', here)).status).toBe(200);
    for (let i = 0; i < 100; i += 1) expect((await call(gateway, 'writes', here)).status).toBe(200);
  });
});

describe('opening live connections', () => {
  const poll = '/api/socket.io/?EIO=4&transport=polling';

  it('needs a session, by polling and by WebSocket', async () => {
    const gateway = await startWith('handshakes');
    const polled = await request(gateway.url).get(poll);
    expect([polled.status, polled.body.code]).toEqual([401, 'unauthenticated']);
    const upgrade = await rawRequest(gateway.port, handshake({ isAnonymous: true }));
    expect([upgrade.status, JSON.parse(upgrade.body).code]).toEqual([401, 'unauthenticated']);
  });

  it('is limited whichever transport is asked for', async () => {
    const gateway = await startWith('handshakes');
    const cookie = `token=${here.session}`;
    const open = () => request(gateway.url).get(poll).set('Cookie', cookie);
    expect([(await open()).status, (await open()).status, (await open()).status]).toEqual([200, 200, 429]);
    expect((await rawRequest(gateway.port, handshake({ headers: [`Cookie: ${cookie}`] }))).status).toBe(429);
  });
});

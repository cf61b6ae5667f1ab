import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { handshake } from '#tests/support/web-socket.ts';

/** Accepts the password `right`, asks for a code after `half`, never answers `slow`, and counts what reaches it. */
let upstream: HttpUpstream;
let calls: string[] = [];
let bodies: string[] = [];
const gateways: StartedGateway[] = [];

beforeAll(async () => {
  upstream = await startHttpUpstream(async (req, res) => {
    if (req.url === '/capabilities') return void res.writeHead(404).end();
    calls.push(req.url ?? '');
    const body = Buffer.concat(await req.toArray().catch(() => [])).toString();
    bodies.push(body);
    if (body.includes('slow')) return;
    const isWrong = (req.url === '/login' || req.method === 'DELETE') && !body.includes('right');
    res.writeHead(isWrong ? 401 : 200, { 'content-type': 'application/json', 'set-cookie': 'token=session; Path=/' });
    res.end(body.includes('half') ? '{"code":"second_factor_required","message":"Type the code."}' : '{}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  calls = [];
  bodies = [];
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

async function start(overrides: Partial<GatewayOverrides> = {}): Promise<StartedGateway> {
  const gateway = await startGateway({
    upstreamUrl: upstream.url,
    points: { 'login-account': 3, 'login-network': 50 },
    ...overrides,
  });
  gateways.push(gateway);
  return gateway;
}

const session = (letter: string): string => `token=${letter.repeat(43)}`;

async function login(
  gateway: StartedGateway,
  options: { password: string; from?: string; cookie?: string; email?: string },
) {
  const { password, from = '192.0.2.1', cookie = '', email = 'ada@example.com' } = options;
  const call = request(gateway.url).post('/api/login').set('X-Forwarded-For', from);
  return await (cookie === '' ? call : call.set('Cookie', cookie)).send({ emailId: email, password });
}

describe('a login that is asked for a code', () => {
  it('takes nothing from the budgets, and a wrong code afterwards does', async () => {
    const gateway = await start();
    for (let i = 0; i < 5; i++) expect((await login(gateway, { password: 'half' })).status).toBe(401);
    for (let i = 0; i < 3; i++) expect((await login(gateway, { password: 'wrong' })).status).toBe(401);
    const refused = await login(gateway, { password: 'half' });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  });
});

describe('an attempt whose client hangs up', () => {
  it('counts like any other failed login', async () => {
    const gateway = await start();
    const body = '{"emailId":"ada@example.com","password":"slow"}';
    for (let i = 1; i <= 3; i += 1) {
      const socket = await connect(gateway.port);
      socket.write(
        `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await expect.poll(() => calls.length).toBe(i);
      socket.destroy();
      await once(socket, 'close');
    }
    expect((await login(gateway, { password: 'right' })).status).toBe(429);
  });
});

describe('the account of a login', () => {
  it.each([
    ['full-width letters', 'ａｄａ@example.com'],
    ['upper case and spaces', ' ADA@Example.com '],
    ['a full-width at sign', 'ada＠example.com'],
    ['an invisible character', 'a\u200bda@example.com'],
  ])('is the same when it is written with %s', async (_how, email) => {
    const gateway = await start();
    for (let i = 0; i < 3; i += 1) await login(gateway, { password: 'wrong', email });
    expect((await login(gateway, { password: 'right' })).status).toBe(429);
  });

  const json = '{"emailId":"ada@example.com","password":"wrong"}';
  it.each([
    ['gzip', { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }, gzipSync(json)],
    ['an unknown encoding', { 'Content-Encoding': 'x', 'Content-Type': 'application/json' }, Buffer.from(json)],
    ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }, Buffer.from(json, 'utf16le')],
    ['UTF-7', { 'Content-Type': 'application/json; charset=utf-7' }, Buffer.from(json)],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, Buffer.from('emailId=ada&password=x')],
  ])('cannot be hidden by %s', async (_how, headers, body) => {
    const gateway = await start();
    const answer = await fetch(`${gateway.url}/api/login`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'unsupported_media']);
    expect(calls).toEqual([]);
  });

  it.each([
    ['UTF-16 without a word about it', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['a byte order mark', Buffer.from(`\ufeff${json}`)],
    ['a second name', Buffer.from('{"emailId":"x@example.com","emailId":"ada@example.com","password":"wrong"}')],
  ])('is the one that the upstream reads, with %s', async (_how, body) => {
    const gateway = await start();
    const headers = { 'Content-Type': 'application/json' };
    for (let i = 0; i < 3; i += 1) await fetch(`${gateway.url}/api/login`, { method: 'POST', headers, body });
    const seen = bodies.filter((text) => text !== '').map((text) => JSON.parse(text).emailId);
    expect(seen.every((email) => email === 'ada@example.com')).toBe(true);
    if (seen.length > 0) expect((await login(gateway, { password: 'right' })).status).toBe(429);
  });
});

describe('somebody who fails logins on purpose', () => {
  it('keeps the owner of the account out for half a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const gateway = await start();
    for (let i = 0; i < 5; i += 1) await login(gateway, { password: 'wrong', from: `192.0.2.${i}` });
    const refused = await login(gateway, { password: 'right', from: '198.51.100.1' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
    vi.advanceTimersByTime(30_000);
    expect((await login(gateway, { password: 'right', from: '198.51.100.1' })).status).toBe(200);
    vi.useRealTimers();
  });
});

describe('a password that is checked within a session', () => {
  it('can be guessed a few times only', async () => {
    const gateway = await start({ points: { 'password-checks': 3 } });
    const guess = (cookie: string) =>
      request(gateway.url).delete('/api/profile').set('Cookie', cookie).send({ password: 'wrong' });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await guess(session('a'))).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await guess(session('b'))).status).toBe(401);
  });
});

describe('reading', () => {
  const read = (gateway: StartedGateway, cookie: string, from = '192.0.2.1', path = '/api/profile/1') =>
    request(gateway.url).get(path).set('Cookie', cookie).set('X-Forwarded-For', from);

  it('ends for a session that has read too much, with a sentence that says when it goes on', async () => {
    const refused: string[] = [];
    const gateway = await start({
      points: { reads: 5 },
      metrics: { refused: (budget) => refused.push(budget), record: () => undefined, countReport: () => undefined },
    });
    for (let i = 0; i < 5; i += 1) expect((await read(gateway, session('a'))).status).toBe(200);
    const { status, body, headers } = await read(gateway, session('a'));
    expect([status, body.code, headers['ratelimit-policy']]).toEqual([429, 'rate_limited', '"reads";q=5;w=60']);
    expect(body.message).toMatch(/^Too many requests at once. Try again in \d+ seconds\.$/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(refused).toEqual(['reads']);
    expect((await read(gateway, session('b'))).status).toBe(200);
  });

  it.each([
    ['a space before it', ` ${'a'.repeat(43)}`],
    ['quotes', `"${'a'.repeat(43)}"`],
    ['an escape', `%61${'a'.repeat(42)}`],
  ])('counts for the same session when its cookie has %s', async (_how, value) => {
    const gateway = await start({ points: { reads: 2 } });
    await read(gateway, session('a'));
    await read(gateway, session('a'));
    expect((await read(gateway, `token=${value}`)).status).toBe(429);
  });

  it('with made-up sessions ends for their network', async () => {
    const gateway = await start({ points: { reads: 100, 'network-reads': 4 } });
    const statuses = [];
    for (const letter of 'abcde') statuses.push((await read(gateway, session(letter))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await read(gateway, session('a'), '198.51.100.1')).status).toBe(200);
  });

  it('from one session through many addresses ends for the session', async () => {
    const gateway = await start({ points: { reads: 3 } });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await read(gateway, session('a'), `192.0.2.${i}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('costs more where the upstream has more to do', async () => {
    const gateway = await start({ points: { reads: 6 } });
    const search = () => read(gateway, session('a'), '192.0.2.1', '/api/search/people?q=a');
    expect([(await search()).status, (await search()).status, (await search()).status]).toEqual([200, 200, 429]);
  });

  it('is enough for a busy user, as it is shipped', async () => {
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    gateways.push(gateway);
    for (let i = 0; i < 300; i += 1) expect((await read(gateway, session('a'))).status).toBe(200);
  });
});

describe('opening live connections', () => {
  const poll = '/api/socket.io/?EIO=4&transport=polling';

  it('needs a session, by polling and by WebSocket', async () => {
    const gateway = await start();
    const polled = await request(gateway.url).get(poll);
    expect([polled.status, polled.body.code]).toEqual([401, 'unauthenticated']);
    const upgrade = await rawRequest(gateway.port, handshake({ isAnonymous: true }));
    expect([upgrade.status, JSON.parse(upgrade.body).code]).toEqual([401, 'unauthenticated']);
    expect(calls).toEqual([]);
  });

  it('is limited per session, whichever transport is asked for', async () => {
    const gateway = await start({ points: { handshakes: 2 } });
    const open = () => request(gateway.url).get(poll).set('Cookie', session('a'));
    expect([(await open()).status, (await open()).status, (await open()).status]).toEqual([200, 200, 429]);
    const upgrade = await rawRequest(gateway.port, handshake({ headers: [`Cookie: ${session('a')}`] }));
    expect(upgrade.status).toBe(429);
  });

  it('is limited for a whole /64 of IPv6', async () => {
    const gateway = await start({ points: { 'network-handshakes': 3 } });
    const statuses = [];
    for (const [i, letter] of [...'abcd'].entries()) {
      const call = request(gateway.url).get(poll).set('X-Forwarded-For', `2001:db8:1:2::${i}`);
      statuses.push((await call.set('Cookie', session(letter))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { head } from '#tests/support/gateway-suite.ts';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

/** Accepts the password `right`, asks for a code after `half`, fails at `broken`, and never answers `slow`. */
let upstream: HttpUpstream;
let gateway: StartedGateway;
let bodies: string[] = [];

beforeAll(async () => {
  upstream = await startHttpUpstream(async (req, res) => {
    if (req.url === '/capabilities') return void res.writeHead(404).end();
    const body = Buffer.concat(await req.toArray().catch(() => [])).toString();
    bodies.push(body);
    if (body.includes('slow')) return;
    const status = body.includes('right')
      ? 200
      : body.includes('broken')
        ? 500
        : body.includes('wrong 400')
          ? 400
          : 401;
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(body.includes('half') ? '{"code":"second_factor_required","message":"Type the code."}' : '{}');
  });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  bodies = [];
  gateway = await startGateway({ upstreamUrl: upstream.url, points: { 'login-account': 3, 'login-network': 50 } });
});
afterEach(() => gateway.close());

const login = (password: string, { from = '192.0.2.1', email = 'ada@example.com' } = {}) =>
  request(gateway.url).post('/api/login').set('X-Forwarded-For', from).send({ emailId: email, password });

async function statuses(times: number, password: string, email?: string): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i += 1) found.push((await login(password, email === undefined ? {} : { email })).status);
  return found;
}

const raw = (body: string, ...headers: string[]) =>
  rawRequest(
    gateway.port,
    head('POST /api/login', 'Connection: close', 'Content-Type: application/json', ...headers) + body,
  );

describe('failed logins', () => {
  it('from anywhere close the account to its owner too, for half a minute at most, which the answer says', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    for (let i = 0; i < 5; i += 1) await login('wrong', { from: `192.0.2.${i}` });
    const { status, body, headers } = await login('right', { from: '198.51.100.1' });
    expect([status, body]).toMatchObject([429, { code: 'rate_limited', requestId: expect.any(String) }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    vi.advanceTimersByTime(30_000);
    expect((await login('right', { from: '198.51.100.1' })).status).toBe(200);
    vi.useRealTimers();
  });

  it('are forgiven by a login that succeeds', async () => {
    expect(await statuses(2, 'wrong')).toEqual([401, 401]);
    expect(await statuses(1, 'right')).toEqual([200]);
    expect(await statuses(3, 'wrong')).toEqual([401, 401, 401]);
  });

  it('may be answered 400, as some upstreams do', async () => {
    expect(await statuses(4, 'wrong 400')).toEqual([400, 400, 400, 429]);
  });

  it('are not made more by trying many at once', async () => {
    const tried = await Promise.all(Array.from({ length: 12 }, async () => (await login('wrong')).status));
    expect(tried.filter((status) => status === 401)).toHaveLength(3);
    expect(bodies).toHaveLength(3);
  });

  it('that the upstream could not judge do not count', async () => {
    expect(await statuses(8, 'broken')).toEqual(Array(8).fill(500));
    expect(await statuses(1, 'right')).toEqual([200]);
  });

  it('are none where a code is asked for, and a wrong code afterwards is one', async () => {
    expect(await statuses(5, 'half')).toEqual(Array(5).fill(401));
    expect(await statuses(3, 'wrong')).toEqual([401, 401, 401]);
    expect(await statuses(1, 'half')).toEqual([429]);
  });

  it('are those too whose client hangs up', async () => {
    const body = '{"emailId":"ada@example.com","password":"slow"}';
    for (let i = 1; i <= 3; i += 1) {
      const socket = await connect(gateway.port);
      socket.write(head('POST /api/login', 'Content-Type: application/json', `Content-Length: ${body.length}`) + body);
      await expect.poll(() => bodies.length).toBe(i);
      socket.destroy();
      await once(socket, 'close');
    }
    expect(await statuses(1, 'right')).toEqual([429]);
  });

  it('are counted when the body comes in chunks', async () => {
    const body = '{"emailId":"ada@example.com","password":"x"}';
    const chunks = `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    const found = [];
    for (let i = 0; i < 4; i += 1) found.push((await raw(chunks, 'Transfer-Encoding: chunked')).status);
    expect(found).toEqual([401, 401, 401, 429]);
    expect(bodies).toEqual([body, body, body]);
  });

  it('wait for a body that is announced by Expect, and ask for it once', async () => {
    const body = '{"emailId":"ada@example.com","password":"right"}';
    const { text } = await raw(body, 'Expect: 100-continue', `Content-Length: ${body.length}`);
    expect(text.match(/100 Continue/g)).toHaveLength(1);
    expect(text).toContain('HTTP/1.1 200');
  });
});

describe('the account of a login', () => {
  it('is the same when it is written in other letters', async () => {
    await statuses(3, 'wrong', ' ａｄａ@Example.com ');
    expect(await statuses(1, 'right')).toEqual([429]);
  });

  const json = '{"emailId":"ada@example.com","password":"wrong"}';
  const post = (headers: Record<string, string>, body: Buffer) =>
    fetch(`${gateway.url}/api/login`, { method: 'POST', headers, body: new Uint8Array(body) });

  it.each([
    ['gzip', { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }, gzipSync(json)],
    ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }, Buffer.from(json, 'utf16le')],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, Buffer.from('emailId=ada&password=x')],
  ])('cannot be hidden by %s', async (_how, headers, body) => {
    const answer = await post(headers as Record<string, string>, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'unsupported_media']);
    expect(bodies).toEqual([]);
  });

  it.each([
    ['UTF-16 without a word about it', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['a byte order mark', Buffer.from(`\ufeff${json}`)],
    ['a second name', Buffer.from('{"emailId":"x@example.com","emailId":"ada@example.com","password":"wrong"}')],
  ])('is the one that the upstream reads, with %s', async (_how, body) => {
    for (let i = 0; i < 3; i += 1) await post({ 'Content-Type': 'application/json' }, body);
    const seen = bodies.filter((text) => text !== '').map((text) => JSON.parse(text).emailId);
    expect(seen.every((email) => email === 'ada@example.com')).toBe(true);
    if (seen.length > 0) expect(await statuses(1, 'right')).toEqual([429]);
  });
});

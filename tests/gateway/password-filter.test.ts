import { expect, it } from 'vitest';
import { largestLoginAnswer } from '#server/proxy/login-answer.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const user = { _id: '1', firstName: 'Ada', emailId: 'ada@example.com', __v: 0 };
const json = 'Content-Type: application/json';

describeGateway('the answer to a login or a sign-up', (start) => {
  /** The answer that the client gets where the upstream sends these bytes. */
  const post = async (bytes: string, path = '/login') => {
    const { gateway, upstream } = await start((_request, socket) => socket.end(bytes, 'latin1'));
    const encodings = 'Accept-Encoding: gzip, br';
    const request = `${head(`POST /api${path}`, json, encodings, 'Content-Length: 2', 'Connection: close')}{}`;
    const reply = await rawRequest(gateway.port, request);
    return { reply, body: Buffer.from(reply.body, 'latin1').toString(), upstream };
  };
  const said = async (value: unknown, status = '200 OK', path?: string) =>
    (await post(answer(JSON.stringify(value), { status }), path)).body;

  it('loses the password’s hash, and is asked for unpacked', async () => {
    const headers = ['Set-Cookie: token=abc; Path=/', 'ETag: W/"1"'];
    const { reply, body, upstream } = await post(answer(JSON.stringify({ ...user, password: hash }), { headers }));
    expect(JSON.parse(body)).toEqual(user);
    expect(reply.values('set-cookie').join()).toContain('token=abc');
    expect([reply.values('content-length'), reply.values('etag')]).toEqual([[String(body.length)], []]);
    const asked = upstream.requests.find(({ target }) => target === '/login');
    expect(asked?.values('accept-encoding')).toEqual(['identity']);
  });

  it('loses every field that is named like a password, at any depth, and keeps what is only about it', async () => {
    const secret = { confirmPassword: hash, user_password: hash, bcryptPasswordHash: hash, PASSWORD: hash, hash };
    const about = { hasPassword: true, passwordChangedAt: '2026-01-01', hashtags: ['salt'] };
    const body = { message: 'Welcome', data: { savedUser: { ...user, ...about, ...secret }, nested: [{ salt: 'y' }] } };
    expect(JSON.parse(await said(body, '200 OK', '/signup'))).toEqual({
      message: 'Welcome',
      data: { savedUser: { ...user, ...about }, nested: [{}] },
    });
  });

  it.each([
    ['299 Fine', '{}'],
    ['300 Elsewhere', '{"password":"Too short."}'],
  ])('with status %s leaves as %s', async (status, expected) => {
    expect(await said({ password: 'Too short.' }, status)).toBe(expected);
  });

  it('that begins with a byte order mark is read as browsers read it', async () => {
    const body = Buffer.from(`\ufeff${JSON.stringify({ ...user, password: hash })}`).toString('latin1');
    const { body: left } = await post(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(JSON.parse(left)).toEqual(user);
  });

  it('that is text comes as it is', async () => {
    const text = 'Something went wrong Invalid Credentials';
    expect((await post(answer(text, { status: '400 Bad Request' }))).body).toBe(text);
  });

  it('that is nested deep is passed or refused', async () => {
    const { reply } = await post(answer(`${'['.repeat(100_000)}{"password":"${hash}"}${']'.repeat(100_000)}`));
    expect([200, 502]).toContain(reply.status);
    expect(reply.body).not.toContain(hash);
  });

  it.each(['204 No Content', '304 Not Modified'])('without a body has no length either: %s', async (status) => {
    const { reply } = await post(`HTTP/1.1 ${status}\r\nX-One: a\r\n\r\n`);
    expect([reply.values('content-length'), reply.values('x-one'), reply.body]).toEqual([[], ['a'], '']);
    expect(reply.status).toBe(Number(status.slice(0, 3)));
  });

  it.each([
    ['as long as is allowed', 200, answer('x'.repeat(largestLoginAnswer))],
    ['longer', 502, answer('x'.repeat(largestLoginAnswer + 1), { headers: ['X-Up: 1'] })],
    ['packed', 502, answer('{}', { headers: ['Content-Encoding: gzip', 'X-Up: 1'] })],
    ['cut', 502, 'HTTP/1.1 200 OK\r\nX-Up: 1\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('that is %s is answered %i, with nothing of it where it is refused', async (_what, status, bytes) => {
    const { reply } = await post(bytes);
    expect([reply.status, reply.values('x-up'), reply.values('cache-control')]).toEqual([status, [], ['no-store']]);
    if (status === 502) expect(JSON.parse(reply.body).requestId).toBe(reply.values('x-request-id')[0]);
    else expect(reply.body).toHaveLength(largestLoginAnswer);
  });
});

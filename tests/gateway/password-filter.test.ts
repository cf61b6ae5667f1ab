import { expect, it } from 'vitest';
import { describeGateway } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';

const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const user = { _id: '1', firstName: 'Ada', emailId: 'ada@example.com', __v: 0 };

const json =
  (value: unknown, status = '200 OK', headers: string[] = []): Behaviour =>
  (_request, socket) =>
    socket.write(answer(JSON.stringify(value), { status, headers }));

describeGateway('a reply to login or signup', (start) => {
  const post = async (behaviour: Behaviour, path = '/login') => {
    const { gateway, upstream } = await start(behaviour);
    const reply = await fetch(`${gateway.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
      body: '{}',
    });
    return { reply, text: await reply.text(), upstream };
  };

  it('loses the password’s hash, and nothing else', async () => {
    const login = await post(
      json({ ...user, password: hash }, '200 OK', ['Set-Cookie: token=abc; Path=/', 'ETag: W/"1"']),
    );
    expect(JSON.parse(login.text)).toEqual(user);
    expect(login.reply.headers.get('set-cookie')).toContain('token=abc');
    expect(login.reply.headers.get('content-length')).toBe(String(Buffer.byteLength(login.text)));
    expect(login.reply.headers.get('etag')).toBeNull();
    const signup = await post(
      json({ message: 'Welcome', data: { savedUser: { ...user, password: hash } } }),
      '/signup',
    );
    expect(JSON.parse(signup.text)).toEqual({ message: 'Welcome', data: { savedUser: user } });
  });

  it.each(['/LOGIN', '/login/', '/%6cogin', '/login?x=1'])(
    'is recognised however the path is written: %s',
    async (path) => {
      const { text } = await post(json({ ...user, password: hash }), path);
      expect(text).not.toContain(hash);
    },
  );

  it('is asked for unpacked, and loses what nested fields hold', async () => {
    const { text, upstream } = await post(json({ ...user, passwordHash: 'x', nested: [{ salt: 'y' }] }));
    expect(JSON.parse(text)).toEqual({ ...user, nested: [{}] });
    expect(upstream.requests.find(({ target }) => target === '/login')?.values('accept-encoding')).toEqual([
      'identity',
    ]);
  });

  it.each(['confirmPassword', 'userPassword', 'user_password', 'bcryptPasswordHash', 'PASSWORD'])(
    'loses %s',
    async (name) => {
      const { text } = await post(json({ user: { ...user, [name]: hash } }));
      expect(JSON.parse(text)).toEqual({ user });
    },
  );

  it('keeps what is only about the password', async () => {
    const about = { ...user, hasPassword: true, passwordChangedAt: '2026-01-01', hashtags: ['salt'] };
    expect(JSON.parse((await post(json(about))).text)).toEqual(about);
  });

  it.each([
    ['299 Fine', '{}'],
    ['300 Elsewhere', '{"password":"Too short."}'],
    ['422 Unfit', '{"password":"Too short."}'],
  ])('with status %s leaves as %s', async (status, expected) => {
    expect((await post(json({ password: 'Too short.' }, status))).text).toBe(expected);
  });

  it('that begins with a byte order mark is read as browsers read it', async () => {
    const body = Buffer.from(`\ufeff${JSON.stringify({ ...user, password: hash, hash })}`);
    const { text } = await post((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    expect(JSON.parse(text)).toEqual(user);
  });

  it('that is text comes as it is', async () => {
    const text = 'Something went wrong Invalid Credentials';
    const { text: passed } = await post((_request, socket) =>
      socket.write(answer(text, { status: '400 Bad Request' })),
    );
    expect(passed).toBe(text);
  });

  it.each([2600, 100_000])(
    'that is nested %i deep is passed or refused, and the gateway answers on',
    async (levels) => {
      const nested = `${'['.repeat(levels)}{"password":"${hash}"}${']'.repeat(levels)}`;
      const { reply, text } = await post((_request, socket) => socket.write(answer(nested)));
      expect([200, 502]).toContain(reply.status);
      expect(text).not.toContain(hash);
    },
  );
});

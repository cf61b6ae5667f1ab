import pino from 'pino';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text) || /^HTTP\/1.1 204.*\r\n\r\n$/s.test(text);
const setting =
  (cookies: string[], status = '200 OK'): Behaviour =>
  (_request, socket) =>
    socket.write(answer('{}', { status, headers: cookies.map((line) => `Set-Cookie: ${line}`) }));

describeGateway('cookies', (start) => {
  const set = async (line: string, { https = false, prefix = '' } = {}): Promise<string[]> => {
    const { gateway } = await start(setting([line]), { prefix });
    const proto = `X-Forwarded-Proto: ${https ? 'https' : 'http'}`;
    return (await rawRequest(gateway.port, head('GET /api/x', proto), whole)).values('set-cookie');
  };

  it.each(['200 OK', '302 Found', '401 Unauthorized', '500 Internal Server Error'])(
    'come one line each and in order, on %s',
    async (status) => {
      const lines = [
        'a=1; Path=/',
        'b="x, ; y"; Path=/',
        'c=3; Expires=Wed, 21 Oct 2099 07:28:00 GMT',
        'd=4; HttpOnly',
      ];
      const { gateway } = await start(setting(lines, status));
      const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
      expect(reply.values('set-cookie')).toEqual(lines);
    },
  );

  it.each(['Domain=api.internal', 'domain=.example.com', 'Domain=', 'DOMAIN = x'])(
    'belong to this host only, whatever the upstream says: %s',
    async (domain) => {
      expect(await set(`a=1; ${domain}; Path=/`)).toEqual(['a=1; Path=/']);
    },
  );

  it.each([
    ['/', '', '/'],
    ['/profile', '', '/api/profile'],
    ['/v1', '/v1', '/'],
    ['/v1/', '/v1', '/'],
    ['/v1/profile', '/v1', '/api/profile'],
    ['/', '/v1', '/'],
    ['nonsense', '', '/'],
  ])('with the path %s of an upstream at "%s" get the path %s', async (path, prefix, expected) => {
    expect(await set(`a=1; Path=${path}`, { prefix })).toEqual([`a=1; Path=${expected}`]);
  });

  it('for the session are kept from scripts and other sites', async () => {
    expect(await set('token=abc; Path=/')).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax']);
    expect(await set('token=abc', { https: true })).toEqual([
      '__Host-token=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(await set('token=abc; SameSite=Strict; Domain=x; Max-Age=60')).toEqual([
      'token=abc; Path=/; HttpOnly; Max-Age=60; SameSite=Strict',
    ]);
    expect(await set('token=abc; SameSite=None')).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax']);
  });

  it('for the session end at the same path as they began, also where the upstream only overwrites them', async () => {
    expect(await set('token=; Path=/x; Max-Age=0')).toEqual(['token=; Path=/; HttpOnly; Max-Age=0; SameSite=Lax']);
    expect(await set('token=j%3Anull; Path=/')).toEqual(['token=j%3Anull; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
  });

  it('never leave as SameSite=None without Secure', async () => {
    expect(await set('a=1; SameSite=None')).toEqual(['a=1; SameSite=Lax']);
    expect(await set('a=1; SameSite=None', { https: true })).toEqual(['a=1; SameSite=None; Secure']);
    expect(await set('a=1; SameSite=None; Secure', { https: true })).toEqual(['a=1; SameSite=None; Secure']);
  });

  it('lose what a connection over http cannot carry, which the log names once', async () => {
    expect(await set('token=abc; Secure')).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax']);
    expect(await set('token=abc; Secure; Partitioned')).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax']);
    expect(await set('a=1; Secure; SameSite=None; Partitioned')).toEqual(['a=1; SameSite=Lax']);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const { gateway } = await start(setting(['a=1; Secure; SameSite=None', 'token=abc; secure']), { log });
    for (let i = 0; i < 2; i += 1) await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ attribute: 'Secure' });
    expect(lines[0]).not.toContain('abc');
  });

  it('sent in two headers arrive as one', async () => {
    const { gateway, upstream } = await start(setting([]));
    await rawRequest(gateway.port, head('GET /api/x', 'Cookie: a=1; token=x', 'Cookie: b="2 3"'), whole);
    expect(upstream.requests[0]?.values('cookie')).toEqual(['a=1; token=x; b="2 3"']);
  });

  it('that double the session’s name are dropped', async () => {
    const { gateway, upstream } = await start(setting([]));
    await rawRequest(gateway.port, head('GET /api/x', 'Cookie: token=mine; a=1; token=planted'), whole);
    expect(upstream.requests[0]?.values('cookie')).toEqual(['token=mine; a=1']);
  });

  it('are called __Host- outside over https, and a plain one is no session there', async () => {
    expect(await set('token=abc; Domain=x', { https: true })).toEqual([
      '__Host-token=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(await set('token=abc')).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax']);
    const { gateway, upstream } = await start(setting([]));
    const cookie = 'Cookie: token=planted; a=1; __Host-token=mine';
    await rawRequest(gateway.port, head('GET /api/x', 'X-Forwarded-Proto: https', cookie), whole);
    await rawRequest(gateway.port, head('GET /api/x', 'X-Forwarded-Proto: https', 'Cookie: token=planted'), whole);
    expect(upstream.requests.map((request) => request.values('cookie'))).toEqual([['a=1; token=mine'], []]);
  });

  it.each(['token=mine', 'token=', 'tokens=1', 'a=token'])(
    'in a single header (%s) stay as they are',
    async (cookie) => {
      const { gateway, upstream } = await start(setting([]));
      await rawRequest(gateway.port, head('GET /api/x', `Cookie: ${cookie}`), whole);
      expect(upstream.requests[0]?.values('cookie')).toEqual([cookie]);
    },
  );
});

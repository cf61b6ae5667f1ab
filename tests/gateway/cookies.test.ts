import pino from 'pino';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => text.endsWith('}');
const setting =
  (cookies: string[]): Behaviour =>
  (_request, socket) =>
    socket.write(answer('{}', { status: '302 Found', headers: cookies.map((line) => `Set-Cookie: ${line}`) }));

describeGateway('cookies of the upstream', (start) => {
  it('come one line each and in order', async () => {
    const lines = ['a=1; Path=/', 'b="x, ; y"; Path=/', 'c=3; Expires=Wed, 21 Oct 2099 07:28:00 GMT', 'd=4; HttpOnly'];
    const { gateway } = await start(setting(lines));
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(reply.values('set-cookie')).toEqual(lines);
  });

  const session = 'token=abc; Path=/; HttpOnly; SameSite=Lax';
  it.each<[what: string, line: string, proto: 'http' | 'https', left: string]>([
    ['a domain', 'a=1; Domain=api.internal; Path=/', 'http', 'a=1; Path=/'],
    ['a domain that is empty', 'a=1; Domain=; Path=/', 'http', 'a=1; Path=/'],
    ['a domain in other letters', 'a=1; DOMAIN = x; Path=/', 'http', 'a=1; Path=/'],
    ['SameSite=None and no Secure, over http', 'a=1; SameSite=None', 'http', 'a=1; SameSite=Lax'],
    ['SameSite=None and no Secure, over https', 'a=1; SameSite=None', 'https', 'a=1; SameSite=None; Secure'],
    ['SameSite=None and Secure', 'a=1; SameSite=None; Secure', 'https', 'a=1; SameSite=None; Secure'],
    ['attributes that http cannot carry', 'a=1; Secure; SameSite=None; Partitioned', 'http', 'a=1; SameSite=Lax'],
    ['the session', 'token=abc; Domain=x', 'http', session],
    ['the session over https', 'token=abc; Domain=x', 'https', `__Host-${session}; Secure`],
    ['the session with Secure over http', 'token=abc; Secure; Partitioned', 'http', session],
    ['the session for every site', 'token=abc; SameSite=None', 'http', session],
    [
      'the session for a time',
      'token=abc; SameSite=Strict; Max-Age=60',
      'http',
      'token=abc; Path=/; HttpOnly; Max-Age=60; SameSite=Strict',
    ],
    [
      'the end of the session',
      'token=; Path=/x; Max-Age=0',
      'http',
      'token=; Path=/; HttpOnly; Max-Age=0; SameSite=Lax',
    ],
    [
      'a session that is overwritten',
      'token=j%3Anull; Path=/',
      'http',
      'token=j%3Anull; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ],
  ])('with %s leave as they may: %s (%s)', async (_what, line, proto, left) => {
    const { gateway } = await start(setting([line]));
    const reply = await rawRequest(gateway.port, head('GET /api/x', `X-Forwarded-Proto: ${proto}`), whole);
    expect(reply.values('set-cookie')).toEqual([left]);
  });

  it.each([
    ['/', '', '/'],
    ['/profile', '', '/api/profile'],
    ['/v1/', '/v1', '/'],
    ['/v1/profile', '/v1', '/api/profile'],
    ['/', '/v1', '/'],
    ['nonsense', '', '/'],
  ])('with the path %s of an upstream at "%s" get the path %s', async (path, prefix, expected) => {
    const { gateway } = await start(setting([`a=1; Path=${path}`]), { prefix });
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(reply.values('set-cookie')).toEqual([`a=1; Path=${expected}`]);
  });

  it('that lose Secure are named in the log, once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const { gateway } = await start(setting(['a=1; Secure; SameSite=None', 'token=abc; secure']), { log });
    for (let i = 0; i < 2; i += 1) await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ attribute: 'Secure' });
    expect(lines[0]).not.toContain('abc');
  });
});

describeGateway('cookies of the client', (start) => {
  it.each([
    ['in two headers arrive as one', 'http', ['a=1; token=x', 'b="2 3"'], ['a=1; token=x; b="2 3"']],
    ['that double the session’s name are dropped', 'http', ['token=mine; a=1; token=planted'], ['token=mine; a=1']],
    ['are called __Host- over https', 'https', ['token=planted; a=1; __Host-token=mine'], ['a=1; token=mine']],
    ['of the plain name are no session over https', 'https', ['token=planted'], []],
    ['without a value stay as they are', 'http', ['token='], ['token=']],
    ['with a name like the session’s stay as they are', 'http', ['tokens=1; a=token'], ['tokens=1; a=token']],
  ])('%s', async (_what, proto, headers, expected) => {
    const { gateway, upstream } = await start(setting([]));
    const lines = [`X-Forwarded-Proto: ${proto}`, ...headers.map((line) => `Cookie: ${line}`)];
    await rawRequest(gateway.port, head('GET /api/x', ...lines), whole);
    expect(upstream.requests[0]?.values('cookie')).toEqual(expected);
  });
});

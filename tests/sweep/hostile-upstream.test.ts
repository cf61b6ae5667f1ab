import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapedErrors } from '#tests/support/escaping-errors.ts';
import { head } from '#tests/support/gateway-suite.ts';
import { deep, type HostileAnswer, hostileAnswers, hostileUpgrades, nested } from '#tests/support/hostile-answers.ts';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';
import { type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { handshake } from '#tests/support/web-socket.ts';

const json = 'Content-Type: application/json';
const close = 'Connection: close';
const session = 'Cookie: token=session-of-the-tests';

/** Every way in which the gateway takes an answer: piped, read whole, unfinished upload, repeatable, without a body. */
const callsOf = (key: string): string[] => [
  head(`GET /api/x?${key}`, close, session),
  head(`HEAD /api/x?${key}`, close),
  `${head(`POST /api/login?${key}`, close, json, 'Content-Length: 2')}{}`,
  `${head(`POST /api/media?${key}`, close, session, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  `${head(`POST /api/media?${key}`, close, session, 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  head(`GET /api/capabilities?${key}`, close),
  // The gateway itself asks for the project.
  head(`GET /share/project/${key}`, close),
];

describe('the gateway’s process, in front of an upstream', () => {
  let upstream: MisbehavingUpstream;
  let product: Product;
  let port: number;
  const behaviours = new Map<string, HostileAnswer>();
  let hostile: HostileAnswer = (_request, socket) => socket.end(answer());
  beforeAll(async () => {
    upstream = await startMisbehavingUpstream((request, socket) => {
      const key = /\bcase-[a-z\d-]+/.exec(request.target)?.[0] ?? '';
      if (request.target === '/alive') socket.write(answer());
      else (behaviours.get(key) ?? hostile)(request, socket);
    });
    product = startProduct({
      UPSTREAM_URL: upstream.url,
      RATE_LIMIT_FACTOR: '1000',
      PROXY_TIMEOUT_MS: '1000',
      LOG_LEVEL: 'info',
    });
    port = Number(new URL(await readyUrl(product)).port);
  });
  afterAll(async () => {
    await product.end();
    await upstream.close();
  });

  /** One process from the first case to the last. */
  const answersOn = async () => {
    const health = await rawRequest(port, head('GET /health', close));
    const call = await rawRequest(port, head('GET /api/alive', close));
    expect([health.status, call.status, call.body]).toEqual([200, 200, '{}']);
    expect(escapedErrors(product.stdout())).toEqual([]);
    expect(product.child.exitCode).toBe(null);
  };

  /** By which the upstream knows the case of a call. */
  const keyOf = (name: string) => `case-${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;

  const exchange = async (bytes: string): Promise<string> => (await rawRequest(port, bytes)).text;

  it.concurrent.each(hostileAnswers)('that answers calls with %s, answers on', async (name, behaviour) => {
    const key = keyOf(name);
    behaviours.set(key, behaviour);
    const replies = await Promise.all(callsOf(key).map((bytes) => exchange(bytes)));
    for (const reply of replies) expect(reply).toMatch(/^HTTP\/1\.1 [1-5]\d\d |^$/);
    await answersOn();
  });

  it.concurrent.each(hostileUpgrades)('that answers a WebSocket with %s, answers on', async (name, behaviour) => {
    const key = keyOf(`socket ${name}`);
    behaviours.set(key, behaviour);
    const target = `/api/socket.io/?EIO=4&transport=websocket&${key}`;
    expect(await exchange(handshake({ target }))).toMatch(/^HTTP\/1\.1 [1-5]\d\d |^$/);
    await answersOn();
  });

  const login = (body: string) => `${head('POST /api/login', close, json, `Content-Length: ${body.length}`)}${body}`;

  it.each([
    ['a login nested deep', login(nested('[', ']'))],
    ['a login cut in the depth', login('['.repeat(deep))],
    ['forbidden trailers', `${head('POST /api/x', close, 'Transfer-Encoding: chunked')}0\r\nContent-Length: 9\r\n\r\n`],
    ['a WebSocket with a session nested deep', handshake({ headers: [`Cookie: token=${'%5B'.repeat(3000)}`] })],
    ['a thousand requests, and no HTTP', `${head('GET /health').repeat(1000)}\x01\r\n\r\n`],
  ])('answers on after a client has sent %s', async (_what, bytes) => {
    hostile = (_request, socket) => socket.end(answer());
    expect(await exchange(bytes)).toMatch(/^(HTTP\/1\.1 [1-5]\d\d |$)/);
    await answersOn();
  });

  const upgrade = handshake();
  it.each([
    ['in its head', upgrade.slice(0, 60)],
    ['in its body', `${head('POST /api/media', session, 'Content-Length: 100000')}{"a"`],
    ['while its call is under way', head('GET /api/never')],
    ['while its WebSocket is being opened', upgrade.replace('/api/socket.io/?', '/api/socket.io/?never=1&')],
    ['with pipelined calls under way', head('GET /api/never').repeat(50)],
  ])('answers on after clients have reset their connections %s', async (_when, bytes) => {
    hostile = () => undefined;
    for (let i = 0; i < 10; i += 1) {
      const socket = await connect(port);
      socket.on('error', () => undefined);
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
    }
    await answersOn();
  });
});

import type { IncomingMessage } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import type { ProxyPlugin } from '#server/proxy/upstream-middleware.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the time limit of 30 s pass within the tick of the caller: calls are watched by an interval. */
function timeOut(): void {
  // The last moment of an answer may come after the end of its test.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(40_000);
}

/** Moments of an answer's arrival. */
const moments: readonly (readonly [string, (proxyRes: IncomingMessage, then: () => void) => void])[] = [
  ['head', (_proxyRes, then) => then()],
  ['next tick after the head', (_proxyRes, then) => process.nextTick(then)],
  ['microtask after the head', (_proxyRes, then) => queueMicrotask(then)],
  ['before the first bytes are passed on', (proxyRes, then) => proxyRes.prependOnceListener('data', then)],
  ['after the first bytes were passed on', (proxyRes, then) => proxyRes.once('data', then)],
  ['before the end is passed on', (proxyRes, then) => proxyRes.prependOnceListener('end', then)],
  ['after the end was passed on', (proxyRes, then) => proxyRes.once('end', then)],
  ['next tick after the end', (proxyRes, then) => proxyRes.once('end', () => process.nextTick(then))],
  ['close', (proxyRes, then) => proxyRes.once('close', then)],
  ['next turn of the event loop', (_proxyRes, then) => setImmediate(then)],
];

const calls = [
  ['a piped call', head('GET /api/x', 'Connection: close')],
  ['an unfinished upload', `${head('POST /api/x', 'Content-Length: 9', 'Connection: close')}half`],
  ['a call whose answer is read whole', head('GET /api/capabilities', 'Connection: close')],
  [
    'a login',
    `${head('POST /api/login', 'Content-Type: application/json', 'Content-Length: 2', 'Connection: close')}{}`,
  ],
] as const;

const answers = [
  ['with a length', answer('{"ok":1}', { headers: ['X-Up: 1'] })],
  ['in chunks', 'HTTP/1.1 200 OK\r\nX-Up: 1\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"ok":1}\r\n0\r\n\r\n'],
  ['that stops after its head', 'HTTP/1.1 200 OK\r\nX-Up: 1\r\nContent-Length: 8\r\n\r\n'],
] as const;

describeGateway('an answer that comes at the very time limit', (start) => {
  // An error that nobody handles fails the test by itself: Vitest reports it.
  it.each(answers.flatMap(([kind, bytes]) => calls.map(([call, request]) => ({ kind, call, bytes, request }))))(
    '$kind, to $call, is passed on or replaced by one error',
    async ({ bytes, request }) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let reach: (typeof moments)[number][1] = () => undefined;
      const atTheMoment: ProxyPlugin = (proxy) =>
        proxy.on('proxyRes', (proxyRes) => {
          reach(proxyRes, timeOut);
          // A moment that does not come to this answer: the limit ends the call in its silence.
          const silence = setTimeout(timeOut, 20);
          proxyRes.once('close', () => clearTimeout(silence));
        });
      const { gateway } = await start((_request, socket) => socket.write(bytes), {
        proxyPlugins: [atTheMoment],
        clientTimes: { lingerMs: 20 },
      });
      for (const [moment, reachIt] of moments) {
        reach = reachIt;
        const reply = await rawRequest(gateway.port, request);
        expect(reply.text.match(/HTTP\/1\.1 \d/g)?.length ?? 0, moment).toBeLessThan(2);
        if (reply.status === 200) expect('{"ok":1}', moment).toContain(reply.body.replaceAll(/8\r\n|0?\r\n/g, ''));
        else if (reply.status !== 0)
          expect([reply.status, reply.values('x-up'), JSON.parse(reply.body)], moment).toEqual([
            expect.toBeOneOf([408, 504]),
            [],
            { code: expect.any(String), message: expect.any(String), requestId: expect.any(String) },
          ]);
      }
    },
  );
});

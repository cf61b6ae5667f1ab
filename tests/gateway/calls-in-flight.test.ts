import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';

const bounds = { inAll: 4, perNetwork: 2, perSession: 1, waiting: 10, waitingPerNetwork: 1, waitMs: 20 };
const patient = { ...bounds, waitMs: 20_000 };
const from = (address: string, session = '') =>
  head('GET /api/profile/view', `X-Forwarded-For: ${address}`, ...(session && [`Cookie: token=${session}`].flat()));
const isAnswered = (text: string) => text.endsWith('}');

describe('an upstream that answers nothing', () => {
  describeGateway('holds', (start) => {
    async function hold(port: number, seen: { requests: readonly unknown[] }, request: string) {
      const before = seen.requests.length;
      const socket = await connect(port);
      socket.write(request);
      await expect.poll(() => seen.requests.length, { interval: 5 }).toBe(before + 1);
      return socket;
    }

    it.each([
      ['a session', 1, () => from('192.0.2.1', 'a'.repeat(20)), from('192.0.2.2', 'a'.repeat(20))],
      ['a network', 2, () => from('192.0.2.1'), from('192.0.2.1')],
      ['everybody', 4, (i: number) => from(`192.0.2.${i}`), from('198.51.100.1')],
    ])('no more calls of %s than its bound; the next has 503 and when to come again', async (_who, most, of, next) => {
      const { gateway, upstream } = await start(() => {}, { callBounds: { calls: bounds, polls: bounds } });
      const held = [];
      for (let i = 0; i < most; i += 1) held.push(await hold(gateway.port, upstream, of(i)));
      const reply = await rawRequest(gateway.port, next, isAnswered);
      expect([reply.status, reply.values('retry-after')]).toEqual([503, ['1']]);
      expect(upstream.requests.length).toBe(most);
      for (const socket of held) socket.destroy();
    });

    it('a place for the next network, however many calls a few others have under way', async () => {
      const calls = { ...bounds, inAll: 8, perNetwork: 8 };
      const { gateway, upstream } = await start(() => {}, { callBounds: { calls, polls: calls } });
      const held = [];
      for (const [address, most] of [
        ['192.0.2.1', 4],
        ['192.0.2.2', 2],
        ['192.0.2.3', 1],
      ] as const) {
        for (let i = 0; i < most; i += 1) held.push(await hold(gateway.port, upstream, from(address)));
        expect((await rawRequest(gateway.port, from(address), isAnswered)).status).toBe(503);
      }
      held.push(await hold(gateway.port, upstream, from('192.0.2.4')));
      for (const socket of held) socket.destroy();
    });

    it('a place that is free again for the call that waits, and no longer a queue than its bound', async () => {
      const { gateway, upstream } = await start(
        (request, socket) => {
          if (request.target.includes('/second')) socket.write(answer());
        },
        { callBounds: { calls: patient, polls: patient } },
      );
      const first = await hold(gateway.port, upstream, from('192.0.2.1', 'a'.repeat(20)));
      const waiting = await connect(gateway.port);
      waiting.write(from('192.0.2.1', 'a'.repeat(20)).replace('/profile/view', '/second'));
      await once(gateway.server, 'request');
      const beyond = await rawRequest(gateway.port, from('192.0.2.1', 'a'.repeat(20)), isAnswered);
      expect(beyond.status).toBe(503);
      first.destroy();
      expect(parseReply(await readUntil(waiting, isAnswered)).status).toBe(200);
      waiting.destroy();
    });
  });
});

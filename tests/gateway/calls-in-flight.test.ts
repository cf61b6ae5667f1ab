import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';

const bounds = { inAll: 4, perNetwork: 2, perSession: 1 };
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
      const { gateway, upstream } = await start(() => {}, { tuning: { calls: bounds, polls: bounds } });
      const held = [];
      for (let i = 0; i < most; i += 1) held.push(await hold(gateway.port, upstream, of(i)));
      const reply = await rawRequest(gateway.port, next, isAnswered);
      expect([reply.status, reply.values('retry-after')]).toEqual([503, ['1']]);
      expect(upstream.requests.length).toBe(most);
      for (const socket of held) socket.destroy();
    });

    it('a place for the next network, however many calls a few others have under way', async () => {
      const calls = { ...bounds, inAll: 8, perNetwork: 8 };
      const { gateway, upstream } = await start(() => {}, { tuning: { calls, polls: calls } });
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

    it('300 long polls, and answers another call meanwhile', async () => {
      const { gateway, upstream } = await start((request, socket) => {
        if (request.target === '/now') socket.write(answer());
      });
      const poll = (i: number) =>
        head('GET /api/socket.io/?EIO=4&transport=polling&sid=held', `Cookie: token=session-of-the-tests-${i}`);
      const held = await Promise.all(Array.from({ length: 300 }, () => connect(gateway.port)));
      for (const [i, socket] of held.entries()) socket.write(poll(i));
      await expect.poll(() => upstream.requests.length).toBe(300);
      expect((await rawRequest(gateway.port, head('GET /api/now'), isAnswered)).status).toBe(200);
      for (const socket of held) socket.destroy();
    });

    it('a place only while it has not answered, and not while its client does not read', async () => {
      const calls = { ...bounds, perSession: 5 };
      const { gateway, upstream } = await start((_request, socket) => socket.write(answer('x'.repeat(20_000_000))), {
        tuning: { calls, polls: calls },
      });
      const held = [];
      for (let i = 0; i < 5; i += 1) {
        const socket = await connect(gateway.port);
        socket.pause().write(from('192.0.2.1'));
        await expect.poll(() => upstream.requests.length, { interval: 5 }).toBe(i + 1);
        await expect.poll(() => gateway.state().running).toBe(i + 1);
        await once(socket, 'readable');
        held.push(socket);
      }
      for (const socket of held) socket.destroy();
    });
  });
});

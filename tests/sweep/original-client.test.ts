import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';

// The original client opens a socket for a conversation, and another one for each message, and closes none of them.

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Side {
  readonly id: string;
  readonly cookie: string;
}

interface Service {
  readonly url: string;
  readonly one: Side;
  readonly other: Side;
  readonly stored: () => Promise<string[]>;
}

const services: Readonly<Record<string, () => Promise<Service>>> = {
  embedded: async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    const [one, other] = await storePeople(upstream.connection, 2);
    if (one === undefined || other === undefined) throw new Error('nobody was stored');
    await storeConnections(upstream.connection, [[one.id, other.id]]);
    return {
      ...{ url: upstream.url, one, other },
      stored: async () => (await upstream.db.selectFrom('messages').select('text').execute()).map(({ text }) => text),
    };
  },
  recorded: async () => {
    const upstream = await createRecordedUpstream();
    closing.push(() => upstream.close());
    upstream.network.chat.messages.length = 0;
    const side = (id: string): Side => ({ id, cookie: `token=${upstream.tokenFor(id)}` });
    const { asha, ben } = upstream.network.people;
    return {
      ...{ url: upstream.url, one: side(asha._id), other: side(ben._id) },
      stored: async () => upstream.documents.chats.flatMap(({ messages }) => messages.map(({ text }) => text)),
    };
  },
};

const count = 60;

describe('the original client', () => {
  it.each(Object.keys(services))('stays in touch through 60 messages in front of the %s upstream', async (name) => {
    const service = await (services[name] as () => Promise<Service>)();
    const refused: string[] = [];
    const gateway = await startGateway({
      upstreamUrl: service.url,
      metrics: { refused: (budget) => refused.push(budget), record: () => undefined, countReport: () => undefined },
    });
    closing.push(() => gateway.close());
    const lost: string[] = [];
    const open = (side: Side) => connection(gateway, side, lost);
    const seen: Record<'one' | 'other', string[]> = { one: [], other: [] };
    const sockets = { one: open(service.one), other: open(service.other) };
    for (const who of ['one', 'other'] as const) {
      sockets[who].on('messageReceived', ({ text }: { text: string }) => seen[who].push(text));
      await once(sockets[who] as never, 'connect');
      join(sockets[who], service, who);
    }
    const sent = Array.from({ length: count }, (_, i) => `message ${i}`);
    for (const text of sent) {
      const received = once(sockets.other as never, 'messageReceived');
      open(service.one).emit('sendMessage', {
        ...{ firstName: 'One', lastName: 'Person', photoUrl: '' },
        ...{ userId: service.one.id, targetUserId: service.other.id, text },
      });
      await received;
    }
    const inAnyOrder = [...sent].sort();
    await expect.poll(async () => (await service.stored()).sort()).toEqual(inAnyOrder);
    await expect.poll(() => seen.other.toSorted()).toEqual(inAnyOrder);
    await expect.poll(() => seen.one.toSorted()).toEqual(inAnyOrder);
    expect([lost, refused]).toEqual([[], []]);
    await expect.poll(() => gateway.state().liveSockets).toBe(count + 2);
  });
});

function connection(gateway: StartedGateway, { cookie }: Side, lost: string[]): Socket {
  const socket = io(gateway.url, {
    path: '/api/socket.io',
    forceNew: true,
    extraHeaders: { Cookie: cookie, Origin: gateway.url },
  });
  socket.on('disconnect', (reason) => lost.push(reason));
  socket.on('connect_error', ({ message }) => lost.push(message));
  closing.push(() => socket.off('disconnect').disconnect());
  return socket;
}

function join(socket: Socket, service: Service, who: 'one' | 'other'): void {
  const peer = who === 'one' ? service.other : service.one;
  socket.emit('joinChat', { userId: service[who].id, targetUserId: peer.id });
}

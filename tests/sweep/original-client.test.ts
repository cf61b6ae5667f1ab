import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import type { UserDocument } from '#tests/support/recorded-upstream/network.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

const count = 60;

// The original client opens a socket for a conversation, and another one for each message, and closes none of them.
it('the original client stays in touch through 60 messages', async () => {
  const upstream = await createRecordedUpstream();
  onTestFinished(() => upstream.close());
  const refused: string[] = [];
  const gateway = await startGateway({
    upstreamUrl: upstream.url,
    metrics: { refused: (budget) => refused.push(budget), record: () => undefined, countReport: () => undefined },
  });
  onTestFinished(() => gateway.close());
  const lost: string[] = [];
  const open = ({ _id }: UserDocument): Socket => {
    const socket = io(gateway.url, {
      path: '/api/socket.io',
      forceNew: true,
      extraHeaders: { Cookie: `token=${upstream.tokenFor(_id)}`, Origin: gateway.url },
    });
    socket.on('disconnect', (reason) => lost.push(reason));
    socket.on('connect_error', ({ message }) => lost.push(message));
    onTestFinished(() => void socket.off('disconnect').disconnect());
    return socket;
  };
  const { asha, ben } = upstream.network.people;
  const seen = { asha: [] as string[], ben: [] as string[] };
  const sockets = { asha: open(asha), ben: open(ben) };
  for (const who of ['asha', 'ben'] as const) {
    sockets[who].on('messageReceived', ({ text }: { text: string }) => seen[who].push(text));
    await once(sockets[who] as never, 'connect');
    const [own, peer] = who === 'asha' ? [asha, ben] : [ben, asha];
    sockets[who].emit('joinChat', { userId: own._id, targetUserId: peer._id });
  }
  const before = upstream.network.chat.messages.length;
  const sent = Array.from({ length: count }, (_, i) => `message ${i}`);
  for (const text of sent) {
    const received = once(sockets.ben as never, 'messageReceived');
    open(asha).emit('sendMessage', { firstName: 'Asha', userId: asha._id, targetUserId: ben._id, text });
    await received;
  }
  const inAnyOrder = [...sent].sort();
  const stored = () => upstream.network.chat.messages.slice(before).map(({ text }) => text);
  await expect.poll(() => stored().sort()).toEqual(inAnyOrder);
  await expect.poll(() => seen.ben.toSorted()).toEqual(inAnyOrder);
  await expect.poll(() => seen.asha.toSorted()).toEqual(inAnyOrder);
  expect([lost, refused]).toEqual([[], []]);
  await expect.poll(() => gateway.state().liveSockets).toBe(count + 2);
});

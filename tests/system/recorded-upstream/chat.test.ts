import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import type { RecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { jsonType, outline, start } from './setup.ts';

const unknown = '0123456789abcdef01234567';

test('chat/:id answers both people and their messages, oldest first', async () => {
  const { upstream, as } = await start();
  const { people, chat } = upstream.network;
  const brief = ({ _id, firstName, lastName, photoUrl }: (typeof people)['asha']) => ({
    _id,
    firstName,
    lastName,
    photoUrl,
  });
  const [first, second] = chat.messages;
  expect(outline(await as('asha', 'GET', `/chat/${people.ben._id}`))).toEqual([
    200,
    jsonType,
    {
      chat: {
        _id: chat._id,
        participants: [brief(people.ben), brief(people.asha)],
        messages: [
          { ...first, senderId: brief(people.ben) },
          { ...second, senderId: brief(people.asha) },
        ],
        __v: chat.__v,
      },
    },
  ]);
});

test('chat/:id of a pair that never wrote has another id each time and stores nothing', async () => {
  const { upstream, as } = await start();
  upstream.documents.chats.length = 0;
  const path = `/chat/${upstream.network.people.ben._id}`;
  const [one, two] = [await as('asha', 'GET', path), await as('asha', 'GET', path)];
  expect(one.json).toMatchObject({ chat: { messages: [], participants: [{}, {}] } });
  expect((one.json as { chat: object }).chat).not.toHaveProperty('__v');
  expect(one.text).not.toBe(two.text);
  expect(upstream.documents.chats).toEqual([]);
});

test('chat/:id is closed to whoever is not connected', async () => {
  const { upstream, as } = await start();
  const { asha, chloe, diego, emeka, goran } = upstream.network.people;
  for (const id of [asha._id, chloe._id, diego._id, emeka._id, goran._id, unknown]) {
    expect(outline(await as('asha', 'GET', `/chat/${id}`))).toEqual([
      404,
      jsonType,
      { message: 'Sorry you are not connected' },
    ]);
  }
  expect(outline(await as('asha', 'GET', '/chat/nope'))).toEqual([500, jsonType, { message: 'Something went wrong' }]);
});

test('chat/:id leaves out a person who is gone', async () => {
  const { upstream, as } = await start();
  const { asha, ben } = upstream.network.people;
  upstream.documents.users.splice(upstream.documents.users.indexOf(ben), 1);
  expect((await as('asha', 'GET', `/chat/${ben._id}`)).json).toMatchObject({
    chat: { participants: [{ _id: asha._id }], messages: [{ senderId: null }, { senderId: { _id: asha._id } }] },
  });
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

/** A socket without a cookie, and every message it has received. */
async function connect(upstream: RecordedUpstream, transports = ['websocket']) {
  const socket = io(upstream.url, { transports, reconnection: false, forceNew: true });
  sockets.push(socket);
  const received: unknown[] = [];
  socket.on('messageReceived', (message: unknown) => received.push(message));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  return { socket, received };
}

function pair({ network }: RecordedUpstream) {
  const [asha, ben] = [network.people.asha._id, network.people.ben._id];
  return { toBen: { userId: asha, targetUserId: ben }, toAsha: { userId: ben, targetUserId: asha } };
}

test('the handshake opens for anyone and names the recorded times', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'GET', '/socket.io/?EIO=4&transport=polling');
  expect([reply.status, reply.type]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(JSON.parse(reply.text.slice(1))).toMatchObject({
    upgrades: ['websocket'],
    pingInterval: 25_000,
    pingTimeout: 20_000,
    maxPayload: 1_000_000,
  });
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(reply.headers.has('x-powered-by')).toBe(false);
});

test.each([
  ['no transport', '?EIO=4', { code: 0, message: 'Transport unknown' }],
  ['an old protocol', '?EIO=3&transport=polling', { code: 5, message: 'Unsupported protocol version' }],
])('the handshake with %s is 400 JSON', async (_title, query, body) => {
  const { as } = await start();
  const reply = await as('nobody', 'GET', `/socket.io/${query}`);
  expect([reply.status, reply.json]).toEqual([400, body]);
});

test('the client bundle is served beside it', async () => {
  const { as } = await start();
  const reply = await as('nobody', 'GET', '/socket.io/socket.io.js');
  expect([reply.status, reply.type]).toEqual([200, expect.stringContaining('javascript')]);
});

test.each([['websocket'], ['polling']])(
  'a message by %s reaches both, its sender too, as it was sent',
  async (transport) => {
    const { upstream } = await start();
    const { toBen, toAsha } = pair(upstream);
    const [asha, ben] = [await connect(upstream, [transport]), await connect(upstream, [transport])];
    asha.socket.emit('joinChat', { ...toBen, extra: 1 });
    ben.socket.emit('joinChat', toAsha);
    await expect.poll(() => upstream.joins).toHaveLength(2);
    ben.socket.emit('sendMessage', { ...toAsha, text: 'one' });
    asha.socket.emit('sendMessage', { ...toBen, firstName: 'Asha', photoUrl: 'x', text: 'two' });
    for (const { received } of [asha, ben]) {
      await expect.poll(() => received).toHaveLength(2);
      expect(received).toEqual(
        expect.arrayContaining([{ text: 'one' }, { firstName: 'Asha', photoUrl: 'x', text: 'two' }]),
      );
    }
    expect(
      upstream.network.chat.messages
        .slice(2)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['one', 'two']);
  },
);

test('a sender outside the room hears nothing; the message is stored and delivered', async () => {
  const { upstream } = await start();
  const { toBen, toAsha } = pair(upstream);
  const [asha, ben] = [await connect(upstream), await connect(upstream)];
  ben.socket.emit('joinChat', toAsha);
  await expect.poll(() => upstream.joins).toEqual([toAsha]);
  asha.socket.emit('sendMessage', { ...toBen, text: 'hello' });
  await expect.poll(() => ben.received).toEqual([{ text: 'hello' }]);
  expect(asha.received).toEqual([]);
});

test('anyone may write as anyone, to someone they are not connected with', async () => {
  const { upstream, as } = await start();
  const { asha, goran } = upstream.network.people;
  const stranger = await connect(upstream);
  stranger.socket.emit('joinChat', { userId: goran._id, targetUserId: asha._id });
  stranger.socket.emit('sendMessage', { userId: goran._id, targetUserId: asha._id, text: 7 });
  await expect.poll(() => stranger.received).toEqual([{ text: 7 }]);
  expect(upstream.documents.chats.at(-1)).toMatchObject({ messages: [{ senderId: goran._id, text: '7' }] });
  expect((await as('asha', 'GET', `/chat/${goran._id}`)).status).toBe(404);
});

test('nothing is acknowledged, and messages without text or sender vanish', async () => {
  const { upstream } = await start();
  const { toBen } = pair(upstream);
  const { socket, received } = await connect(upstream);
  const acknowledged: string[] = [];
  socket.emit('joinChat', toBen, () => acknowledged.push('joinChat'));
  socket.emit('joinChat', 'a string', () => acknowledged.push('joinChat'));
  socket.emit('joinChat', {});
  socket.emit('sendMessage', {});
  socket.emit('sendMessage', toBen);
  socket.emit('sendMessage', { ...toBen, text: '' });
  socket.emit('sendMessage', { ...toBen, userId: 'nope', text: 'lost' });
  socket.emit('noSuchEvent', 1);
  socket.emit('sendMessage', { ...toBen, text: 'last' }, () => acknowledged.push('sendMessage'));
  await expect.poll(() => received).toEqual([{ text: 'last' }]);
  expect([acknowledged, upstream.crashes]).toEqual([[], []]);
  expect(upstream.network.chat.messages.map(({ text }) => text).at(-1)).toBe('last');
  expect(upstream.network.chat.messages).toHaveLength(3);
});

test('several first messages at once make several chats; the call shows only the first', async () => {
  const { upstream, as } = await start();
  upstream.documents.chats.length = 0;
  const { toBen } = pair(upstream);
  const { socket, received } = await connect(upstream);
  socket.emit('joinChat', toBen);
  for (const text of ['1', '2', '3', '4', '5']) socket.emit('sendMessage', { ...toBen, text });
  await expect.poll(() => received).toHaveLength(5);
  expect(upstream.documents.chats.length).toBeGreaterThan(1);
  expect(upstream.documents.chats.flatMap(({ messages }) => messages)).toHaveLength(5);
  const shown = (await as('asha', 'GET', `/chat/${toBen.targetUserId}`)).json as { chat: { messages: unknown[] } };
  expect(shown.chat.messages.length).toBeLessThan(5);
});

test.each([
  ['joinChat', null],
  ['joinChat', undefined],
  ['sendMessage', null],
  ['sendMessage', undefined],
])('%s with %s ends the process', async (event, payload) => {
  const { upstream, as } = await start();
  const { socket } = await connect(upstream);
  if (payload === undefined) socket.emit(event);
  else socket.emit(event, payload);
  await expect.poll(() => upstream.crashes).toEqual([`${event} without a payload`]);
  await expect(as('asha', 'GET', '/profile/view')).rejects.toThrow(/ECONNRE/);
  await upstream.restart();
  expect((await as('asha', 'GET', '/profile/view')).status).toBe(200);
});

test('without HASH_ALGORITHM the first joinChat ends the process', async () => {
  const { upstream } = await start({ environment: { hashAlgorithm: null } });
  const { socket } = await connect(upstream);
  socket.emit('joinChat', pair(upstream).toBen);
  await expect.poll(() => upstream.crashes).toEqual(['joinChat with HASH_ALGORITHM unset']);
});

test('without DIGEST_FORMAT messages are stored but reach nobody', async () => {
  const { upstream } = await start({ environment: { digestFormat: null } });
  const { socket, received } = await connect(upstream);
  socket.emit('joinChat', pair(upstream).toBen);
  socket.emit('sendMessage', { ...pair(upstream).toBen, text: 'lost' });
  await expect.poll(() => upstream.network.chat.messages).toHaveLength(3);
  expect(received).toEqual([]);
});

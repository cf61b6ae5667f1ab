import { beforeEach, expect, it } from 'vitest';
import { conversationsReplySchema, roomReplySchema } from '#shared/api/chat.ts';
import { minute, second } from '#shared/durations.ts';
import { sendMessage, upload } from '#tests/support/acts.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import { runTurn } from '#tests/support/run-turn.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { eraseAccount } from '#upstream/features/account/erase-account.ts';
import { hasSpokenSince } from '#upstream/features/chat/chat-store.ts';
import { roomsTurn } from '#upstream/features/chat/room-store.ts';
import { indexWaiting } from '#upstream/features/chat/search/message-words.ts';
import { suspendPerson } from '#upstream/features/moderation/suspension.ts';

await describeOnEachDatabase('the room of a project', (engine) => {
  let { ada, ben, cho, dan, id, ask, join, device } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now });
  beforeEach(async () => {
    now += minute;
    ({ ada, ben, cho, dan, id, ask, join, device } = await signUpProjectCast(upstream, () => {
      now += second;
    }));
    await join(ben);
    await join(cho);
  });

  async function say(person: SignedUp, text: string, more: object = {}): Promise<string> {
    now += second;
    return sendMessage(await device(person), { roomId: id, text, ...more });
  }
  async function read(person: SignedUp) {
    const { body } = await person.client.get(`/room/${id}`);
    roomReplySchema.parse(body);
    return body;
  }
  const texts = async (person: SignedUp) => (await read(person)).messages.map(({ text }: { text: string }) => text);
  const block = (one: SignedUp, other: SignedUp) => one.client.post(`/user/block/${other.id}`);

  it('opens with a line for each member', async () => {
    const { room, messages, rev } = await read(cho);
    expect([room._id, rev, room.muted, room.hasMore]).toEqual([id, 0, false, false]);
    expect(room.members.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ada', 'Ben', 'Cho']);
    expect(messages).toMatchObject([
      { text: 'Ben joined', event: 'joined', senderId: { firstName: 'Ben' } },
      { text: 'Cho joined', event: 'joined' },
    ]);
    const line = messages[0]._id;
    expect((await ben.client.patch(`/message/${line}`, { text: 'x' })).status).toBe(403);
    expect((await ben.client.delete(`/message/${line}`)).status).toBe(403);
  });

  it('is empty for a creator without members', async () => {
    const { body } = await dan.client.post('/create-project', { projectName: 'Alone' });
    const found = await dan.client.get(`/room/${body.project._id}`);
    expect(found.body).toMatchObject({ room: { members: [{ firstName: 'Dan' }], unread: 0 }, messages: [], rev: 0 });
  });

  it.each([
    ['owner', true],
    ['member', true],
    ['asker', false],
    ['blocked', false],
    ['left', false],
  ] as const)('answers every call of the %s: %s', async (role, isIn) => {
    const message = await say(ben, 'hello');
    const own = await say(cho, 'mine');
    const person = { owner: ada, member: cho, asker: dan, blocked: cho, left: cho }[role];
    if (role === 'asker') await ask(dan);
    if (role === 'blocked') await block(ada, cho);
    if (role === 'left') await cho.client.delete(`/project/${id}/member/${cho.id}`);
    const { client } = person;
    const calls: [string, () => Promise<{ status: number }>][] = [
      ['read', () => client.get(`/room/${id}`)],
      ['older', () => client.get(`/room/${id}?before=${message}`)],
      ['search', () => client.get(`/search/messages?q=hello&room=${id}`)],
      ['mute', () => client.send('PUT', `/room/${id}/mute`)],
      ['unmute', () => client.delete(`/room/${id}/mute`)],
      ['put away', () => client.delete(`/room/${id}/unseen`)],
      ['pin', () => client.send('PUT', `/room/${id}/pin/${message}`)],
      ['unpin', () => client.delete(`/room/${id}/pin/${message}`)],
      ['react', () => client.send('PUT', `/message/${message}/reaction/%F0%9F%91%8D`)],
      ['take back', () => client.delete(`/message/${message}/reaction/%F0%9F%91%8D`)],
      ['report', () => client.post('/report', { kind: 'message', id: message, reason: 'spam' })],
    ];
    for (const [name, call] of calls) expect([name, (await call()).status < 300]).toEqual([name, isIn]);
    if (role !== 'owner' && !isIn) expect((await client.patch(`/message/${own}`, { text: 'x' })).status).toBe(404);
    const socket = await device(person);
    const events = [
      ['sendMessage', { text: 'hi' }],
      ['typing', { typing: true }],
      ['messagesRead', { messageId: message }],
    ] as const;
    for (const [name, payload] of events)
      expect([name, (await socket.ask(name, { roomId: id, ...payload })).ok]).toEqual([name, isIn]);
    const listed = (await client.get('/chats')).body.items.some((item: { room?: object }) => item.room);
    expect(listed).toBe(isIn);
  });

  it('takes a message once, and tells everybody in it, on their own terms', async () => {
    for (const person of [ada, ben, cho]) await device(person);
    const first = await say(ada, 'Kick-off', { clientId: 'one' });
    expect(await say(ada, 'Kick-off', { clientId: 'one' })).toBe(first);
    expect((await texts(ben)).filter((text: string) => text === 'Kick-off')).toHaveLength(1);
    const heard = await (await device(ben)).next('messageReceived', ({ _id }) => _id === first);
    expect(heard).toMatchObject({ roomId: id, text: 'Kick-off', senderId: ada.id, firstName: 'Ada' });
    expect([heard.peerId, heard.clientId]).toEqual([undefined, undefined]);
    const own = await (await device(ada)).next('messageReceived', ({ _id }) => _id === first);
    expect(own.clientId).toBe('one');
    const reply = await say(ben, 'Yes, @Cho', { replyTo: first, mentions: [cho.id, dan.id] });
    expect(await (await device(cho)).next('messageReceived', ({ _id }) => _id === reply)).toMatchObject({
      replyTo: { _id: first, excerpt: 'Kick-off' },
      mentions: [cho.id],
    });
    expect((await ben.client.patch(`/message/${reply}`, { text: 'No' })).status).toBe(200);
    const changed = await (await device(cho)).next('messageChanged', ({ message }) => message._id === reply);
    expect(changed).toMatchObject({ roomId: id, rev: 1, message: { text: 'No' } });
    expect((await read(cho)).rev).toBe(1);
  });

  it('counts among what a page may have missed before it was connected', async () => {
    const loadedAt = now + 1;
    expect(await hasSpokenSince(upstream.db, cho.id, loadedAt)).toBe(false);
    await say(ada, 'Kick-off');
    expect(await hasSpokenSince(upstream.db, cho.id, loadedAt)).toBe(true);
  });

  it('counts unread messages for each member, without muted rooms, and pins for everybody', async () => {
    async function listed({ client }: SignedUp) {
      const { body } = await client.get('/chats');
      conversationsReplySchema.parse(body);
      return body;
    }
    expect((await listed(ben)).items).toMatchObject([{ lastMessage: { text: 'Cho joined', event: 'joined' } }]);
    await say(ada, 'one');
    const last = await say(ada, 'two');
    expect((await listed(ben)).items[0]).toMatchObject({
      ...{ room: { _id: id, project: { projectName: 'Glyph' } }, lastMessage: { text: 'two' } },
      // Two messages of Ada; the line "Cho joined" is not counted.
      unread: 2,
    });
    expect((await listed(ben)).unreadTotal).toBe(2);
    await ben.client.send('PUT', `/room/${id}/mute`);
    expect(await listed(ben)).toMatchObject({ unreadTotal: 0, items: [{ unread: 2, muted: true }] });
    const marked = await (await device(ben)).ask('messagesRead', { roomId: id, messageId: last });
    expect(marked).toMatchObject({ ok: true, data: { unread: 0 } });
    expect((await read(ben)).room).toMatchObject({ muted: true, unread: 0 });
    expect((await ben.client.send('PUT', `/room/${id}/pin/${last}`)).status).toBe(200);
    expect((await read(cho)).room.pinned).toMatchObject([{ _id: last, pinnedAt: expect.any(String) }]);
    expect((await ada.client.delete(`/message/${last}`)).status).toBe(204);
    expect((await read(cho)).room.pinned).toEqual([]);
  });

  it('shows nothing between two of its people with a block', async () => {
    for (const person of [ada, ben, cho]) await device(person);
    const bens = await say(ben, 'secret words', { mentions: [cho.id] });
    const adas = await say(ada, 'An answer to Ben', { replyTo: bens, mentions: [ben.id] });
    for (const { client } of [ada, ben]) await client.send('PUT', `/message/${adas}/reaction/%F0%9F%91%8D`);
    await ada.client.send('PUT', `/room/${id}/pin/${bens}`);
    await block(cho, ben);
    const shown = await read(cho);
    expect(JSON.stringify(shown)).not.toMatch(/secret|Ben joined/);
    expect(JSON.stringify(shown)).not.toContain(ben.id);
    const answer = shown.messages.find(({ _id }: { _id: string }) => _id === adas);
    expect(answer).toMatchObject({ replyTo: { deleted: true }, reactions: [{ count: 1 }] });
    expect(await texts(ben)).not.toContain('Cho joined');
    expect(await texts(ada)).toContain('secret words');
    await indexWaiting(upstream.db, 'all', 20);
    expect((await cho.client.get(`/search/messages?q=secret&room=${id}`)).body.items).toEqual([]);
    expect((await ada.client.get(`/search/messages?q=secret&room=${id}`)).body.items).toMatchObject([
      { project: { _id: id, projectName: 'Glyph' }, message: { text: 'secret words' } },
    ]);
    expect((await cho.client.send('PUT', `/message/${bens}/reaction/%F0%9F%91%8D`)).status).toBe(404);
    expect((await cho.client.post('/report', { kind: 'message', id: bens, reason: 'spam' })).status).toBe(404);
    const refused = await (await device(cho)).ask('sendMessage', { roomId: id, text: 'x', replyTo: bens });
    expect(refused.ok).toBe(false);

    const next = await say(ben, 'more');
    const quoting = await say(ada, 'Quoting', { replyTo: next });
    const heard = await (await device(cho)).next('messageReceived', ({ _id }) => _id === quoting);
    expect(heard.replyTo).toEqual({ _id: next, deleted: true });
    expect((await device(cho)).all('messageReceived').map(({ _id }) => _id)).not.toContain(next);
    const typed = { roomId: id, typing: true };
    await (await device(ben)).ask('typing', typed);
    await (await device(ada)).ask('typing', typed);
    await (await device(cho)).next('typing', ({ userId }) => userId === ada.id);
    expect((await device(cho)).all('typing').map(({ userId }) => userId)).toEqual([ada.id]);
  });

  it('says once to both that they do not see each other, alike, until each has put that away', async () => {
    const unseen = async (person: SignedUp) => (await read(person)).room.hasUnseen;
    for (const person of [ada, ben, cho]) expect(await unseen(person)).toBeUndefined();
    await ben.client.send('PUT', `/room/${id}/mute`);
    await block(cho, ben);
    expect([await unseen(ada), await unseen(ben), await unseen(cho)]).toEqual([undefined, true, true]);
    expect((await ben.client.delete(`/room/${id}/unseen`)).status).toBe(200);
    expect([await unseen(ben), await unseen(cho)]).toEqual([undefined, true]);
    expect((await read(ben)).room.muted, 'the other choice stays').toBe(true);
    await cho.client.delete(`/user/block/${ben.id}`);
    expect(await unseen(cho)).toBeUndefined();
    await block(ben, cho);
    expect([await unseen(ben), await unseen(cho)]).toEqual([undefined, true]);
    await ben.client.delete(`/project/${id}/member/${ben.id}`);
    expect(await unseen(cho)).toBeUndefined();
  });

  it('keeps the words of those who leave, are suspended or erased, and closes for them at once', async () => {
    for (const person of [ada, ben, cho]) await device(person);
    await say(ben, 'I was here');
    await say(cho, 'Me too');
    await ada.client.delete(`/project/${id}/member/${ben.id}`);
    const after = await say(ada, 'Without Ben');
    await (await device(cho)).next('messageReceived', ({ _id }) => _id === after);
    expect((await device(ben)).all('messageReceived').map(({ _id }) => _id)).not.toContain(after);
    expect((await read(cho)).messages.find(({ text }: { text: string }) => text === 'I was here')).toMatchObject({
      senderId: { firstName: 'Ben' },
    });

    await transact(upstream.db, (trx) => suspendPerson(trx, cho.id, { until: null, reason: 'x', by: '' }, now));
    const suspended = await read(ada);
    expect(suspended.room.members).toMatchObject([{ firstName: 'Ada' }]);
    expect(suspended.messages.find(({ text }: { text: string }) => text === 'Me too')).toMatchObject({
      senderId: { firstName: 'Former' },
    });
    await transact(upstream.db, (trx) => eraseAccount(trx, { engine }, { userId: cho.id, now }));
    expect(await texts(ada)).toEqual(['Ben joined', 'Former joined', 'I was here', 'Me too', 'Without Ben']);
  });

  it('shows pictures to its people only, and not after the message is deleted', async () => {
    const { url } = (await upload(ben, { to: '/chat/picture' })).body;
    const sent = await say(ben, '', { pictures: [{ url }] });
    const path = url.replace('/api', '');
    const statuses = async () => {
      const found: number[] = [];
      for (const { client } of [ada, ben, cho, dan]) found.push((await client.get(path)).status);
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 404]);
    await block(cho, ben);
    expect(await statuses()).toEqual([200, 200, 404, 404]);
    await ben.client.delete(`/message/${sent}`);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });

  it('goes with its project', async () => {
    await say(ada, 'gone soon');
    await indexWaiting(upstream.db, 'all', 20);
    const { id: room } = await upstream.db
      .selectFrom('conversations')
      .select('id')
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await ada.client.delete(`/project/${id}`)).status).toBeLessThan(300);
    expect((await ada.client.get(`/room/${id}`)).status).toBe(404);
    await upstream.db.deleteFrom('projects').where('id', '=', id).execute();
    await runTurn(roomsTurn(upstream.db), now);
    for (const table of ['messages', 'message_words', 'conversation_members'] as const)
      expect(await upstream.db.selectFrom(table).selectAll().where('conversation_id', '=', room).execute()).toEqual([]);
  });
});

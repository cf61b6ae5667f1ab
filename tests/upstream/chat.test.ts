import { beforeAll, expect, it } from 'vitest';
import { befriend } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { appendMessage, type NewMessage } from '#upstream/features/chat/chat-store.ts';
import { markRead } from '#upstream/features/chat/read-messages.ts';

const nobody = 'f'.repeat(24);

await describeOnEachDatabase('conversations', (engine) => {
  let ada: SignedUp;
  let clock = Date.UTC(2026, 0, 1);
  const upstream = useUpstream({ engine });
  beforeAll(async () => {
    ada = await upstream.signUp({ firstName: 'Ada' });
  });

  async function friend(of = ada): Promise<SignedUp> {
    const person = await upstream.signUp();
    await befriend(person, of);
    return person;
  }
  const append = async (sent: Omit<NewMessage, 'now'>) => {
    clock += 1000;
    return transact(upstream.db, (trx) => appendMessage(trx, { ...sent, now: clock }));
  };
  const say = async (from: SignedUp, to: SignedUp, text: string, clientId?: string) =>
    (await append({ senderId: from.id, recipientId: to.id, text, clientId })).message;
  const read = (person: SignedUp, peer: SignedUp, messageId: string) =>
    transact(upstream.db, async (trx) => {
      const place = { peerId: peer.id };
      const marked = await markRead(trx, { userId: person.id, place, messageId, isShown: true, now: clock });
      return marked?.unread;
    });
  const texts = (reply: { body: { chat: { messages: { text: string }[] } } }) =>
    reply.body.chat.messages.map((message) => message.text);

  it('shows an empty conversation to two people who are connected, and none to others', async () => {
    const ben = await friend();
    const reply = await ada.client.get(`/chat/${ben.id}`);
    expect(reply.body.chat).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      participants: [{ _id: ada.id }, { _id: ben.id }],
      messages: [],
      readUpTo: null,
      unread: 0,
      hasMore: false,
    });
    expect((await ben.client.get('/chats')).body.items).toEqual([]);
    const stranger = await upstream.signUp();
    await stranger.client.post(`/request/interested/${ada.id}`);
    for (const id of [stranger.id, ada.id, nobody, 'nonsense'])
      expect((await ada.client.get(`/chat/${id}`)).status).toBe(404);
  });

  it('shows messages to both, oldest first, with who sent them; a client id only to its sender', async () => {
    const ben = await friend();
    const first = await say(ada, ben, 'Hello', 'a1');
    const second = await say(ben, ada, 'Hi', 'a1');
    for (const [person, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      const { messages } = (await person.client.get(`/chat/${other.id}`)).body.chat;
      expect(messages).toEqual([
        {
          _id: first.id,
          seq: 1,
          senderId: { _id: ada.id, firstName: 'Ada', lastName: 'Tester' },
          text: 'Hello',
          createdAt: new Date(first.created_at).toISOString(),
          ...(person === ada && { clientId: 'a1' }),
        },
        expect.objectContaining({ _id: second.id, text: 'Hi' }),
      ]);
    }
  });

  it('gives the last 50, and older ones before a message, each once', async () => {
    const ben = await friend();
    for (let i = 0; i < 120; i++) await (i % 2 ? say(ada, ben, `m${i}`) : say(ben, ada, `m${i}`));
    const last = await ada.client.get(`/chat/${ben.id}`);
    expect(texts(last)).toEqual(Array.from({ length: 50 }, (_, i) => `m${70 + i}`));
    expect(last.body.chat.hasMore).toBe(true);
    const older = await ada.client.get(`/chat/${ben.id}?before=${last.body.chat.messages[0]._id}`);
    expect(texts(older)).toEqual(Array.from({ length: 50 }, (_, i) => `m${20 + i}`));
    const oldest = await ada.client.get(`/chat/${ben.id}?before=${older.body.chat.messages[0]._id}&limit=20`);
    expect(texts(oldest)).toEqual(Array.from({ length: 20 }, (_, i) => `m${i}`));
    expect(oldest.body.chat.hasMore).toBe(false);
  });

  it('refuses to page from a message of another conversation', async () => {
    const [ben, cleo] = [await friend(), await friend()];
    await say(ada, ben, 'here');
    const elsewhere = await say(ada, cleo, 'elsewhere');
    for (const query of [`before=${elsewhere.id}`, `before=${nobody}`, 'before=x', 'limit=0', 'limit=51'])
      expect((await ada.client.get(`/chat/${ben.id}?${query}`)).status).toBe(400);
    for (const query of ['cursor=x', 'cursor=1.x', 'limit=0', 'limit=51'])
      expect((await ada.client.get(`/chats?${query}`)).status).toBe(400);
  });

  it('lists conversations with the last message and what is unread, the last spoken first', async () => {
    const [ben, cleo] = [await friend(), await friend()];
    const one = await say(ben, ada, 'one');
    const two = await say(ben, ada, 'two');
    await say(ada, cleo, 'to Cleo');
    const listed = async () => (await ada.client.get('/chats?limit=2')).body;
    expect((await listed()).items).toEqual([
      expect.objectContaining({
        user: expect.objectContaining({ _id: cleo.id }),
        lastMessage: expect.objectContaining({ text: 'to Cleo', senderId: ada.id }),
        unread: 0,
      }),
      expect.objectContaining({ user: expect.objectContaining({ _id: ben.id }), unread: 2 }),
    ]);
    expect((await ada.client.get(`/chat/${ben.id}`)).body.chat.unread).toBe(2);
    expect(await read(ada, ben, two.id)).toBe(0);
    expect(await read(ada, ben, one.id), 'never backwards').toBe(0);
    expect((await listed()).items[1].unread).toBe(0);
    expect((await ada.client.get(`/chat/${ben.id}`)).body.chat.unread).toBe(0);
    expect((await ben.client.get(`/chat/${ada.id}`)).body.chat.readUpTo).toBe(two.id);
    await say(ben, ada, 'three');
    expect((await listed()).items[0]).toMatchObject({ user: { _id: ben.id }, unread: 1 });
    await say(ada, ben, 'an answer reads what came before');
    expect((await listed()).items[0]).toMatchObject({ user: { _id: ben.id }, unread: 0 });
  });

  it('totals unread messages over all pages, from connected people only', async () => {
    const person = await upstream.signUp();
    const peers: SignedUp[] = [];
    for (let i = 0; i < 5; i++) {
      const peer = await friend(person);
      for (let n = 0; n <= i; n++) await say(peer, person, `${n} of ${i}`);
      peers.push(peer);
    }
    // The list goes on below conversations that were last spoken in at the same time.
    const { db } = upstream;
    await db.updateTable('conversation_members').set({ last_message_at: 1 }).where('user_id', '=', person.id).execute();
    const listed = (await everyPage(person.client, '/chats', 2)) as unknown as { user: { _id: string } }[];
    expect(listed.map(({ user }) => user._id).toSorted()).toEqual(peers.map(({ id }) => id).toSorted());
    const totals = async (query = '') => {
      const { unreadTotal, unreadConversations } = (await person.client.get(`/chats${query}`)).body;
      return { unreadTotal, unreadConversations };
    };
    expect(await totals('?limit=2')).toEqual({ unreadTotal: 15, unreadConversations: 5 });
    const { nextCursor } = (await person.client.get('/chats?limit=2')).body;
    expect(await totals(`?limit=2&cursor=${nextCursor}`)).toEqual({ unreadTotal: 15, unreadConversations: 5 });

    const [first, second, , , last] = peers as [SignedUp, SignedUp, SignedUp, SignedUp, SignedUp];
    await say(person, first, 'an answer reads what came before');
    const one = (await person.client.get(`/chat/${second.id}`)).body.chat.messages[0];
    expect(await read(person, second, one._id)).toBe(1);
    expect(await totals()).toEqual({ unreadTotal: 13, unreadConversations: 4 });
    await person.client.delete(`/user/connections/${last.id}`);
    expect(await totals()).toEqual({ unreadTotal: 8, unreadConversations: 3 });
    // The sender's message counts as unread for the other person.
    expect((await first.client.get('/chats')).body).toMatchObject({ unreadTotal: 1, unreadConversations: 1 });
  });

  it('keeps the unread count correct while messages arrive during reading', async () => {
    const ben = await friend();
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push((await say(ben, ada, `m${i}`)).id);
    const more = Array.from({ length: 10 }, (_, i) => say(ben, ada, `more ${i}`));
    await Promise.all([...more, ...ids.map((id) => read(ada, ben, id))]);
    expect((await ada.client.get(`/chat/${ben.id}`)).body.chat.unread).toBe(10);
  });

  it('stores a message that is sent many times at once only once', async () => {
    const ben = await friend();
    const sent = { senderId: ada.id, recipientId: ben.id, text: 'once', clientId: 'same' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => append(sent)));
    expect(new Set(answers.map((answer) => answer.message.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.stored)).toHaveLength(1);
    expect(texts(await ben.client.get(`/chat/${ada.id}`))).toEqual(['once']);
    const next = await append({ ...sent, clientId: 'next' });
    expect(next.message.seq, 'a repetition takes no number: a gap would read as a lost message').toBe(2);
    expect((await append({ ...sent, recipientId: (await friend()).id })).stored, 'in another conversation').toBe(true);
  });

  it('keeps one conversation and every message when both write at once', async () => {
    const ben = await friend();
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? say(ada, ben, `a${i}`) : say(ben, ada, `b${i}`))));
    const seen = texts(await ada.client.get(`/chat/${ben.id}`));
    expect([...seen].sort()).toEqual(Array.from({ length: 20 }, (_, i) => `${i % 2 ? 'a' : 'b'}${i}`).sort());
    expect(texts(await ben.client.get(`/chat/${ada.id}`))).toEqual(seen);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeConnections } from '#tests/support/chat-people.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { appendMessage, clientIdOf } from '#upstream/features/chat/chat-store.ts';
import { countUnread, listConversations, presentConversations } from '#upstream/features/chat/conversation-list.ts';
import { markRead, readUpTo } from '#upstream/features/chat/read-messages.ts';
import { findConversation } from '#upstream/features/visibility/messages.ts';
import { pairOf } from '#upstream/ids.ts';

await describeOnEachDatabase('the store of the chat', (engine) => {
  let database: StoreDatabase;
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
  });
  afterAll(() => database.close());

  /** Two connected people. */
  async function friends(): Promise<[string, string]> {
    const two = [await database.addPerson(), await database.addPerson()] as [string, string];
    await connect(...two);
    return two;
  }
  async function connect(one: string, other: string): Promise<void> {
    await storeConnections(database, [[one, other]]);
  }
  const run = <Result>(work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]) =>
    database.db.transaction().execute(work) as Promise<Result>;
  const say = async (senderId: string, recipientId: string, text: string, now: number) =>
    (await database.db.transaction().execute((trx) => appendMessage(trx, { senderId, recipientId, text, now })))
      .message;
  const read = (userId: string, peerId: string, messageId: string, isShown = true) =>
    run<number | undefined>(async (trx) => {
      const marked = await markRead(trx, { userId, place: { peerId }, messageId, now: 50, isShown });
      return marked?.unread;
    });
  const conversationOf = async (one: string, other: string) => {
    const found = await findConversation(database.db, one, { peerId: other });
    if (!found) throw new Error('there is no conversation');
    return found;
  };
  const unread = async (one: string, other: string) => [
    (await conversationOf(one, other)).unread,
    (await conversationOf(other, one)).unread,
  ];

  const send = (senderId: string, recipientId: string, now: number, clientId?: string) =>
    database.db
      .transaction()
      .execute((trx) => appendMessage(trx, { senderId, recipientId, text: `at ${now}`, clientId, now }));

  it('numbers the messages of a conversation, and counts them as unread for the other person', async () => {
    const [ann, ben] = await friends();
    const first = await send(ann, ben, 1);
    expect(first).toMatchObject({ stored: true, message: { seq: 1, sender_id: ann, text: 'at 1', created_at: 1 } });
    expect((await send(ann, ben, 2)).message.seq).toBe(2);
    expect(await unread(ann, ben)).toEqual([0, 2]);
    expect((await send(ben, ann, 3)).message.seq).toBe(3);
    expect(await unread(ann, ben)).toEqual([1, 0]);
    expect(await conversationOf(ben, ann)).toMatchObject({ last_seq: 3, last_message_at: 3 });
    const notices = await database.db
      .selectFrom('notifications')
      .select('user_id')
      .where('actor_id', '=', ann)
      .execute();
    expect(notices).toEqual([{ user_id: ben }]);
  });

  it('stores a message that is sent again only once', async () => {
    const [ann, ben] = await friends();
    const carl = await database.addPerson();
    await connect(ann, carl);
    const first = await send(ann, ben, 1, 'one');
    const again = await send(ann, ben, 2, 'one');
    expect(again).toEqual({ stored: false, message: first.message });
    expect(await unread(ann, ben)).toEqual([0, 1]);
    expect(clientIdOf(first.message)).toBe('one');
    expect((await send(ben, ann, 3, 'one')).stored, 'by the other person').toBe(true);
    expect((await send(ann, carl, 4, 'one')).stored, 'in another conversation').toBe(true);
    const without = [await send(ann, ben, 5), await send(ann, ben, 6)];
    expect(without.map(({ stored, message }) => [stored, clientIdOf(message)])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  });

  it('marks as read up to a message, never backwards, and shows it to the other person only where asked to', async () => {
    const [ann, ben] = await friends();
    const sent = [];
    for (let now = 1; now <= 4; now++) sent.push((await say(ann, ben, `${now}`, now)).id);
    const [first = '', second = '', third = '', fourth = ''] = sent;
    const conversation = await conversationOf(ann, ben);
    const shown = () => readUpTo(database.db, conversation, ben);
    expect(await shown()).toBeNull();
    expect(await read(ben, ann, second)).toBe(2);
    expect(await shown()).toBe(second);
    expect(await read(ben, ann, first)).toBe(2);
    expect(await shown()).toBe(second);
    expect(await read(ben, ann, third, false)).toBe(1);
    expect(await shown()).toBe(second);
    expect(await read(ben, ann, fourth)).toBe(0);
    expect(await shown()).toBe(fourth);
    expect(await unread(ann, ben)).toEqual([0, 0]);
    expect(await read(ben, ann, 'f'.repeat(24))).toBeUndefined();
    expect(await read(ben, await database.addPerson(), fourth)).toBeUndefined();
  });

  it('lists conversations with connected and with deleted people, the last message first, each on one page', async () => {
    const me = await database.addPerson();
    const peers: string[] = [];
    for (let i = 0; i < 7; i++) {
      const peer = await database.addPerson();
      await connect(me, peer);
      if (i % 2) await say(me, peer, 'mine', 10 + Math.floor(i / 2));
      else await say(peer, me, 'theirs', 10 + Math.floor(i / 2));
      peers.push(peer);
    }
    const [gone = '', stranger = ''] = peers;
    for (const peer of [gone, stranger]) {
      const { low, high } = pairOf(me, peer);
      await database.db.deleteFrom('connections').where('low_id', '=', low).where('high_id', '=', high).execute();
    }
    await database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone).execute();
    const seen = [];
    for (;;) {
      const last = seen.at(-1);
      const after = last && { time: last.last_message_at, id: last.id };
      const rows = await listConversations(database.db, me, { limit: 2, after });
      seen.push(...rows.slice(0, 2));
      if (rows.length <= 2) break;
    }
    expect(new Set(seen.map(({ peer_id }) => peer_id))).toEqual(new Set(peers.filter((peer) => peer !== stranger)));
    expect(seen).toHaveLength(6);
    const times = seen.map(({ last_message_at, id }) => [last_message_at, id] as const);
    expect(times).toEqual(times.toSorted(([a, one], [b, other]) => b - a || (one < other ? 1 : -1)));
    expect(await presentConversations(database.db, me, seen.slice(0, 1))).toMatchObject([
      { user: { _id: peers[6] }, lastMessage: { text: 'theirs', senderId: peers[6] }, unread: 1 },
    ]);
    expect(await countUnread(database.db, me)).toEqual({ messages: 3, conversations: 3 });
    expect(await countUnread(database.db, await database.addPerson())).toEqual({
      messages: 0,
      conversations: 0,
    });
  });
});

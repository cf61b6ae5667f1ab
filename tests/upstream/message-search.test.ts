import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeConnections } from '#tests/support/chat-people.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { deleteMessage, editMessage, markHidden } from '#upstream/features/chat/change-message.ts';
import { appendMessage } from '#upstream/features/chat/chat-store.ts';
import { indexWaiting } from '#upstream/features/chat/search/message-words.ts';
import { searchMessages } from '#upstream/features/chat/search/search-messages.ts';
import { disconnect } from '#upstream/features/requests/decide.ts';
import { messagesAround, searchedConversations } from '#upstream/features/visibility/messages.ts';

await describeOnEachDatabase('the search in messages', (engine) => {
  let database: StoreDatabase;
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
  });
  afterAll(() => database.close());

  let clock = 1000;
  const run = <Result>(work: Parameters<typeof transact<Result>>[1]) => transact(database.db, work);
  async function friendOf(person: string): Promise<string> {
    const friend = await database.addPerson();
    await storeConnections(database, [[person, friend]]);
    return friend;
  }
  const say = async (senderId: string, recipientId: string, text: string) => {
    clock += 1;
    return (await run((trx) => appendMessage(trx, { senderId, recipientId, text, now: clock }))).message.id;
  };
  const index = async () => {
    while (await indexWaiting(database.db, 'all', 20));
  };
  const find = async (viewerId: string, q: string, more: { with?: string; cursor?: string; limit?: number } = {}) => {
    const place = more.with === undefined ? undefined : { peerId: more.with };
    const conversations = await searchedConversations(database.db, viewerId, place);
    const { hits, nextCursor } = await searchMessages(database.db, engine, { q, conversations, limit: 20, ...more });
    const found = await messagesAround(database.db, viewerId, conversations, hits);
    return { texts: found.map(({ message }) => message.text), found, nextCursor };
  };
  const texts = async (...asked: Parameters<typeof find>) => (await find(...asked)).texts;

  it('finds all words, the last as a beginning, blind to case and accents, the newest first', async () => {
    const ann = await database.addPerson();
    const [ben, cho] = [await friendOf(ann), await friendOf(ann)];
    await say(ann, ben, 'The kernel panics at boot');
    await say(cho, ann, 'A Kérnel of truth');
    await say(ben, ann, 'Kernels are everywhere');
    await say(ann, cho, 'nothing to see');
    expect(await texts(ann, 'kernel'), 'not indexed yet').toEqual([]);
    await index();
    const all = ['Kernels are everywhere', 'A Kérnel of truth', 'The kernel panics at boot'];
    for (const q of ['kernel', 'KERN', ' ke'] as const) expect(await texts(ann, q), q).toEqual(all);
    expect(await texts(ann, 'kernel boot')).toEqual(['The kernel panics at boot']);
    expect(await texts(ann, 'boot kern')).toEqual(['The kernel panics at boot']);
    expect(await texts(ann, 'kern boot'), 'only the last word may be a beginning').toEqual([]);
    expect(await texts(ann, 'kernel nowhere')).toEqual([]);
    expect(await texts(ann, 'kernel', { with: cho })).toEqual(['A Kérnel of truth']);
    expect(await texts(cho, 'kernel'), 'only what cho may read').toEqual(['A Kérnel of truth']);
    for (const q of ['', '  ', '!?', '%', "'"]) expect(await texts(ann, q), q).toEqual([]);
    const [{ before, after } = {}] = (await find(ann, 'panics')).found;
    expect([before?.text, after?.text]).toEqual([undefined, 'Kernels are everywhere']);
  });

  it('forgives one mistake in a word, where nothing matches as it is typed', async () => {
    const ann = await database.addPerson();
    const ben = await friendOf(ann);
    await say(ann, ben, 'The database migration failed');
    await say(ann, ben, 'It works again');
    const eve = await database.addPerson();
    await say(eve, await friendOf(eve), 'databose is a word of others');
    await index();
    for (const q of ['databse', 'databaes', 'datebase', 'database migratoin'])
      expect(await texts(ann, q), q).toEqual(['The database migration failed']);
    expect(await texts(ann, 'databse works')).toEqual([]);
  });

  it('follows edits, deletions and moderators, also of messages that are not indexed yet', async () => {
    const ann = await database.addPerson();
    const ben = await friendOf(ann);
    const at = { userId: ann, now: clock };
    for (const isIndexed of [true, false]) {
      const [edited, deleted, hidden] = [
        await say(ann, ben, 'first wombat'),
        await say(ann, ben, 'second wombat'),
        await say(ann, ben, 'third wombat'),
      ];
      if (isIndexed) await index();
      await run((trx) => editMessage(trx, engine, { ...at, messageId: edited, text: 'first quokka' }));
      await run((trx) => deleteMessage(trx, engine, { ...at, messageId: deleted }));
      await run((trx) => markHidden(trx, hidden, 1));
      await index();
      expect(await texts(ann, 'wombat')).toEqual([]);
      expect(await texts(ann, 'quokka')).toEqual(['first quokka']);
      await run((trx) => markHidden(trx, hidden, null));
      expect(await texts(ben, 'wombat')).toEqual(['third wombat']);
      await run((trx) => deleteMessage(trx, engine, { ...at, messageId: edited }));
      await run((trx) => deleteMessage(trx, engine, { ...at, messageId: hidden }));
    }
    const left = database.db.selectFrom('message_words').select('word').where('word', 'in', ['wombat', 'quokka']);
    expect(await left.execute()).toEqual([]);
  });

  it('ends with the connection', async () => {
    const ann = await database.addPerson();
    const [ben, cho] = [await friendOf(ann), await friendOf(ann)];
    await say(ann, ben, 'platypus one');
    await say(cho, ann, 'platypus two');
    await index();
    await run((trx) => disconnect(trx, ann, ben));
    for (const person of [ann, cho]) expect(await texts(person, 'platypus')).toEqual(['platypus two']);
    expect(await texts(ben, 'platypus')).toEqual([]);
  });

  it('pages through many conversations without a gap, whoever spoke last', async () => {
    const ann = await database.addPerson();
    const friends: string[] = [];
    for (let i = 0; i < 50; i += 1) friends.push(await friendOf(ann));
    // The oldest match is in the conversation that was last spoken in, and the other way round.
    for (const [i, friend] of friends.entries()) await say(ann, friend, `echidna ${i}`);
    for (const friend of friends.toReversed()) await say(friend, ann, 'something else');
    await index();
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find(ann, 'echidna', { limit: 7, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.texts);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(friends.map((_, i) => `echidna ${i}`).toReversed());
    const misspelt = await find(ann, 'echidma', { limit: 7 });
    expect(misspelt.texts).toEqual(paged.slice(0, 7));
    const next = await find(ann, 'echidma', { limit: 7, cursor: misspelt.nextCursor ?? '' });
    expect(next.texts).toEqual(paged.slice(7, 14));
  });

  it('indexes what an instance stored that ended before it had indexed it', async () => {
    const ann = await database.addPerson();
    const ben = await friendOf(ann);
    await say(ann, ben, 'numbat one');
    await index();
    const [chat] = await searchedConversations(database.db, ann, { peerId: ben });
    if (!chat) throw new Error('there is no conversation');
    const old = { conversation_id: chat.id, seq: 2, sender_id: ben, client_id: null, created_at: 9e9 };
    const message = { ...old, id: 'd'.repeat(24), text: 'numbat two' };
    await database.db.insertInto('messages').values(message).execute();
    await database.db.updateTable('conversations').set({ last_seq: 2 }).where('id', '=', chat.id).execute();
    await Promise.all([index(), index()]);
    expect(await texts(ann, 'numbat')).toEqual(['numbat two', 'numbat one']);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpeningSecrets } from '#platform/config/secret.ts';
import { minute } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import { storeConnections } from '#tests/support/chat-people.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { eraseAccount } from '#upstream/features/account/erase-account.ts';
import {
  addReaction,
  deleteMessage,
  editMessage,
  emojiSchema,
  markHidden,
  removeReaction,
} from '#upstream/features/chat/change-message.ts';
import { appendMessage, type NewMessage } from '#upstream/features/chat/chat-store.ts';
import { listConversations, presentConversations } from '#upstream/features/chat/conversation-list.ts';
import { attachPictures, keepChatPicture } from '#upstream/features/chat/pictures/chat-picture-store.ts';
import { markRead, readMessageAs } from '#upstream/features/chat/read-messages.ts';
import { listCases } from '#upstream/features/moderation/case-store.ts';
import { presentCase } from '#upstream/features/moderation/present-case.ts';
import { subjects } from '#upstream/features/moderation/subjects.ts';
import { disconnect } from '#upstream/features/requests/decide.ts';
import { block } from '#upstream/features/safety/block-store.ts';
import { storeReport } from '#upstream/features/safety/report-store.ts';
import { findConversation } from '#upstream/features/visibility/messages.ts';
import { readChatPicture } from '#upstream/features/visibility/pictures.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';
import { sealAnew } from '#upstream/secret/seal-anew.ts';

const card = 'card.webp';

await describeOnBothDatabases('message changes', (engine) => {
  let database: StoreDatabase;
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
  });
  afterAll(() => database.close());

  const run = <Result>(work: Parameters<typeof transact<Result>>[1]) => transact(database.db, work);
  async function friends(): Promise<[string, string]> {
    const [ann, ben] = [await database.addPerson({ firstName: 'Ann' }), await database.addPerson({ firstName: 'Ben' })];
    await storeConnections(database, [[ann, ben]]);
    return [ann, ben];
  }
  const say = async (senderId: string, recipientId: string, text: string, more: Partial<NewMessage> = {}) =>
    (await run((trx) => appendMessage(trx, { senderId, recipientId, text, now: 1, ...more }))).message.id;
  const edit = (userId: string, messageId: string, text: string, now = 2) =>
    run((trx) => editMessage(trx, engine, { userId, messageId, text, now }));
  const remove = (userId: string, messageId: string, now = 2) =>
    run((trx) => deleteMessage(trx, engine, { userId, messageId, now }));
  const react = (userId: string, messageId: string, emoji: string) =>
    run((trx) => addReaction(trx, engine, { userId, messageId, emoji, now: 2 }));
  const unreact = (userId: string, messageId: string, emoji: string) =>
    run((trx) => removeReaction(trx, engine, { userId, messageId, emoji, now: 2 }));
  const read = async (userId: string, messageId: string) =>
    (await readMessageAs(database.db, userId, messageId))?.message;
  const chat = async (one: string, other: string) => {
    const found = await findConversation(database.db, one, { peerId: other });
    if (!found) throw new Error('there is no conversation');
    return found;
  };
  const lastLine = async (viewerId: string) => {
    const rows = await listConversations(database.db, viewerId, { limit: 1 });
    return (await presentConversations(database.db, viewerId, rows))[0]?.lastMessage?.text;
  };
  const refused = (work: Promise<unknown>) => expect(work).rejects;
  const upload = async (ownerId: string, now = 1) =>
    run((trx) =>
      keepChatPicture(
        trx,
        ownerId,
        {
          ...{ id: '0'.repeat(24), width: 40, height: 30 },
          files: [{ file: card, bytes: new Uint8Array([1, 2, 3]) }],
        },
        now,
      ),
    );
  const urlOf = (id: string) => `/api/chat/picture/${id}/${card}`;

  it('an author can edit or delete a message for 15 minutes; saving the same text again counts as no change', async () => {
    const [ann, ben] = await friends();
    const id = await say(ann, ben, 'helo');
    expect(await edit(ann, id, 'hello')).toEqual({ messageId: id, toldIds: [ann, ben] });
    expect(await edit(ann, id, 'hello'), 'the same text again').toBeUndefined();
    for (const person of [ann, ben])
      expect(await read(person, id)).toMatchObject({ text: 'hello', editedAt: new Date(2).toISOString() });
    expect((await chat(ann, ben)).rev).toBe(1);
    await refused(edit(ben, id, 'no')).toMatchObject({ code: 'forbidden' });
    await refused(remove(ben, id)).toMatchObject({ code: 'forbidden' });
    await refused(edit(ann, id, ' ')).toMatchObject({ code: 'invalid_fields' });
    expect(await edit(ann, id, 'in time', 15 * minute)).toBeDefined();
    await refused(edit(ann, id, 'late', 15 * minute + 2)).toMatchObject({ code: 'conflict' });
    await refused(remove(ann, id, 15 * minute + 2)).toMatchObject({ code: 'conflict' });
    expect((await read(ben, id))?.text).toBe('in time');
  });

  it('a deleted message loses its text, quote, reactions and pictures, and keeps its place in the conversation', async () => {
    const [ann, ben] = await friends();
    const pictureId = await upload(ann);
    const first = await say(ann, ben, 'first');
    const id = await say(ann, ben, 'oops', { replyTo: first, pictures: [{ url: urlOf(pictureId), alt: 'A cat' }] });
    await react(ben, id, '👍');
    expect(await remove(ann, id, 5)).toMatchObject({ toldIds: [ann, ben] });
    expect(await remove(ann, id, 6), 'again').toBeUndefined();
    expect(await read(ben, id)).toEqual({
      ...{ _id: id, seq: 2, text: '', createdAt: new Date(1).toISOString(), deletedAt: new Date(5).toISOString() },
      senderId: expect.objectContaining({ _id: ann }),
    });
    for (const table of ['message_reactions', 'chat_pictures'] as const)
      expect(await database.db.selectFrom(table).selectAll().where('message_id', '=', id).execute()).toEqual([]);
    expect(
      await database.db.selectFrom('chat_picture_files').where('picture_id', '=', pictureId).select('file').execute(),
    ).toEqual([]);
    expect(await lastLine(ben)).toBe('Message deleted');
    for (const late of await Promise.allSettled([edit(ann, id, 'back'), react(ben, id, '👍')]))
      expect(late).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    expect(await unreact(ben, id, '👍')).toBeUndefined();
  });

  it('deleting unread messages lowers the unread count; deleting the last one marks the notification as read', async () => {
    const [ann, ben] = await friends();
    const [one, two, three] = [await say(ann, ben, '1'), await say(ann, ben, '2'), await say(ann, ben, '3')];
    const unread = async () => (await chat(ben, ann)).unread;
    await remove(ann, two);
    expect(await unread()).toBe(2);
    const mark = { userId: ben, place: { peerId: ann }, messageId: one, isShown: true, now: 3 };
    expect(await run((trx) => markRead(trx, mark))).toEqual({ unread: 1, isNoticeRead: false });
    await remove(ann, one);
    expect(await unread(), 'it was read').toBe(1);
    const notice = () =>
      database.db.selectFrom('notifications').select('read_at').where('user_id', '=', ben).executeTakeFirstOrThrow();
    expect(await notice()).toEqual({ read_at: null });
    expect(await remove(ann, three, 9)).toMatchObject({ noticesReadOf: [ben] });
    expect([await unread(), await notice()]).toEqual([0, { read_at: 9 }]);
    const answered = await say(ann, ben, '4');
    await say(ben, ann, 'answer');
    await say(ann, ben, '5');
    await remove(ann, answered);
    expect(await unread(), 'it was answered').toBe(1);
  });

  it('a message holds each emoji once per person, and at most 20 different emoji', async () => {
    const [ann, ben] = await friends();
    const id = await say(ann, ben, 'news');
    await Promise.all([react(ann, id, '👍'), react(ben, id, '👍'), react(ben, id, '👍')]);
    expect((await chat(ann, ben)).rev, 'the same again changes nothing').toBe(2);
    await react(ben, id, '🎉');
    const shown = (await read(ben, id))?.reactions;
    expect(shown?.map(({ emoji, count, mine, users }) => [emoji, count, mine, users.length])).toEqual(
      expect.arrayContaining([
        ['👍', 2, true, 2],
        ['🎉', 1, true, 1],
      ]),
    );
    expect((await read(ann, id))?.reactions?.find(({ emoji }) => emoji === '🎉')?.mine).toBe(false);
    for (const emoji of [...'😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😑']) await react(ann, id, emoji);
    await refused(react(ann, id, '😒')).toMatchObject({
      code: 'quota_reached',
      details: { limit: limits.reactions.max },
    });
    expect(await react(ben, id, '😀'), 'no new kind').toBeDefined();
    expect(await unreact(ben, id, '🎉')).toMatchObject({ toldIds: [ben, ann] });
    expect(await unreact(ben, id, '🎉')).toBeUndefined();
    expect((await read(ann, id))?.reactions?.some(({ emoji }) => emoji === '🎉')).toBe(false);
  });

  it('a reply quotes only a message of its own conversation, and shows when that is edited, hidden or deleted', async () => {
    const [ann, ben] = await friends();
    const eve = await database.addPerson();
    await storeConnections(database, [[eve, ben]]);
    const elsewhere = await say(eve, ben, 'a secret');
    await refused(say(ann, ben, 'what?', { replyTo: elsewhere })).toMatchObject({ code: 'not_found' });
    await refused(say(ann, ben, 'what?', { replyTo: 'f'.repeat(24) })).toMatchObject({ code: 'not_found' });
    const asked = await say(ann, ben, `${'👩‍👩‍👧'.repeat(119)}ab`);
    const answer = await say(ben, ann, 'yes', { replyTo: asked });
    const quote = async () => (await read(ann, answer))?.replyTo;
    expect(await quote()).toEqual({ _id: asked, senderId: ann, excerpt: `${'👩‍👩‍👧'.repeat(119)}a` });
    await edit(ann, asked, 'shorter');
    expect(await quote()).toMatchObject({ excerpt: 'shorter' });
    await run((trx) => markHidden(trx, asked, 1));
    expect(await quote()).toMatchObject({ excerpt: 'A moderator has hidden this message.' });
    await refused(edit(ann, asked, 'other words')).toMatchObject({ code: 'conflict' });
    await refused(react(ben, asked, '👍')).toMatchObject({ code: 'conflict' });
    await remove(ann, asked);
    expect(await quote()).toEqual({ _id: asked, deleted: true });
    expect(await read(ann, await say(ben, ann, 'late', { replyTo: asked })), 'an answer that waited').toMatchObject({
      replyTo: { deleted: true },
    });
  });

  it('changes that two people make at the same time are all stored', { tags: ['once'] }, async () => {
    const [ann, ben] = await friends();
    const ids = [await say(ann, ben, 'x'), await say(ben, ann, 'y')] as const;
    const emoji = [...'😀😁😂😃😄😅'];
    await Promise.all([
      ...emoji.flatMap((one) => ids.flatMap((id) => [react(ann, id, one), react(ben, id, one)])),
      edit(ann, ids[0], 'x2'),
      edit(ben, ids[1], 'y2'),
      say(ann, ben, 'z'),
    ]);
    const { rev, last_seq } = await chat(ann, ben);
    expect([rev, last_seq]).toEqual([26, 3]);
    for (const id of ids)
      expect((await read(ann, id))?.reactions?.map(({ count }) => count)).toEqual(emoji.map(() => 2));
    const late = await say(ann, ben, 'both');
    const both = await Promise.allSettled([edit(ann, late, 'edited'), remove(ann, late)]);
    expect(both[1]?.status).toBe('fulfilled');
    expect(await read(ben, late)).toMatchObject({ text: '', deletedAt: expect.any(String) });
  });

  it('changes are refused without a connection; after a block, people can only delete their own messages, and the other person is not told', async () => {
    const [ann, ben] = await friends();
    const id = await say(ann, ben, 'hello');
    await react(ann, id, '👍');
    await run((trx) => disconnect(trx, ann, ben));
    const late = [edit(ann, id, 'no'), remove(ann, id), react(ben, id, '👍'), unreact(ann, id, '👍')];
    for (const change of await Promise.allSettled(late))
      expect(change).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });

    const [cho, dan] = await friends();
    const ids = [await say(cho, dan, 'one'), await say(dan, cho, 'two')] as const;
    await run((trx) => block(trx, engine, { blockerId: dan, blockedId: cho, now: 2 }));
    await refused(edit(cho, ids[0], 'no')).toMatchObject({ code: 'not_connected' });
    await refused(react(cho, ids[1], '👍')).toMatchObject({ code: 'not_connected' });
    expect(await remove(cho, ids[0])).toMatchObject({ toldIds: [cho] });
    expect(await remove(dan, ids[1])).toMatchObject({ toldIds: [dan] });

    const [eva, fin] = await friends();
    const kept = await say(eva, fin, 'kept');
    await react(fin, kept, '👍');
    const before = (await chat(eva, fin)).rev;
    await run((trx) => eraseAccount(trx, { engine }, { userId: fin, now: 3 }));
    expect((await chat(eva, fin)).rev, 'as after a block').toBe(before);
    expect(await read(eva, kept)).not.toHaveProperty('reactions');
    await refused(edit(eva, kept, 'no')).toMatchObject({ code: 'not_connected' });
  });

  it('a reaction that is made at the same time as a block is stored or refused, without a deadlock', {
    tags: ['once'],
  }, async () => {
    const [ann, ben] = await friends();
    const id = await say(ann, ben, 'hello');
    const results = await Promise.allSettled([
      react(ann, id, '👍'),
      run((trx) => block(trx, engine, { blockerId: ben, blockedId: ann, now: 2 })),
      react(ann, id, '🎉'),
    ]);
    expect(results[1]?.status).toBe('fulfilled');
    const stored = results.filter(({ status }, index) => index !== 1 && status === 'fulfilled').length;
    expect((await chat(ann, ben)).rev).toBe(stored);
  });

  it('an uploaded picture can be sent in one message, by its owner, and is shown to the two people while they may write to each other', async () => {
    const [ann, ben] = await friends();
    const bytes = (viewer: string, id: string) => readChatPicture(database.db, viewer, id, card);
    const [one, two] = [await upload(ann), await upload(ann)];
    expect([await bytes(ann, one), await bytes(ben, one)].map(Boolean), 'before it is sent').toEqual([true, false]);
    const pictures = [{ url: urlOf(one), alt: 'A cat' }, { url: urlOf(two) }];
    await refused(say(ben, ann, '', { pictures })).toMatchObject({ code: 'invalid_fields' });
    await refused(say(ann, ben, '', { pictures: [{ url: urlOf('f'.repeat(24)) }] })).toMatchObject({
      code: 'invalid_fields',
    });
    const id = await say(ann, ben, '', { pictures, clientId: 'p' });
    expect(await say(ann, ben, '', { pictures, clientId: 'p' }), 'sent again').toBe(id);
    await refused(say(ann, ben, '', { pictures })).toMatchObject({ code: 'invalid_fields' });
    expect(await read(ben, id)).toMatchObject({
      text: '',
      pictures: [
        { url: urlOf(one), alt: 'A cat', width: 40, height: 30 },
        { url: urlOf(two), width: 40, height: 30 },
      ],
    });
    expect(await lastLine(ben)).toBe('2 pictures');
    expect(await edit(ann, id, ''), 'a text may stay empty').toBeUndefined();
    expect([await bytes(ann, one), await bytes(ben, one)].map(Boolean), 'sent').toEqual([true, true]);
    await run((trx) => block(trx, engine, { blockerId: ben, blockedId: ann, now: 2 }));
    expect(await bytes(ann, one), 'blocked').toBeUndefined();
    expect(await read(ben, id)).toMatchObject({ text: '2 pictures' });
    expect(await read(ben, id)).not.toHaveProperty('pictures');

    const [cho, dan] = await friends();
    const sent = await upload(cho);
    await say(cho, dan, 'look', { pictures: [{ url: urlOf(sent) }] });
    await run((trx) => disconnect(trx, cho, dan));
    expect([await bytes(cho, sent), await bytes(dan, sent)], 'not connected').toEqual([undefined, undefined]);
    await run((trx) => eraseAccount(trx, { engine }, { userId: cho, now: 3 }));
    expect(await database.db.selectFrom('chat_pictures').select('id').where('owner_id', '=', cho).execute()).toEqual(
      [],
    );
  });

  it('moderators see a reported message with its pictures after it was edited and deleted; the stored copy is encrypted', async () => {
    const [ann, ben] = await friends();
    const moderator = await database.addPerson();
    const secrets = { secret: 'a secret', config: {} };
    const id = await say(ann, ben, 'an insult', { pictures: [{ url: urlOf(await upload(ann)), alt: 'A cat' }] });
    const report = { reporterId: ben, kind: 'message', id, reason: 'harassment', details: '', now: 2 } as const;
    const subject = () => run((trx) => subjects.message.find(trx, ben, id));
    const found = await subject();
    if (!found) throw new Error('it cannot be reported');
    await run((trx) => storeReport(trx, secrets, report, found));
    await edit(ann, id, 'nothing');
    await remove(ann, id);
    expect(await subject(), 'nothing is left to report').toBeUndefined();
    const stored = database.db.selectFrom('reports').select('evidence').where('subject', '=', id);
    expect((await stored.executeTakeFirstOrThrow()).evidence).not.toContain('insult');
    const [row] = await listCases(database.db, moderator, { state: 'open', limit: 50, after: undefined });
    const evidence = async (asked: OpeningSecrets) =>
      row && (await presentCase({ db: database.db, ...asked }, row, 3))?.reports[0]?.evidence;
    expect(await evidence(secrets)).toEqual({
      text: 'an insult',
      sentAt: new Date(1).toISOString(),
      pictures: [{ data: 'data:image/webp;base64,AQID', alt: 'A cat' }],
    });
    expect(await evidence({ secret: 'another', config: {} })).toMatchObject({ text: '' });
    const changed = { secret: 'another', config: { secretPrevious: 'a secret' } };
    expect(await sealAnew(database.db, changed)).toBe(1);
    expect(await evidence({ secret: 'another', config: {} })).toMatchObject({ text: 'an insult' });
    await database.db.deleteFrom('reports').where('subject', '=', id).execute();
  });

  it('one of two messages that are sent at the same time with the same upload is refused', {
    tags: ['once'],
  }, async () => {
    const [ann, ben] = await friends();
    const pictures = [{ url: urlOf(await upload(ann)) }];
    const two = await Promise.allSettled([say(ann, ben, 'a', { pictures }), say(ann, ben, 'b', { pictures })]);
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await chat(ann, ben)).last_seq, 'nothing of the refused one is stored').toBe(1);
  });

  it('uploads that no message has used in time are deleted', async () => {
    const [ann, ben] = await friends();
    const [old, used, fresh] = [await upload(ann, 10), await upload(ann, 10), await upload(ann, 30)];
    await say(ann, ben, '', { pictures: [{ url: urlOf(used) }] });
    await deleteExpired(database.db, retentions['chat pictures'], 20 + retentions['chat pictures'].keptMs);
    const left = await database.db.selectFrom('chat_pictures').select('id').where('owner_id', '=', ann).execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([used, fresh].toSorted());
    const late = run((trx) => attachPictures(trx, { messageId: used, senderId: ann, pictures: [{ url: urlOf(old) }] }));
    await refused(late).toMatchObject({ code: 'invalid_fields' });
  });
});

it('only a complete emoji is accepted as a reaction', () => {
  for (const emoji of ['👍', '❤️', '👩‍👩‍👧', '🇩🇪', '1️⃣', '👍🏽'])
    expect(emojiSchema.safeParse(emoji).success, emoji).toBe(true);
  for (const text of ['', 'a', '1', '👍👍', '❤', '👍 ', '<b>', '🇩', '\u200d', '👍\0'])
    expect(emojiSchema.safeParse(text).success, text).toBe(false);
});

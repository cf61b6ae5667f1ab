import { beforeEach, expect, it } from 'vitest';
import { notificationsReplySchema } from '#shared/api/notifications.ts';
import { minute, second } from '#shared/durations.ts';
import { sendMessage } from '#tests/support/acts.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('a mention in the room of a project', (engine) => {
  let { ada, ben, cho, dan, id, join, device } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now });
  beforeEach(async () => {
    now += minute;
    ({ ada, ben, cho, dan, id, join, device } = await signUpProjectCast(upstream, () => {
      now += second;
    }));
    await join(ben);
    await join(cho);
  });

  async function say(person: SignedUp, mentioned: readonly SignedUp[], more: object = {}): Promise<string> {
    now += second;
    const mentions = mentioned.map((one) => one.id);
    return sendMessage(await device(person), { roomId: id, text: 'Hello', mentions, ...more });
  }
  async function mentionsOf(person: SignedUp) {
    const { body } = await person.client.get('/notifications?kinds=mention');
    return notificationsReplySchema.parse(body).items;
  }
  const unreadOf = async (person: SignedUp) => (await mentionsOf(person)).map(({ readAt }) => readAt === null);

  it('tells the person once, with the room and the message, also on open pages', async () => {
    const page = await device(cho);
    const message = await say(ben, [cho, ben, dan, cho], { clientId: 'one' });
    expect(await page.next('notification', ({ kind }) => kind === 'mention')).toMatchObject({
      actor: { _id: ben.id },
      project: { _id: id },
      messageId: message,
    });
    expect(await say(ben, [cho, ben, dan], { clientId: 'one' })).toBe(message);
    expect(await mentionsOf(cho)).toMatchObject([
      { kind: 'mention', actor: { _id: ben.id }, project: { _id: id }, messageId: message, count: 1, readAt: null },
    ]);
    for (const person of [ada, ben, dan]) expect(await mentionsOf(person)).toEqual([]);
  });

  it('reaches nobody over a block, whoever has blocked, and a block takes back what was told', async () => {
    const pages = [await device(ben), await device(cho)];
    await say(ben, [cho]);
    await say(cho, [ben]);
    for (const person of [ben, cho]) expect(await mentionsOf(person)).toHaveLength(1);
    for (const page of pages) await page.next('notification', ({ kind }) => kind === 'mention');
    await cho.client.post(`/user/block/${ben.id}`);
    for (const person of [ben, cho]) expect(await mentionsOf(person)).toEqual([]);
    const sent = [await say(ben, [cho]), await say(cho, [ben])];
    for (const person of [ben, cho]) expect(await mentionsOf(person)).toEqual([]);
    const rows = await upstream.db.selectFrom('messages').select('mentions').where('id', 'in', sent).execute();
    expect(rows).toEqual([{ mentions: '' }, { mentions: '' }]);
    // A later event has come.
    await say(ada, [ben, cho]);
    for (const page of pages) {
      await page.next('notification', ({ actor }) => actor?._id === ada.id);
      expect(page.all('notification').filter(({ kind }) => kind === 'mention')).toHaveLength(2);
    }
  });

  it('is read when the room is read up to its message, on all pages', async () => {
    const [first, second] = [await say(ben, [cho]), await say(ben, [cho])];
    const page = await device(cho);
    const read = async (messageId: string) => (await page.ask('messagesRead', { roomId: id, messageId })).ok;
    expect(await read(first)).toBe(true);
    expect(await unreadOf(cho)).toEqual([true, false]);
    expect(await page.next('notificationsRead', ({ unreadOf }) => unreadOf.mention === 1)).toBeTruthy();
    expect(await read(second)).toBe(true);
    expect(await unreadOf(cho)).toEqual([false, false]);
  });

  it('is gone when its message is deleted', async () => {
    const page = await device(cho);
    const [message, other] = [await say(ben, [cho]), await say(ben, [cho])];
    expect((await ben.client.delete(`/message/${message}`)).status).toBe(204);
    expect(await page.next('notificationsRead', ({ unreadOf }) => unreadOf.mention === 1)).toBeTruthy();
    expect((await mentionsOf(cho)).map(({ messageId }) => messageId)).toEqual([other]);
  });

  it('is gone when the person leaves, and stays after the two disconnect', async () => {
    await say(ada, [cho, ben]);
    await cho.client.delete(`/project/${id}/member/${cho.id}`);
    expect(await mentionsOf(cho)).toEqual([]);
    expect(await mentionsOf(ben)).toHaveLength(1);
    expect((await ben.client.delete(`/user/connections/${ada.id}`)).status).toBe(200);
    expect(await mentionsOf(ben)).toHaveLength(1);
  });

  it('is told in a muted room too, and not on the page of those who have switched it off', async () => {
    await cho.client.send('PUT', `/room/${id}/mute`);
    await say(ben, [cho, ada]);
    expect(await mentionsOf(cho)).toHaveLength(1);
    await cho.client.patch('/profile/preferences', { notify: { mention: { page: false } } });
    expect(await mentionsOf(cho)).toEqual([]);
    expect(await mentionsOf(ada)).toHaveLength(1);
  });
});

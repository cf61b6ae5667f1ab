import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MessageChangedEvent } from '#shared/api/events.ts';
import { befriend, upload } from '#tests/support/acts.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { createMigratedDatabase, describeOnEachDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('a change of a message', (engine) => {
  const upstream = useUpstream({ engine, behindGateway: true });

  it('reaches every device of both, with its number, and what they read is the same', async () => {
    const [ann, ben] = await upstream.signUpMany(2);
    await befriend(ann, ben);
    const devices = await Promise.all([ann, ann, ben, ben].map((person) => upstream.connect(person)));
    const [annsPhone, , bensPhone] = devices;
    const { url } = (await upload(ann, { to: '/chat/picture' })).body;
    const pictures = [{ url, alt: 'A square' }];
    const sent = await annsPhone?.ask('sendMessage', { targetUserId: ben.id, text: 'helo', pictures });
    if (!sent?.ok) throw new Error('the message is refused');
    const heard = await bensPhone?.next('messageReceived', (event) => event.pictures !== undefined);
    expect(heard).toMatchObject({ text: 'helo', pictures: [{ alt: 'A square', width: 400, height: 300 }] });
    const seen = await ben.client.get(url.replace('/api', ''));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);

    const path = `/message/${sent.data._id}`;
    expect((await ben.client.send('PUT', `${path}/reaction/a`)).status, 'no emoji').toBe(400);
    const inOrder = [
      [1, () => ann.client.patch(path, { text: 'hello' }), 200],
      [2, () => ben.client.send('PUT', `${path}/reaction/${encodeURIComponent('👩‍👩‍👧')}`), 200],
      [3, () => ann.client.delete(path), 204],
    ] as const;
    for (const [rev, make, status] of inOrder) {
      expect((await make()).status).toBe(status);
      const events = await Promise.all(
        devices.map((device) => device.next('messageChanged', (event: MessageChangedEvent) => event.rev === rev)),
      );
      for (const event of events) expect(event.message._id).toBe(sent.data._id);
      expect(events.map(({ peerId }) => peerId)).toEqual([ben.id, ben.id, ann.id, ann.id]);
    }
    expect((await ben.client.get(url.replace('/api', ''))).status).toBe(404);
    for (const [person, other] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      const { body } = await person.client.get(`/chat/${other.id}`);
      expect(body).toMatchObject({ rev: 3, chat: { messages: [{ text: '', deletedAt: expect.any(String) }] } });
    }
  });

  it('is in the export of who made it, with the pictures, and goes with the account', async () => {
    const [cho, dan] = [await upstream.signUp(), await upstream.signUp()];
    await befriend(cho, dan);
    const socket = await upstream.connect(cho);
    const { url } = (await upload(cho, { to: '/chat/picture' })).body;
    const pictures = [{ url, alt: 'A square' }];
    const asked = await socket.ask('sendMessage', { targetUserId: dan.id, text: 'Look', pictures });
    if (!asked.ok) throw new Error('the message is refused');
    const answer = { targetUserId: dan.id, text: 'helo', replyTo: asked.data._id };
    const answered = await socket.ask('sendMessage', answer);
    if (!answered.ok) throw new Error('the answer is refused');
    expect((await cho.client.patch(`/message/${answered.data._id}`, { text: 'hello' })).status).toBe(200);
    const like = `/message/${asked.data._id}/reaction/${encodeURIComponent('👍')}`;
    for (const { client } of [cho, dan]) expect((await client.send('PUT', like)).status).toBe(200);

    const { body } = await cho.client.get('/profile/export');
    expect(body.messages).toMatchObject([
      { _id: asked.data._id, text: 'Look', pictures: 1 },
      { _id: answered.data._id, text: 'hello', replyTo: asked.data._id, editedAt: expect.any(String) },
    ]);
    expect(body.reactions).toMatchObject([{ messageId: asked.data._id, emoji: '👍' }]);
    expect(body.chatPictures).toMatchObject([
      { messageId: asked.data._id, description: 'A square', type: 'image/webp' },
    ]);
    expect(Buffer.from(body.chatPictures[0].data, 'base64').toString('latin1', 8, 12)).toBe('WEBP');

    expect((await cho.client.delete('/profile', { password: cho.password })).status).toBeLessThan(300);
    const { chat } = (await dan.client.get(`/chat/${cho.id}`)).body;
    expect(chat.messages).toMatchObject([{ text: 'Look', reactions: [{ emoji: '👍', count: 1 }] }, { text: 'hello' }]);
    expect(chat.messages[0]).not.toHaveProperty('pictures');
  });

  it('has an hourly budget: edits and deletions together, reactions, and uploads', async () => {
    const strict = await startUpstream({ engine, behindGateway: true, env: { RATE_LIMIT_FACTOR: '0.05' } });
    try {
      const { client } = await strict.signUp();
      const path = `/message/${'f'.repeat(24)}`;
      const like = `${path}/reaction/${encodeURIComponent('👍')}`;
      const headers = { 'content-type': 'image/png' };
      const answers = async (calls: readonly (() => Promise<{ status: number }>)[], times: number) => {
        const statuses: number[] = [];
        for (let i = 0; i < times; i += 1) for (const call of calls) statuses.push((await call()).status);
        return statuses;
      };
      const edit = () => client.patch(path, { text: 'x' });
      const react = () => client.send('PUT', like);
      const send = () => client.send('POST', '/chat/picture', undefined, { body: new Uint8Array([1]), headers });
      const some = (count: number, status: number) => Array.from({ length: count }, () => status);
      // Twentieths of 600, 1200 and 120.
      expect(await answers([edit, () => client.delete(path)], 15)).toEqual(some(30, 404));
      expect((await edit()).status).toBe(429);
      expect((await client.delete(path)).status).toBe(429);
      expect(await answers([react, () => client.delete(like)], 30)).toEqual(some(60, 404));
      expect((await react()).status).toBe(429);
      expect(await answers([send], 6)).toEqual(some(6, 415));
      expect((await send()).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

const twoInstances = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

it.skipIf(!twoInstances)(
  'made at two instances at once leaves four devices and the database with the same',
  async () => {
    const database = await createMigratedDatabase('postgres');
    const options = {
      databaseUrl: database.url,
      env: { REDIS_URL: redisUrl, REDIS_PREFIX: `dotcode-test-${randomBytes(6).toString('hex')}` },
    };
    const [one, two] = [await startUpstream(options), await startUpstream(options)];
    await Promise.all([one.upstream.ready, two.upstream.ready]);
    const [ann, ben] = [await one.signUp(), await one.signUp()];
    await befriend(ann, ben);
    const devices = await Promise.all([one.connect(ann), two.connect(ann), one.connect(ben), two.connect(ben)]);
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const [device, targetUserId] = i % 2 === 0 ? [devices[(i / 2) % 2], ben.id] : [devices[3], ann.id];
      const sent = await device?.ask('sendMessage', { targetUserId, text: `message ${i}` });
      ids.push(sent?.ok ? sent.data._id : '');
    }
    const bens = ben.client.copy(two.url);
    // The changes of one message at a time: all at once would wait for one lock for longer than an upstream waits.
    for (const [i, id] of ids.entries()) {
      const reactions = [...'👍🎉😀'].flatMap((emoji) =>
        [ann.client, bens].map((client) => client.send('PUT', `/message/${id}/reaction/${encodeURIComponent(emoji)}`)),
      );
      const edit = (i % 2 === 0 ? ann.client : bens).patch(`/message/${id}`, { text: `edited ${i}` });
      const deletion = i === 2 ? [ann.client.send('DELETE', `/message/${id}`)] : [];
      const replies = await Promise.all([...reactions, edit, ...deletion]);
      for (const { status } of replies) expect([200, 204, 409]).toContain(status);
    }
    const { rev } = (await ann.client.get(`/chat/${ben.id}`)).body;
    await Promise.all(devices.map((device) => device.next('messageChanged', (event) => event.rev === rev)));
    for (const [index, device] of devices.entries()) {
      const [{ client }, other] = index < 2 ? [ann, ben] : [ben, ann];
      for (const { senderId, ...message } of (await client.get(`/chat/${other.id}`)).body.chat.messages) {
        const latest = () =>
          device
            .all('messageChanged')
            .filter((event) => event.message._id === message._id)
            .sort((a, b) => a.rev - b.rev)
            .at(-1)?.message;
        await expect.poll(latest).toEqual({ ...message, senderId: senderId._id });
      }
    }
    await Promise.all([one.close(), two.close()]);
    await database.drop();
  },
);

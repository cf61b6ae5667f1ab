import { expect, it, onTestFinished } from 'vitest';
import type { MessageChangedEvent } from '#shared/api/events.ts';
import { befriend, sendMessage, upload } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { ownRedis, redisIsExpected } from '#tests/support/redis-answers.ts';
import { startTwoInstances } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('a change of a message', (engine) => {
  const upstream = useUpstream({ engine, behindGateway: true });

  it('reaches every device of both, with its number, and what they read is the same', async () => {
    const [ann, ben] = await upstream.signUpMany(2);
    await befriend(ann, ben);
    const devices = await Promise.all([ann, ann, ben, ben].map((person) => upstream.connect(person)));
    const [annsPhone, , bensPhone] = devices as [ChatClient, ChatClient, ChatClient];
    const { url } = (await upload(ann, { to: '/chat/picture' })).body;
    const pictures = [{ url, alt: 'A square' }];
    const messageId = await sendMessage(annsPhone, { targetUserId: ben.id, text: 'helo', pictures });
    const heard = await bensPhone.next('messageReceived', (event) => event.pictures !== undefined);
    expect(heard).toMatchObject({ text: 'helo', pictures: [{ alt: 'A square', width: 400, height: 300 }] });
    const seen = await ben.client.get(url.replace('/api', ''));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);

    const path = `/message/${messageId}`;
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
      for (const event of events) expect(event.message._id).toBe(messageId);
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

  it('is in the export of who made it, with the pictures', async () => {
    const [cho, dan] = [await upstream.signUp(), await upstream.signUp()];
    await befriend(cho, dan);
    const socket = await upstream.connect(cho);
    const { url } = (await upload(cho, { to: '/chat/picture' })).body;
    const pictures = [{ url, alt: 'A square' }];
    const asked = await sendMessage(socket, { targetUserId: dan.id, text: 'Look', pictures });
    const answered = await sendMessage(socket, { targetUserId: dan.id, text: 'helo', replyTo: asked });
    expect((await cho.client.patch(`/message/${answered}`, { text: 'hello' })).status).toBe(200);
    const like = `/message/${asked}/reaction/${encodeURIComponent('👍')}`;
    for (const { client } of [cho, dan]) expect((await client.send('PUT', like)).status).toBe(200);

    const { body } = await cho.client.get('/profile/export');
    expect(body.messages).toMatchObject([
      { _id: asked, text: 'Look', pictures: 1 },
      { _id: answered, text: 'hello', replyTo: asked, editedAt: expect.any(String) },
    ]);
    expect(body.reactions).toMatchObject([{ messageId: asked, emoji: '👍' }]);
    expect(body.chatPictures).toMatchObject([{ messageId: asked, description: 'A square', type: 'image/webp' }]);
    expect(Buffer.from(body.chatPictures[0].data, 'base64').toString('latin1', 8, 12)).toBe('WEBP');
  });
});

const twoInstances = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

it.skipIf(!twoInstances)(
  'made at two instances at once leaves four devices and the database with the same',
  async () => {
    const { first: one, second: two, close } = await startTwoInstances({ engine: 'postgres', env: ownRedis() });
    onTestFinished(close);
    const [ann, ben] = [await one.signUp(), await one.signUp()];
    await befriend(ann, ben);
    const devices = await Promise.all([one.connect(ann), two.connect(ann), one.connect(ben), two.connect(ben)]);
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const [device, targetUserId] = i % 2 === 0 ? [devices[(i / 2) % 2], ben.id] : [devices[3], ann.id];
      ids.push(await sendMessage(device as ChatClient, { targetUserId, text: `message ${i}` }));
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
  },
);

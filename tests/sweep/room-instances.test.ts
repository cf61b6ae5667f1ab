// @module-tag once
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { redisIsExpected, redisUrl } from '#tests/support/redis-answers.ts';
import { type SignedUp, startUpstream } from '#tests/support/start-upstream.ts';
import { createMigratedDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import { newId } from '#upstream/ids.ts';

const twoInstances = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));
const members = 50;
const messages = 60;

it.skipIf(!twoInstances)(
  'fifty members of a room at two instances hear every message; one that is sent twice is stored once, and all read the same order',
  async () => {
    const database = await createMigratedDatabase('postgres');
    const options = {
      databaseUrl: database.url,
      env: { REDIS_URL: redisUrl, REDIS_PREFIX: `dotcode-test-${randomBytes(6).toString('hex')}` },
    };
    const [one, two] = [await startUpstream(options), await startUpstream(options)];
    await Promise.all([one.upstream.ready, two.upstream.ready]);
    const people: SignedUp[] = [];
    for (let i = 0; i < members; i += 1) people.push(await one.signUp());
    const [owner] = people;
    if (!owner) throw new Error('nobody is there');
    const roomId = (await owner.client.post('/create-project', { projectName: 'Glyph' })).body.project._id;
    await one.db
      .insertInto('project_interests')
      .values(
        people.slice(1).map(({ id }) => ({
          ...{ id: newId(), project_id: roomId, user_id: id, status: 'accepted' as const, note: '' },
          ...{ created_at: 1, updated_at: 1 },
        })),
      )
      .execute();
    const devices: ChatClient[] = [];
    for (const [i, { client }] of people.entries()) {
      const device = await connected(chatClient((i % 2 === 0 ? one : two).url, { cookie: client.cookieHeader }));
      expect((await device.ask('joinChat', { roomId })).ok).toBe(true);
      devices.push(device);
    }
    const sends = Array.from({ length: messages }, async (_, i) => {
      const device = devices[i % members];
      const payload = { roomId, text: `message ${i}`, clientId: `m${i}` };
      const answers = await Promise.all([device?.ask('sendMessage', payload), device?.ask('sendMessage', payload)]);
      return answers.map((answer) => (answer?.ok ? answer.data._id : JSON.stringify(answer)));
    });
    const ids = (await Promise.all(sends)).map(([first, second]) => {
      expect(second).toBe(first);
      return first;
    });
    expect(new Set(ids).size).toBe(messages);
    for (const device of devices)
      await expect.poll(() => new Set(device.all('messageReceived').map(({ _id }) => _id))).toEqual(new Set(ids));
    const read = async ({ client }: SignedUp) => {
      const { messages: newest } = (await client.get(`/room/${roomId}`)).body;
      return newest.map(({ _id, seq }: { _id: string; seq: number }) => `${seq} ${_id}`);
    };
    const newest = await read(owner);
    expect(newest).toHaveLength(50);
    for (const person of people) expect(await read(person)).toEqual(newest);
    for (const device of devices) device.close();
    await Promise.all([one.close(), two.close()]);
    await database.drop();
  },
);

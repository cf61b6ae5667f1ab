// @module-tag once

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { type SignedUp, type StartedUpstream, startTwoInstances } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';

/** Each of the two people is at another instance: what holds within one process does not help. */
await describeOnBothDatabases('a block at one instance, while something happens at the other', (engine) => {
  let first: StartedUpstream;
  let second: StartedUpstream;
  let close: () => Promise<void>;
  let ann: SignedUp;
  let ben: SignedUp;
  /** Ben, at the other instance. */
  let bens: TestClient;
  const sockets: ChatClient[] = [];
  beforeAll(async () => {
    ({ first, second, close } = await startTwoInstances({ engine }));
  });
  beforeEach(newPeople);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => close());

  const rounds = Array.from({ length: 5 }, (_, round) => round);

  async function newPeople(): Promise<void> {
    [ann, ben] = [await first.signUp({ firstName: 'Ann' }), await first.signUp({ firstName: 'Ben' })];
    bens = ben.client.copy(second.url);
  }
  async function connectBoth(): Promise<void> {
    await ann.client.post(`/request/interested/${ben.id}`);
    expect((await bens.post(`/request/interested/${ann.id}`)).body.data.status).toBe('accepted');
  }
  const relations = () => storedRelations(first.db, [ann.id, ben.id]);
  const messages = async () =>
    (await first.db.selectFrom('messages').select('id').where('sender_id', '=', ben.id).execute()).length;

  it('a message is stored before the block, or never, and no later one is', async () => {
    for (const round of rounds) {
      await newPeople();
      await connectBoth();
      const socket = await connected(chatClient(second.url, { cookie: bens.cookieHeader }));
      sockets.push(socket);
      const send = (text: string) => socket.ask('sendMessage', { targetUserId: ann.id, text, clientId: text });
      const [blocked, ...acks] = await Promise.all([
        ann.client.post(`/user/block/${ben.id}`),
        ...Array.from({ length: 6 }, (_, i) => send(`m${round}-${i}`)),
      ]);
      expect(blocked.status).toBe(200);
      const stored = await messages();
      expect(acks.filter(({ ok }) => ok)).toHaveLength(stored);
      expect(await send(`late-${round}`)).toMatchObject({ ok: false, error: { code: 'not_connected' } });
      expect(await messages()).toBe(stored);
      expect((await ann.client.get('/chats')).body).toMatchObject({ unreadTotal: 0 });
      expect((await ann.client.get('/notifications')).body).toMatchObject({ items: [], unread: 0 });
    }
  });

  it('a request that is accepted connects nobody', async () => {
    for (const round of rounds) {
      await newPeople();
      const { _id } = (await ann.client.post(`/request/interested/${ben.id}`)).body.data;
      const accept = () => bens.post(`/request/review/accepted/${_id}`);
      const [blocked, accepted] = await Promise.all([
        round % 2 === 0 ? ann.client.post(`/user/block/${ben.id}`) : bens.post(`/user/block/${ann.id}`),
        accept(),
      ]);
      expect(blocked.status).toBe(200);
      expect([200, 404, 409]).toContain(accepted.status);
      expect(await relations()).toEqual([]);
      for (const client of [ann.client, bens]) {
        expect((await client.get('/user/connections')).body.data).toEqual([]);
        expect((await client.get('/notifications')).body.items).toEqual([]);
      }
    }
  });

  it('a block of the other counts as well, and each takes only their own back', async () => {
    for (const _ of rounds) {
      await newPeople();
      await connectBoth();
      const replies = await Promise.all([ann.client.post(`/user/block/${ben.id}`), bens.post(`/user/block/${ann.id}`)]);
      // The second one learns nothing of the first: for them the account is gone.
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const rows = () =>
        first.db.selectFrom('blocks').select('blocker_id').where('blocker_id', 'in', [ann.id, ben.id]).execute();
      expect(await rows()).toHaveLength(2);
      await Promise.all([ann.client.delete(`/user/block/${ben.id}`), bens.delete(`/user/block/${ann.id}`)]);
      expect((await rows()).length).toBeLessThan(2);
      expect(await relations()).toEqual([]);
    }
  });
});

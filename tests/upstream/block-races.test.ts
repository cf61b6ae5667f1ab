// @module-tag once

import { beforeEach, expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';

/** Each of the two people is at another instance: what holds within one process does not help. */
await describeOnBothDatabases('a block at one instance, while something happens at the other', (engine) => {
  let ann: SignedUp;
  let ben: SignedUp;
  /** Ben, at the other instance. */
  let bens: TestClient;
  const { first, second } = useTwoInstances({ engine });
  beforeEach(newPeople);

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
      const socket = await second.connect({ client: bens });
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

  it('nothing that connects the two at the same moment stays', async () => {
    for (const round of rounds) {
      await newPeople();
      const project = await newProject(ann, { projectName: 'Hers' });
      const { _id: interest } = (await bens.post(`/project/interest/${project}`, {})).body.data;
      const { _id: request } = (await bens.post(`/request/interested/${ann.id}`)).body.data;
      const actions = [
        () => ann.client.post(`/request/review/accepted/${request}`),
        () => ann.client.post(`/project/interest/review/accepted/${interest}`),
        () => ann.client.post(`/request/interested/${ben.id}`),
        () => bens.post(`/project/interest/${project}`, {}),
      ];
      const [blocked] = await Promise.all([
        round % 2 ? ann.client.post(`/user/block/${ben.id}`) : bens.post(`/user/block/${ann.id}`),
        ...actions.map((act) => act()),
      ]);
      expect(blocked?.status).toBe(200);
      expect(await relations()).toEqual([]);
      const asks = first.db.selectFrom('project_interests').select('id').where('user_id', 'in', [ann.id, ben.id]);
      expect(await asks.execute()).toEqual([]);
      for (const client of [ann.client, bens]) {
        expect((await client.get('/notifications')).body.items).toEqual([]);
        expect((await client.get('/user/connections')).body.data).toEqual([]);
      }
    }
  });

  it('blocks of both count, and end with the second who takes theirs back', async () => {
    for (const _ of rounds) {
      await newPeople();
      await connectBoth();
      const replies = await Promise.all([ann.client.post(`/user/block/${ben.id}`), bens.post(`/user/block/${ann.id}`)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const rows = await first.db
        .selectFrom('blocks')
        .where('blocker_id', 'in', [ann.id, ben.id])
        .selectAll()
        .execute();
      expect(rows).toHaveLength(2);
      for (const [one, other] of [
        [ann, ben],
        [ben, ann],
      ] as const) {
        expect((await one.client.get('/user/blocked')).body.items).toEqual([]);
        expect((await one.client.get(`/profile/${other.id}`)).status).toBe(404);
      }
      expect((await ann.client.delete(`/user/block/${ben.id}`)).status).toBe(404);
      expect((await bens.get('/user/blocked')).body.items).toMatchObject([{ user: { _id: ann.id } }]);
      expect((await ann.client.get(`/profile/${ben.id}`)).status).toBe(404);
      expect((await bens.delete(`/user/block/${ann.id}`)).status).toBe(200);
      expect((await ann.client.get(`/profile/${ben.id}`)).status).toBe(200);
    }
  });
});

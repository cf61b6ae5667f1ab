// @module-tag once

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changePassword } from '#tests/support/acts.ts';
import { testPassword } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Db } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';

/** Two instances over one database, as behind a load balancer: a mutex within one process does not help. */
await describeOnBothDatabases('calls at the same moment, at two instances', (engine) => {
  const { first, second } = useTwoInstances({ engine });

  const rounds = Array.from({ length: 5 }, (_, round) => round);
  const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status).toSorted();
  const people = async () => [await person(), await person()] as const;

  /** A person with a client at each instance. */
  async function person() {
    const signedUp = await first.signUp();
    return { ...signedUp, clients: [signedUp.client, signedUp.client.copy(second.url)] as const };
  }
  type Person = Awaited<ReturnType<typeof person>>;
  const atBoth = <Reply>(who: Person, call: (client: Person['client']) => Promise<Reply>) =>
    Promise.all([0, 1, 0, 1].map((instance) => call(who.clients[instance as 0 | 1])));
  const relations = (a: Person, b: Person) => storedRelations(first.db, [a.id, b.id]);

  it('gives an email address to one account, whatever its case', async () => {
    for (const round of rounds.slice(0, 3)) {
      const body = { firstName: 'Same', lastName: 'Person', password: testPassword };
      const spellings = [`same${round}@mail.test`, `SAME${round}@MAIL.test`];
      const replies = await Promise.all(
        [first, second].flatMap((upstream) =>
          spellings.map((emailId) => upstream.client().post('/signup', { ...body, emailId })),
        ),
      );
      expect(statuses(replies)).toEqual([200, 409, 409, 409]);
    }
  });

  it('connects two people whose interest crosses, with one row for the pair', async () => {
    for (const _ of rounds) {
      const [ann, ben] = await people();
      const replies = await Promise.all([
        ann.clients[0].post(`/request/interested/${ben.id}`),
        ben.clients[1].post(`/request/interested/${ann.id}`),
      ]);
      expect(statuses(replies)).toEqual([200, 200]);
      expect(await relations(ann, ben)).toMatchObject([{ low_id: [ann.id, ben.id].toSorted()[0] }]);
      expect(replies.map((reply) => reply.body.data.status).toSorted()).toEqual(['accepted', 'interested']);
    }
  });

  it('stores one of many identical requests', async () => {
    for (const _ of rounds) {
      const [ann, ben] = await people();
      const same = await atBoth(ann, (client) => client.post(`/request/interested/${ben.id}`));
      expect(statuses(same)).toEqual([200, 409, 409, 409]);
      expect(await relations(ann, ben)).toHaveLength(1);
    }
  });

  it('lets the first review win and answers the others with 409', async () => {
    for (const _ of rounds) {
      const [ann, ben] = await people();
      const { _id } = (await ann.client.post(`/request/interested/${ben.id}`)).body.data;
      const replies = await Promise.all([
        ben.clients[0].post(`/request/review/accepted/${_id}`),
        ben.clients[1].post(`/request/review/rejected/${_id}`),
        ben.clients[0].post(`/request/review/rejected/${_id}`),
        ben.clients[1].post(`/request/review/accepted/${_id}`),
      ]);
      expect(statuses(replies)).toEqual([200, 409, 409, 409]);
      const won = replies.find((reply) => reply.status === 200)?.body.data.status;
      const kinds = (await relations(ann, ben)).map((row) => ('kind' in row ? row.kind : 'connected')).toSorted();
      expect(kinds).toEqual(won === 'accepted' ? ['connected'] : ['asked', 'rejected']);
    }
  });

  it('decides between a review and a withdrawal: never both', async () => {
    for (const _ of rounds) {
      const [ann, ben] = await people();
      const { _id } = (await ann.client.post(`/request/interested/${ben.id}`)).body.data;
      const [accepted, withdrawn] = await Promise.all([
        ben.clients[0].post(`/request/review/accepted/${_id}`),
        ann.clients[1].delete(`/request/${_id}`),
      ]);
      const rows = await relations(ann, ben);
      if (accepted.status === 200) {
        expect(withdrawn.status).toBe(409);
        expect(rows).toMatchObject([{ low_id: [ann.id, ben.id].toSorted()[0] }]);
      } else {
        expect([accepted.status, withdrawn.status]).toEqual([404, 200]);
        expect(rows).toEqual([]);
      }
    }
  });

  it('applies one of several simultaneous password changes', async () => {
    const ann = await person();
    const replies = await Promise.all(
      ann.clients.map((client, i) => changePassword({ ...ann, client }, `New#Passw0rd${i}`)),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
  });

  it('leaves nothing behind of an account that is deleted while others write to it', async () => {
    for (const _ of rounds.slice(0, 4)) {
      const [ann, ben, cleo] = [await person(), await person(), await person()];
      const [deleted, ...others] = await Promise.all([
        ann.clients[0].delete('/profile', { password: testPassword }),
        ben.clients[1].post(`/request/interested/${ann.id}`),
        cleo.clients[0].post(`/request/interested/${ann.id}`),
        ann.clients[1].patch('/profile/edit', { skills: ['Ada'], about: 'still here' }),
        ann.clients[1].post(`/request/interested/${ben.id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect(others.filter((reply) => reply.status >= 500)).toEqual([]);
      expect(await relations(ann, ben)).toEqual([]);
      expect(await relations(ann, cleo)).toEqual([]);
      const [row] = await first.db.selectFrom('users').selectAll().where('id', '=', ann.id).execute();
      expect(row).toMatchObject({ first_name: 'Former', about: '' });
      for (const table of ['user_skills', 'sessions', 'people_search'] as const)
        expect(await first.db.selectFrom(table).selectAll().where('user_id', '=', ann.id).execute()).toEqual([]);
    }
  });

  it('replaces skills as a whole when two edits meet', async () => {
    const ann = await person();
    for (const _ of rounds) {
      const lists = [['A', 'B', 'C'], ['C', 'D'], ['E'], ['B', 'E']];
      const replies = await Promise.all(
        lists.map((skills, i) => ann.clients[(i % 2) as 0 | 1].patch('/profile/edit', { skills })),
      );
      expect(statuses(replies)).toEqual([200, 200, 200, 200]);
      expect(lists).toContainEqual((await ann.client.get('/profile/view')).body.skills);
    }
  });

  it('takes each migration once when several instances start together, and refuses those of a newer version', async () => {
    const database = await createTestDatabase(engine);
    const connections = await Promise.all(Array.from({ length: 4 }, () => connect(database.url)));
    await Promise.all(connections.map((connection) => migrate(connection)));
    const db = connections[0]?.db as Db;
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
    await sql`insert into kysely_migration values ('999-from-the-future', ${new Date().toISOString()})`.execute(db);
    for (const connection of connections) {
      await expect(migrate(connection)).rejects.toThrow('999-from-the-future');
      await connection.close();
    }
    await database.drop();
  });
});

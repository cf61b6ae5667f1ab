// @module-tag once

import { expect, it } from 'vitest';
import { changePassword } from '#tests/support/acts.ts';
import { type SignedUp, testPassword } from '#tests/support/start-upstream.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';
import { usualCost } from '#upstream/features/auth/passwords.ts';

const rounds = Array.from({ length: 6 }, (_, i) => i);
const newPassword = 'Other#Passw0rd';
/** Hundreds of password hashes, on a machine that may be busy. */
const patienceMs = 90_000;

await describeOnBothDatabases('logins during the end of a password', (engine) => {
  const { first, second } = useTwoInstances({ engine, behindGateway: true, passwordCost: usualCost });

  /** Logins with the old password, at both instances, that begin before, with and after `act`. */
  async function loginsAround(person: SignedUp, act: () => Promise<unknown>) {
    const clients = Array.from({ length: 4 }, (_, i) => (i % 2 ? first : second).client());
    const login = { emailId: person.emailId, password: testPassword };
    const before = clients.slice(0, 2).map((client) => client.post('/login', login));
    const acted = act();
    const after = clients.slice(2).map((client) => client.post('/login', login));
    await acted;
    const replies = await Promise.all([...before, ...after]);
    for (const reply of replies) expect([200, 401]).toContain(reply.status);
    return clients;
  }

  it(
    'never leave a session that outlives a change of the password',
    async () => {
      for (const _ of rounds) {
        const person = await first.signUp();
        const clients = await loginsAround(person, async () => {
          expect((await changePassword(person, newPassword)).status).toBe(200);
        });
        for (const client of clients) expect((await client.get('/profile/view')).status).toBe(401);
        expect((await person.client.get('/profile/view')).status).toBe(200);
        expect(
          await first.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute(),
        ).toHaveLength(1);
      }
    },
    patienceMs,
  );

  it(
    'never leave a session of a deleted account',
    async () => {
      for (const _ of rounds) {
        const person = await first.signUp();
        const clients = await loginsAround(person, async () => {
          expect((await person.client.delete('/profile', { password: testPassword })).status).toBe(200);
        });
        for (const client of clients) expect((await client.get('/profile/view')).status).toBe(401);
        expect(await first.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toEqual(
          [],
        );
      }
    },
    patienceMs,
  );

  it('do not delete an account with a password that is not valid any more', async () => {
    const person = await first.signUp();
    const other = person.client.copy();
    const [changed, deleted] = await Promise.all([
      changePassword(person, newPassword),
      other.delete('/profile', { password: testPassword }),
    ]);
    expect([changed.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
  });
});

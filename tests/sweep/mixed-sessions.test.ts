// @module-tag once
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

const people = 6;
const rounds = 8;

await describeOnEachDatabase(
  'calls of many sessions through one gateway, of which some sign out meanwhile',
  (engine) => {
    let upstream: StartedUpstream;
    let signedUp: SignedUp[];
    beforeAll(async () => {
      upstream = await startUpstream({ engine, behindGateway: true });
      signedUp = await Promise.all(Array.from({ length: people }, () => upstream.signUp()));
    });
    afterAll(() => upstream.close());

    async function logIn({ emailId, password }: SignedUp): Promise<TestClient> {
      const client = upstream.client();
      expect((await client.post('/login', { emailId, password })).status).toBe(200);
      return client;
    }

    it('answer each session with its own person, and an ended one with 401 from then on', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ending = await Promise.all(signedUp.map(logIn));
        await Promise.all(
          signedUp.map(async (person, i) => {
            const ended = ending[i];
            if (ended === undefined) return;
            // The same session without a cookie jar in common, so that the sign-out does not take the cookie away.
            const kept = ended.copy();
            const before = [kept, person.client, kept, person.client].map((client) => client.get('/profile/view'));
            const signedOut = ended.post('/signout');
            const during = [kept, person.client].map((client) => client.get('/profile/view'));
            expect((await signedOut).status).toBe(200);
            const after = await Promise.all([kept, person.client, kept].map((client) => client.get('/profile/view')));
            expect(after.map(({ status }) => status)).toEqual([401, 200, 401]);
            for (const reply of await Promise.all([...before, ...during])) {
              expect([200, 401]).toContain(reply.status);
              if (reply.status === 200) expect(reply.body._id).toBe(person.id);
            }
            expect(after[1]?.body._id).toBe(person.id);
          }),
        );
      }
      for (const person of signedUp) expect((await person.client.get('/profile/view')).body._id).toBe(person.id);
    });
  },
);

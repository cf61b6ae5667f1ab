import { expect, it } from 'vitest';
import {
  type AnswerOptions,
  addPasskey,
  logInByPasskey,
  SoftAuthenticator,
} from '#tests/support/soft-authenticator.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { quotas } from '#upstream/limits/quotas.ts';

await describeOnEachDatabase('passkeys', (engine) => {
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now, quotas: { ...quotas, passkeys: 3 } });

  async function logIn(person: SignedUp, authenticator: SoftAuthenticator, answer?: AnswerOptions) {
    const client = person.client.signedOut();
    return { client, reply: await logInByPasskey(client, authenticator, answer) };
  }

  it('log their owner in, without the address and the password', async () => {
    const ada = await upstream.signUp();
    const { authenticator, reply } = await addPasskey(ada);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ name: 'Laptop', lastUsedAt: null });
    const login = await logIn(ada, authenticator);
    expect(login.reply.status).toBe(200);
    expect(login.reply.body._id).toBe(ada.id);
    expect((await login.client.get('/profile/view')).body._id).toBe(ada.id);
    const { items } = (await ada.client.get('/passkeys')).body;
    expect(items).toMatchObject([{ _id: reply.body._id, lastUsedAt: expect.any(String) }]);
    expect((await logIn(ada, authenticator)).reply.status).toBe(200);
  });

  it('ask for a key that the authenticator keeps and for its owner’s finger or code, and leave out those stored', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    const options = (await ada.client.post('/passkeys/options')).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: ada.emailId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
    });
    const login = (await upstream.client().post('/login/passkey/options')).body;
    expect(login).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(login.allowCredentials ?? []).toEqual([]);
  });

  it.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['without the owner’s finger or code', { isVerified: false }],
    ['to a challenge that nobody issued', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
  ] as const)('are neither stored nor opened by an answer %s', async (_kind, answer) => {
    const ada = await upstream.signUp();
    const refused = await addPasskey(ada, answer);
    expect(refused.reply.status).toBe(400);
    expect(refused.reply.body.code).toBe('invalid_request');
    const { authenticator } = await addPasskey(ada);
    const { client, reply } = await logIn(ada, authenticator, answer);
    expect(reply.status).toBe(401);
    expect(reply.body.code).toBe('wrong_credentials');
    expect((await client.get('/profile/view')).status).toBe(401);
  });

  it('are not opened by an answer that has opened a session before, or is older than five minutes', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    const client = ada.client.signedOut();
    const options = (await client.post('/login/passkey/options')).body;
    // One that does not count: its counter says nothing of a replay.
    const response = authenticator.get(options, { counter: 0 });
    expect((await client.post('/login/passkey', { response })).status).toBe(200);
    expect((await upstream.client().post('/login/passkey', { response })).status).toBe(401);
    const late = (await client.post('/login/passkey/options')).body;
    now += 5 * 60 * 1000;
    expect((await upstream.client().post('/login/passkey', { response: authenticator.get(late) })).status).toBe(401);
  });

  it('open one session when the same answer comes several times at once', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    const options = (await upstream.client().post('/login/passkey/options')).body;
    const response = authenticator.get(options);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => ada.client.signedOut().post('/login/passkey', { response })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('whose counter does not grow are refused; those that do not count may say 0 each time', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    expect((await logIn(ada, authenticator, { counter: 7 })).reply.status).toBe(200);
    expect((await logIn(ada, authenticator, { counter: 7 })).reply.status).toBe(401);
    const uncounted = (await addPasskey(ada)).authenticator;
    for (let turn = 0; turn < 2; turn += 1)
      expect((await logIn(ada, uncounted, { counter: 0 })).reply.status).toBe(200);
  });

  it('are renamed and removed by their owner, and open nothing afterwards', async () => {
    const ada = await upstream.signUp();
    const { authenticator, reply } = await addPasskey(ada);
    const path = `/passkeys/${reply.body._id}`;
    expect((await ada.client.patch(path, { name: ' ' })).status).toBe(422);
    expect((await ada.client.patch(path, { name: 'Phone' })).body).toMatchObject({ name: 'Phone' });
    expect((await ada.client.delete(path)).status).toBe(200);
    expect((await ada.client.delete(path)).status).toBe(404);
    const { items } = (await ada.client.get('/profile/history')).body;
    const kinds = items.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['passkey-added', 'passkey-removed']));
    expect((await logIn(ada, authenticator)).reply.status).toBe(401);
  });

  it('are not stored twice, nor for another account, nor beyond the quota', async () => {
    const [ada, eve] = [await upstream.signUp(), await upstream.signUp()];
    const { authenticator } = await addPasskey(ada);
    expect((await addPasskey(ada, {}, authenticator)).reply.status).toBe(409);
    const options = (await ada.client.post('/passkeys/options')).body;
    const stolen = new SoftAuthenticator().create(options);
    expect((await eve.client.post('/passkeys', { response: stolen })).status).toBe(400);
    await addPasskey(ada);
    await addPasskey(ada);
    const full = await ada.client.post('/passkeys/options');
    expect(full.body).toMatchObject({ code: 'quota_reached', limit: 3 });
  });
});

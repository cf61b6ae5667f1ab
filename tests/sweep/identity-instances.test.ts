// @module-tag once
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { AuthenticatorApp } from '#tests/support/authenticator-app.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { SoftAuthenticator } from '#tests/support/soft-authenticator.ts';
import { type SignedUp, type StartedUpstream, startTwoInstances } from '#tests/support/start-upstream.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';

await describeOnBothDatabases('ways to log in, with two instances', (engine) => {
  let first: StartedUpstream;
  let second: StartedUpstream;
  let close: () => Promise<void>;
  let time: number;

  beforeEach(async () => {
    time = Date.now();
    const env = { LEAVING_DAYS: '14', SECRET: 'the-same-secret-on-every-instance' };
    ({ first, second, close } = await startTwoInstances({ engine, env, now: () => time }));
  });
  afterEach(() => close());

  const instances = () => [first, second, first, second];
  const at = (instance: StartedUpstream, { client }: SignedUp) => client.copy(instance.url);
  const logIn = (instance: StartedUpstream, { emailId, password }: SignedUp, code?: string) =>
    instance.client().post('/login', { emailId, password, ...(code !== undefined && { code }) });
  const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted();

  it('take a code at the instance that has not asked for it, and each code once in all', async () => {
    const ada = await first.signUp();
    const { secret } = (await ada.client.post('/totp/start', { password: ada.password })).body;
    const app = new AuthenticatorApp(secret, () => time);
    const confirmed = await Promise.all(
      [first, second].map((instance) => at(instance, ada).post('/totp/confirm', { code: app.code() })),
    );
    expect(statusesOf(confirmed), 'begun at one, confirmed at one of both').toEqual([200, 409]);
    time += minute;
    expect((await logIn(first, ada)).body.code).toBe('second_factor_required');
    expect((await logIn(second, ada, app.code())).status).toBe(200);
    for (let round = 0; round < 3; round++) {
      time += minute;
      const code = app.code();
      const together = await Promise.all(instances().map((instance) => logIn(instance, ada, code)));
      expect(statusesOf(together)).toEqual([200, 401, 401, 401]);
    }
  });

  it('take each recovery code once, and none of the old ones when another instance has made new ones', async () => {
    const ada = await first.signUp();
    const { recoveryCodes } = await switchOnSecondFactor(ada, () => time);
    const together = await Promise.all(instances().map((instance) => logIn(instance, ada, recoveryCodes[0])));
    expect(statusesOf(together)).toEqual([200, 401, 401, 401]);
    for (const instance of [first, second])
      expect((await at(instance, ada).get('/totp')).body.recoveryCodesLeft).toBe(9);
    const { items } = (await at(second, ada).get('/profile/history')).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === 'recovery-code-used')).toHaveLength(1);

    const made = await Promise.all(
      [first, second].map((instance) => at(instance, ada).post('/totp/recovery-codes', { password: ada.password })),
    );
    expect(statusesOf(made)).toEqual([200, 200]);
    const stored = await first.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.id).execute();
    expect(stored, 'of one of the two calls').toHaveLength(10);
    expect((await logIn(second, ada, recoveryCodes[1])).status).toBe(401);
    const opened = await Promise.all(made.map(({ body }) => logIn(first, ada, body.recoveryCodes[0])));
    expect(statusesOf(opened)).toEqual([200, 401]);
  });

  it('ask for no code once another instance has switched it off', async () => {
    const ada = await first.signUp();
    await switchOnSecondFactor(ada, () => time);
    const off = await Promise.all(
      [first, second].map((instance) => at(instance, ada).delete('/totp', { password: ada.password })),
    );
    expect(statusesOf(off)).toEqual([200, 404]);
    for (const instance of [first, second]) expect((await logIn(instance, ada)).status).toBe(200);
  });

  it('take the answer of a passkey at the instance that has not made its challenge, once', async () => {
    const ada = await first.signUp();
    const authenticator = new SoftAuthenticator();
    const toMake = (await ada.client.post('/passkeys/options')).body;
    const response = authenticator.create(toMake);
    expect((await at(second, ada).post('/passkeys', { response })).status).toBe(200);
    const asking = ada.client.copy();
    asking.cookies.clear();
    const answer = authenticator.get((await asking.post('/login/passkey/options')).body);
    const together = await Promise.all(
      instances().map((instance) => asking.copy(instance.url).post('/login/passkey', { response: answer })),
    );
    expect(statusesOf(together)).toEqual([200, 401, 401, 401]);
  });

  it('end at both when one of them ends the session, or all others', async () => {
    const ada = await first.signUp();
    const other = second.client();
    expect((await other.post('/login', { emailId: ada.emailId, password: ada.password })).status).toBe(200);
    const { items } = (await at(second, ada).get('/profile/sessions')).body;
    const { _id } = items.find(({ current }: { current: boolean }) => !current);
    expect((await ada.client.delete(`/profile/sessions/${_id}`)).status).toBe(200);
    for (const instance of [first, second])
      expect((await other.copy(instance.url).get('/profile/view')).status).toBe(401);
  });

  it('keep both of two changes of the preferences that are made at the same time', async () => {
    const ada = await first.signUp();
    for (let round = 0; round < 4; round++) {
      const on = round % 2 === 1;
      const changes = await Promise.all([
        at(first, ada).patch('/profile/preferences', { notify: { request: { mail: on } } }),
        at(second, ada).patch('/profile/preferences', { notify: { message: { push: on } }, timeZone: 'Europe/Berlin' }),
      ]);
      expect(statusesOf(changes)).toEqual([200, 200]);
      for (const instance of [first, second])
        expect((await at(instance, ada).get('/profile/preferences')).body).toMatchObject({
          notify: { request: { mail: on, push: true }, message: { push: on, mail: true } },
          timeZone: 'Europe/Berlin',
        });
    }
  });

  it('bring an account back once, or erase it once, whichever instance is asked', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await first.signUp({ emailId: `leaving${round}@mail.test` });
      const left = await Promise.all(
        [first, second].map((instance) => at(instance, ada).delete('/profile', { password: ada.password })),
      );
      expect(statusesOf(left)).toEqual([200, 401]);
      const tokens = [(await logIn(first, ada)).body.comeBack, (await logIn(second, ada)).body.comeBack];
      const [back, erased] = await Promise.all([
        first.client().post('/leaving/return', { token: tokens[1] }),
        second.client().post('/leaving/erase', { token: tokens[0], password: ada.password }),
      ]);
      expect(statusesOf([back, erased])).toEqual([200, 422]);
      for (const instance of [first, second])
        expect((await logIn(instance, ada)).status, `round ${round}`).toBe(back.status === 200 ? 200 : 401);
    }
  });

  it('erase an account whose days are over once, when the housekeeping of both runs', async () => {
    const ada = await first.signUp();
    expect((await ada.client.delete('/profile', { password: ada.password })).status).toBe(200);
    const erased: string[] = [];
    for (const { events } of [first, second]) events.on('accountDeleted', ({ userId }) => void erased.push(userId));
    time += 12 * day;
    await Promise.all([first.upstream.resume(), second.upstream.resume()]);
    expect(erased).toEqual([]);
    time += 3 * day;
    await Promise.all([first.upstream.resume(), second.upstream.resume()]);
    expect(erased).toEqual([ada.id]);
    for (const instance of [first, second]) expect((await logIn(instance, ada)).status).toBe(401);
  });
});

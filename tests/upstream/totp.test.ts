import { expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { AuthenticatorApp } from '#tests/support/authenticator-app.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { addPasskey, logInByPasskey } from '#tests/support/soft-authenticator.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

await describeOnEachDatabase('a second factor', (engine) => {
  let time = Date.now();
  const now = () => time;
  const upstream = useUpstream({ engine, now });

  const logIn = ({ emailId, password }: SignedUp, code?: string, client = upstream.client()) =>
    client.post('/login', { emailId, password, ...(code !== undefined && { code }) });
  const kindsOf = async ({ client }: SignedUp) =>
    (await client.get('/profile/history')).body.items.map(({ kind }: { kind: string }) => kind);

  it('is begun with the password and switched on with a code, and the login asks for it from then on', async () => {
    const ada = await upstream.signUp();
    const start = await ada.client.post('/totp/start', { password: ada.password });
    expect(start.status).toBe(200);
    const { uri, secret } = start.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host, address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret]);
    expect(address.searchParams.get('issuer')).toBe('DotCode');
    expect(decodeURIComponent(address.pathname)).toContain(ada.emailId);
    expect((await ada.client.get('/totp')).body).toEqual({ on: false, since: null, recoveryCodesLeft: 0 });
    expect((await logIn(ada)).status, 'nothing has changed yet').toBe(200);

    const app = new AuthenticatorApp(secret, now);
    const confirmed = await ada.client.post('/totp/confirm', { code: app.code() });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await ada.client.get('/totp')).body).toEqual({
      on: true,
      since: new Date(time).toISOString(),
      recoveryCodesLeft: 10,
    });
    const asked = await logIn(ada);
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required']);
    expect(asked.setCookies).toEqual([]);
    expect((await logIn(ada, app.code())).status, 'the code that switched it on is used up').toBe(401);
    time += minute;
    const client = upstream.client();
    const login = await logIn(ada, ` ${app.code().replace(/.../, '$& ')}`, client);
    expect(login.status).toBe(200);
    expect((await client.get('/profile/view')).body._id).toBe(ada.id);
    expect((await ada.client.get('/profile/view')).status, 'sessions from before stay').toBe(200);
    expect(await kindsOf(ada)).toEqual(expect.arrayContaining(['second-factor-on', 'signed-in']));
    const events = (await ada.client.get('/notifications')).body.items.map(({ event }: { event: string }) => event);
    expect(events).toContain('second-factor-on');
  });

  it('takes each code of the step before, now and after once, and none of a step before one that was used', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    time += 5 * minute;
    for (const steps of [-2, 2]) expect((await logIn(ada, app.code(steps))).status, `${steps}`).toBe(401);
    for (const steps of [-1, 0, 1]) expect((await logIn(ada, app.code(steps))).status, `${steps}`).toBe(200);
    const again = await logIn(ada, app.code(1));
    expect(again.body).toMatchObject({ code: 'wrong_credentials', fields: { code: expect.any(String) } });
    expect((await logIn(ada, app.code(0))).status, 'of a step before one that was used').toBe(401);
  });

  it('takes each recovery code once, however it is typed, and says how many are left', async () => {
    const ada = await upstream.signUp();
    const { recoveryCodes } = await switchOnSecondFactor(ada, now);
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(ada, first)).status).toBe(200);
    expect((await logIn(ada, first)).status).toBe(401);
    expect((await logIn(ada, ` ${second.replaceAll('-', ' ').toUpperCase()}`)).status).toBe(200);
    expect((await ada.client.get('/totp')).body.recoveryCodesLeft).toBe(8);
    for (const code of recoveryCodes.slice(2, 7)) expect((await logIn(ada, code)).status).toBe(200);
    const kinds = await kindsOf(ada);
    expect(kinds.filter((kind: string) => kind === 'recovery-code-used')).toHaveLength(6);
    expect(
      kinds.filter((kind: string) => kind === 'recovery-codes-few'),
      'from three on',
    ).toHaveLength(1);
  });

  it('is not passed by a wrong code, the code of another account, or something else', async () => {
    const [ada, eve] = [await upstream.signUp(), await upstream.signUp()];
    const { app } = await switchOnSecondFactor(ada, now);
    const eves = await switchOnSecondFactor(eve, now);
    time += minute;
    for (const code of [app.wrongCode(), eves.app.code(), eves.recoveryCodes[0] ?? '', '', '12345', 'a'.repeat(100)]) {
      const reply = await logIn(ada, code);
      expect([reply.status, reply.body.code], code).toEqual([401, 'wrong_credentials']);
      expect(reply.setCookies).toEqual([]);
    }
    expect((await logIn(ada, 'a'.repeat(101))).status).toBe(422);
    const { items } = (await ada.client.get('/profile/history')).body;
    await expect
      .poll(async () => (await ada.client.get('/profile/history')).body.items)
      .toContainEqual(expect.objectContaining({ kind: 'code-refused', count: 6 }));
    expect(JSON.stringify(items)).not.toContain('"kind":"refused"');
  });

  it('tells nobody without the password that it is on', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    const wrong = { password: 'Wrong#Passw0rd' };
    expect((await logIn(ben, '123456')).status, 'ignored where the account has none').toBe(200);
    const plain = await logIn({ ...ben, ...wrong });
    for (const reply of [
      await logIn({ ...ada, ...wrong }),
      await logIn({ ...ada, ...wrong }, app.code()),
      await logIn({ ...ada, ...wrong }, app.wrongCode()),
      await logIn({ ...ada, ...wrong, emailId: 'nobody@mail.test' }, app.code()),
    ])
      expect({ ...reply.body, requestId: '' }).toEqual({ ...plain.body, requestId: '' });
    expect((await logIn(ada, app.code())).status, 'the code was not used up').toBe(200);
  });

  it('is begun again with another secret, until it is on', async () => {
    const ada = await upstream.signUp();
    const begin = async () => (await ada.client.post('/totp/start', { password: ada.password })).body.secret;
    const [first, second] = [await begin(), await begin()];
    const stale = await ada.client.post('/totp/confirm', { code: new AuthenticatorApp(first, now).code() });
    expect([stale.status, stale.body.fields]).toEqual([422, { code: expect.any(String) }]);
    const code = new AuthenticatorApp(second, now).code();
    expect((await ada.client.post('/totp/confirm', { code })).status).toBe(200);
    expect((await ada.client.post('/totp/start', { password: ada.password })).status).toBe(409);
    expect((await ada.client.post('/totp/confirm', { code })).status).toBe(409);
  });

  it('is not switched on after a quarter of an hour, and what was begun is deleted', async () => {
    const ada = await upstream.signUp();
    const { secret } = (await ada.client.post('/totp/start', { password: ada.password })).body;
    time += 15 * minute;
    const code = new AuthenticatorApp(secret, now).code();
    expect((await ada.client.post('/totp/confirm', { code })).status).toBe(409);
    await deleteExpired(upstream.db, retentions['abandoned second factors'], time);
    const rows = () => upstream.db.selectFrom('second_factors').selectAll().where('user_id', '=', ada.id).execute();
    expect(await rows()).toEqual([]);
  });

  it('needs the password; a stolen session alone switches nothing', async () => {
    const ada = await upstream.signUp();
    await switchOnSecondFactor(ada, now);
    const ben = await upstream.signUp();
    for (const [person, method, path] of [
      [ben, 'POST', '/totp/start'],
      [ada, 'POST', '/totp/recovery-codes'],
      [ada, 'DELETE', '/totp'],
    ] as const) {
      const refused = await person.client.send(method, path, { password: 'Wrong#Passw0rd' });
      expect([refused.status, refused.body.fields]).toEqual([422, { password: expect.any(String) }]);
      expect((await person.client.send(method, path, {})).status).toBe(422);
    }
    expect((await ben.client.post('/totp/confirm', { code: '123456' })).status).toBe(409);
    expect((await ada.client.get('/totp')).body).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect((await ben.client.get('/totp')).body.on).toBe(false);
  });

  it('gives new recovery codes, and the old ones stop working', async () => {
    const ada = await upstream.signUp();
    const { recoveryCodes: old } = await switchOnSecondFactor(ada, now);
    const made = await ada.client.post('/totp/recovery-codes', { password: ada.password });
    expect(made.body.recoveryCodes).toHaveLength(10);
    expect((await logIn(ada, old[0])).status).toBe(401);
    expect((await logIn(ada, made.body.recoveryCodes[0])).status).toBe(200);
    expect(await kindsOf(ada)).toContain('recovery-codes-made');
    const ben = await upstream.signUp();
    expect((await ben.client.post('/totp/recovery-codes', { password: ben.password })).status).toBe(404);
  });

  it('is switched off with the password, and its codes with it', async () => {
    const ada = await upstream.signUp();
    await switchOnSecondFactor(ada, now);
    expect((await ada.client.delete('/totp', { password: ada.password })).status).toBe(200);
    expect((await ada.client.delete('/totp', { password: ada.password })).status).toBe(404);
    expect((await logIn(ada)).status).toBe(200);
    expect(await kindsOf(ada)).toContain('second-factor-off');
    const left = await upstream.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.id).execute();
    expect(left).toEqual([]);
  });

  it('is not asked for with a passkey, whose owner the device has recognised', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    await switchOnSecondFactor(ada, now);
    expect((await logInByPasskey(ada.client.signedOut(), authenticator)).status).toBe(200);
  });

  it('is in the export without the secret and the codes', async () => {
    const ada = await upstream.signUp();
    const { secret, recoveryCodes } = await switchOnSecondFactor(ada, now);
    const { text, body } = await ada.client.get('/profile/export');
    expect(body.secondFactor).toEqual([{ since: new Date(time).toISOString(), recoveryCodesLeft: 10 }]);
    for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
    const stored = JSON.stringify([
      await upstream.db.selectFrom('second_factors').selectAll().execute(),
      await upstream.db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(hidden);
  });

  it('is removed by an operator, who says why, and the person is told', async () => {
    const ada = await upstream.signUp();
    await switchOnSecondFactor(ada, now);
    const request = { command: 'remove-second-factor', who: ada.emailId, operator: 'olga', now: time };
    await expect(runAdmin(upstream.connection, { ...request, reason: undefined })).rejects.toThrow('--reason');
    const reason = 'a lost telephone, known by voice';
    expect(await runAdmin(upstream.connection, { ...request, reason })).toEqual([
      expect.stringContaining('can log in with the password only'),
    ]);
    await expect(runAdmin(upstream.connection, { ...request, reason })).rejects.toThrow('has no second factor');
    expect((await logIn(ada)).status).toBe(200);
    expect(await kindsOf(ada)).toContain('second-factor-off');
    const { operatorActions, notifications } = (await ada.client.get('/profile/export')).body;
    expect(operatorActions).toMatchObject([{ action: 'remove-second-factor', reason }]);
    expect(notifications).toContainEqual(expect.objectContaining({ about: 'second-factor-off' }));
  });
});

// @module-tag once
import { describe, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { changePassword } from '#tests/support/acts.ts';
import { linkIn } from '#tests/support/read-mail.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { addPasskey, logInByPasskey, SoftAuthenticator } from '#tests/support/soft-authenticator.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';

const newPassword = 'Other#Passw0rd';

await describeOnEachDatabase('ways into an account', (engine) => {
  let time = Date.now();
  const now = () => time;
  const env = { PUBLIC_URL: 'http://localhost:3000' };
  const { server, upstream, signUpVerified } = useUpstreamWithMail({ engine, now, env });

  const linkOf = async ({ emailId }: SignedUp, subject: string) =>
    linkIn(await newestMailTo(server, emailId, subject)).token;
  const logIn = (person: SignedUp, password = person.password, code?: string) => {
    const client = person.client.signedOut();
    const reply = client.post('/login', { emailId: person.emailId, password, ...(code !== undefined && { code }) });
    return reply.then((answer) => ({ client, answer }));
  };
  const isIn = async (client: TestClient) => (await client.get('/profile/view')).status === 200;

  describe('with a session that was begun some time ago', () => {
    it('are added and removed only after the password', async () => {
      const ada = await signUpVerified();
      expect((await addPasskey(ada)).reply.status, 'a login of the last minutes is enough').toBe(200);
      time += 11 * minute;
      const [{ _id }] = (await ada.client.get('/passkeys')).body.items;
      const refused = [
        await ada.client.post('/passkeys/options'),
        await ada.client.post('/passkeys', { response: new SoftAuthenticator().create(await optionsOf(ada)) }),
        await ada.client.delete(`/passkeys/${_id}`),
      ];
      for (const { status, body } of refused) {
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: 'confirmation_required', needs: ['password'] });
      }
      const wrong = await ada.client.post('/profile/confirm', { password: 'Not#This0ne' });
      expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['password']]);
      expect((await addPasskey(ada)).reply.status).toBe(403);
      expect((await ada.client.post('/profile/confirm', { password: ada.password })).status).toBe(200);
      expect((await addPasskey(ada)).reply.status).toBe(200);
      expect((await ada.client.delete(`/passkeys/${_id}`)).status).toBe(200);
      time += 11 * minute;
      expect((await addPasskey(ada)).reply.status, 'a confirmation ends after ten minutes').toBe(403);
    });

    /** Challenges are no secret: a thief may have one from an account of their own. */
    const optionsOf = async (person: SignedUp) => {
      const { client } = await upstream.signUp();
      const options = await client.post('/passkeys/options');
      return { ...options.body, challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: person.id } };
    };

    it('ask for the code, too, where there is a second factor', async () => {
      const ada = await signUpVerified();
      const { app } = await switchOnSecondFactor(ada, now);
      time += 11 * minute;
      const { password } = ada;
      const calls = [
        () => ada.client.post('/totp/recovery-codes', { password }),
        () => ada.client.delete('/totp', { password }),
        () => ada.client.patch('/profile/email', { emailId: `new-${ada.emailId}`, password }),
        () => changePassword(ada, newPassword),
        () => ada.client.delete('/profile', { password }),
      ];
      for (const call of calls) {
        const { status, body } = await call();
        expect([status, body.code, body.needs]).toEqual([403, 'confirmation_required', ['code']]);
      }
      expect((await ada.client.post('/passkeys/options')).body.needs).toEqual(['password', 'code']);
      expect((await ada.client.post('/profile/confirm', { password })).body.needs).toEqual(['code']);
      const wrong = await ada.client.post('/profile/confirm', { password, code: '000000' });
      expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['code']]);
      const code = app.code();
      expect((await ada.client.post('/profile/confirm', { password, code })).status).toBe(200);
      expect((await logIn(ada, password, code)).answer.status, 'a code that confirmed is used up').toBe(401);
      for (const call of calls.slice(0, 2)) expect((await call()).status).toBe(200);
    });

    it('do not take the login of a session for the code of a second factor that was switched on later', async () => {
      const ada = await signUpVerified();
      const { client: other } = await logIn(ada);
      time += 1000;
      await switchOnSecondFactor(ada, now);
      expect((await other.delete('/totp', { password: ada.password })).body.needs).toEqual(['code']);
      expect((await ada.client.delete('/totp', { password: ada.password })).status, 'the session that did it').toBe(
        200,
      );
    });
  });

  describe('at the first confirmation of an address', () => {
    /** A stranger who signs up with another person's address. */
    async function intruder() {
      // An older release let people add them before the confirmation.
      const eve = await upstream.signUp();
      await upstream.db.updateTable('users').set({ unverified_since: null }).where('id', '=', eve.id).execute();
      const { authenticator, reply } = await addPasskey(eve);
      expect(reply.status).toBe(200);
      await switchOnSecondFactor(eve, now);
      await upstream.db.updateTable('users').set({ unverified_since: time }).where('id', '=', eve.id).execute();
      return { eve, authenticator };
    }

    it('by somebody who neither has a session nor knows the password, nothing that was there goes on', async () => {
      const { eve, authenticator } = await intruder();
      const owner = eve.client.signedOut();
      const token = await linkOf(eve, 'Confirm your email address');
      const confirmed = await owner.post('/email/verify', { token });
      expect(confirmed.status).toBe(200);
      expect(await isIn(eve.client)).toBe(false);
      expect((await logInByPasskey(eve.client.signedOut(), authenticator)).status).toBe(401);
      expect((await logIn(eve)).answer.body.code, 'the password is void').toBe('wrong_credentials');
      const { reset } = confirmed.body;
      expect((await owner.post('/password/reset', { token: reset, newPassword })).status).toBe(200);
      expect((await logIn(eve, newPassword)).answer.status, 'no code of the intruder’s app').toBe(200);
      expect(await newestMailTo(server, eve.emailId, 'Your address is confirmed')).toContain('passkey');
    });

    it('by a session of the account, that session stays and the others end', async () => {
      const { eve: ada, authenticator } = await intruder();
      const { client: other } = await logIn(ada);
      const token = await linkOf(ada, 'Confirm your email address');
      const confirmed = await ada.client.post('/email/verify', { token });
      expect([confirmed.status, confirmed.body.reset]).toEqual([200, undefined]);
      expect(await isIn(ada.client)).toBe(true);
      expect(await isIn(other)).toBe(false);
      expect((await logInByPasskey(ada.client.signedOut(), authenticator)).status).toBe(401);
      expect((await logIn(ada)).answer.status, 'without a code').toBe(200);
    });

    it('with the password, it goes on working', async () => {
      const ada = await upstream.signUp();
      const token = await linkOf(ada, 'Confirm your email address');
      const phone = ada.client.signedOut();
      const wrong = await phone.post('/email/verify', { token, password: 'Not#This0ne' });
      expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['password']]);
      expect((await phone.post('/email/verify', { token, password: ada.password })).body.reset).toBeUndefined();
      expect((await logIn(ada)).answer.status).toBe(200);
    });

    it('by a link for a lost password, nothing that was there goes on either', async () => {
      const { eve, authenticator } = await intruder();
      const owner = eve.client.signedOut();
      await owner.post('/password/forgot', { emailId: eve.emailId });
      const token = await linkOf(eve, 'Choose a new password');
      const kept = { token, newPassword, keepPasskeys: true };
      expect((await owner.post('/password/reset', kept)).status).toBe(200);
      expect(await isIn(eve.client)).toBe(false);
      expect((await logInByPasskey(eve.client.signedOut(), authenticator)).status).toBe(401);
      expect((await logIn(eve, newPassword)).answer.status).toBe(200);
    });

    it('no passkey and no second factor has been added before', async () => {
      const ada = await upstream.signUp();
      expect((await ada.client.post('/passkeys/options')).body.code).toBe('unverified');
      expect((await ada.client.post('/totp/start', { password: ada.password })).body.code).toBe('unverified');
    });
  });

  it.each([
    ['ends the passkeys', undefined, 401],
    ['keeps the passkeys where its owner says so', true, 200],
  ])('after a lost password, its link %s', async (_what, keepPasskeys, login) => {
    const ada = await signUpVerified();
    const { authenticator } = await addPasskey(ada);
    await switchOnSecondFactor(ada, now);
    await ada.client.signedOut().post('/password/forgot', { emailId: ada.emailId });
    const token = await linkOf(ada, 'Choose a new password');
    const body = { token, newPassword, ...(keepPasskeys !== undefined && { keepPasskeys }) };
    expect((await ada.client.signedOut().post('/password/reset', body)).status).toBe(200);
    expect((await logInByPasskey(ada.client.signedOut(), authenticator)).status).toBe(login);
    expect((await logIn(ada, newPassword)).answer.body.code, 'the factor stays').toBe('second_factor_required');
  });

  describe('a link that takes the account back', () => {
    it('is void after a change of the password, whose mail has a new one', async () => {
      const ada = await signUpVerified();
      await logIn(ada);
      const before = await linkOf(ada, 'New login to your account');
      expect((await changePassword(ada, newPassword)).status).toBe(200);
      await switchOnSecondFactor({ ...ada, password: newPassword }, now);
      expect((await ada.client.signedOut().post('/email/undo', { token: before })).status).toBe(422);
      expect((await logIn(ada, newPassword)).answer.body.code, 'the factor stays').toBe('second_factor_required');
      const after = await linkOf(ada, 'Your password was changed');
      expect((await ada.client.signedOut().post('/email/undo', { token: after })).status).toBe(200);
      expect(await isIn(ada.client)).toBe(false);
    });

    it('still saves an account whose thief changes the address, the second factor and the password', async () => {
      const ada = await signUpVerified();
      const { client: thief } = await logIn(ada);
      const asThief = { ...ada, client: thief };
      const mine = `thief-${ada.emailId}`;
      await thief.patch('/profile/email', { emailId: mine, password: ada.password });
      const token = await linkOf({ ...ada, emailId: mine }, 'Confirm your new email address');
      expect((await thief.post('/email/verify', { token })).status).toBe(200);
      time += 1000;
      await switchOnSecondFactor(asThief, now);
      time += 1000;
      expect((await changePassword(asThief, newPassword)).status).toBe(200);
      const back = await linkOf(ada, 'Your password was changed');
      expect((await ada.client.signedOut().post('/email/undo', { token: back })).status).toBe(200);
      const reset = await linkOf(ada, 'Choose a new password');
      await ada.client.signedOut().post('/password/reset', { token: reset, newPassword: 'Third#Passw0rd' });
      expect((await logIn(ada, 'Third#Passw0rd')).answer.status, 'without the thief’s code').toBe(200);
    });
  });

  it('are not added by a call that is under way while the password is replaced', async () => {
    const ada = await signUpVerified();
    await ada.client.signedOut().post('/password/forgot', { emailId: ada.emailId });
    const token = await linkOf(ada, 'Choose a new password');
    const options = (await ada.client.post('/passkeys/options')).body;
    const reset = () => ada.client.signedOut().post('/password/reset', { token, newPassword });
    const add = () => ada.client.post('/passkeys', { response: new SoftAuthenticator().create(options) });
    await Promise.all([add(), reset(), add(), add()]);
    expect(await upstream.db.selectFrom('passkeys').selectAll().where('user_id', '=', ada.id).execute()).toEqual([]);
  });
});

await describeOnEachDatabase('mails that are asked for', (engine) => {
  const env = { PUBLIC_URL: 'http://localhost:3000', RATE_LIMIT_FACTOR: '1' };
  const { upstream, signUpVerified } = useUpstreamWithMail({ engine, env });

  it('by strangers leave the owner’s own: at a known device and within the session', async () => {
    const { emailId, client, password } = await signUpVerified();
    const links = async () =>
      (await upstream.db.selectFrom('account_tokens').select('id').where('purpose', '=', 'reset').execute()).length;
    const forgot = (from: TestClient) => from.post('/password/forgot', { emailId });
    await Promise.all(Array.from({ length: 8 }, () => forgot(upstream.client())));
    expect(await links(), 'strangers').toBe(6);
    const device = client.copy();
    device.cookies.delete('token');
    expect((await forgot(device)).status).toBe(202);
    expect(await links(), 'a device that has logged in before').toBe(7);
    const change = { emailId: `new-${emailId}`, password };
    expect((await client.patch('/profile/email', change)).status, 'the session').toBe(202);
    await Promise.all(Array.from({ length: 8 }, () => forgot(device)));
    expect(await links(), 'a device has an end, too').toBe(12);
  });
});

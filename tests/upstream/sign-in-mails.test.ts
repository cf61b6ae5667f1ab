import { expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { linkIn } from '#tests/support/read-mail.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { addPasskey } from '#tests/support/soft-authenticator.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { mailsTo, newestMailTo } from '#tests/support/wait-for-mail.ts';

const newLogin = 'New login to your account';

await describeOnEachDatabase('mails about ways to log in', (engine) => {
  let time = Date.now();
  const now = () => time;
  const env = { PUBLIC_URL: 'http://localhost:3000', RATE_LIMIT_FACTOR: '1' };
  const { server, upstream, signUpVerified } = useUpstreamWithMail({ engine, now, env });

  /** The subject is written in one line of the mail's head. */
  async function mailTo({ emailId }: SignedUp, subject: string): Promise<string> {
    await expect.poll(() => mailsTo(server, emailId, `${subject}\r\n`)).toHaveLength(1);
    return (await newestMailTo(server, emailId, `${subject}\r\n`)).replace(/\s+/g, ' ');
  }
  const logIn = ({ emailId, password }: SignedUp, code?: string, client = upstream.client()) =>
    client.post('/login', { emailId, password, ...(code !== undefined && { code }) });

  it('the owner of an account gets a mail when a passkey is added and when one is removed', async () => {
    const ada = await signUpVerified();
    const { _id } = (await addPasskey(ada)).reply.body;
    const added = await mailTo(ada, 'A passkey was added to your account');
    expect(added).toContain('The passkey “Laptop” opens your DotCode account from now on.');
    expect(added).toContain('http://localhost:3000/reset');
    await ada.client.delete(`/passkeys/${_id}`);
    expect(await mailTo(ada, 'A passkey was removed from your account')).toContain('“Laptop” no longer opens');
  });

  it('the owner of an account gets a mail when the second factor is switched on or off, and when recovery codes are used, run low or are made anew', async () => {
    const ada = await signUpVerified();
    const { recoveryCodes } = await switchOnSecondFactor(ada, now);
    expect(await mailTo(ada, 'Your login asks for a code from now on')).toContain('A new password does not switch it');
    await logIn(ada, recoveryCodes[0], ada.client);
    expect(await mailTo(ada, 'A recovery code was used')).toContain('9 recovery codes are left.');
    const { body } = await ada.client.post('/totp/recovery-codes', { password: ada.password });
    expect(await mailTo(ada, 'You have new recovery codes')).toContain('The old ones no longer work.');
    for (const code of body.recoveryCodes.slice(0, 7)) expect((await logIn(ada, code, ada.client)).status).toBe(200);
    expect(await mailTo(ada, '3 recovery codes are left for your account')).toContain('Make new ones under Settings');
    await ada.client.delete('/totp', { password: ada.password });
    expect(await mailTo(ada, 'Your login no longer asks for a code')).toContain('your password alone opens');
  });

  it('the owner of an account gets a mail when somebody who knows the password has tried so many wrong codes that further ones are refused', async () => {
    const ada = await signUpVerified();
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    for (let i = 0; i < 20; i++) expect((await logIn(ada, app.wrongCode(), ada.client.copy())).status).toBe(401);
    expect((await logIn(ada, app.wrongCode(), ada.client.copy())).status).toBe(429);
    expect(await mailTo(ada, 'Somebody knows your password')).toContain('They were not let in.');
  });

  it('the link of a mail leaves on the second factor that the owner had switched on before somebody else logged in', async () => {
    const ada = await signUpVerified();
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    expect((await logIn(ada, app.code())).status).toBe(200);
    const undo = linkIn(await mailTo(ada, newLogin)).token;
    expect((await upstream.client().post('/email/undo', { token: undo })).status).toBe(200);
    const { token } = linkIn(await mailTo(ada, 'Choose a new password'));
    const newPassword = 'Other#Passw0rd';
    expect((await upstream.client().post('/password/reset', { token, newPassword })).status).toBe(200);
    const back = { ...ada, password: newPassword };
    expect((await logIn(back)).body.code).toBe('second_factor_required');
    time += minute;
    expect((await logIn(back, app.code())).status).toBe(200);
  });

  async function logInWithFirefox({ emailId, password }: SignedUp, client = upstream.client()) {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'x-forwarded-for': '203.0.113.77',
    };
    expect((await client.send('POST', '/login', { emailId, password }, { headers })).status).toBe(200);
    return client;
  }

  it('a login at a device that has not logged in before is told by mail, with a link that ends every session and asks for a new password', async () => {
    const person = await signUpVerified();
    const there = await logInWithFirefox(person);
    const words = await mailTo(person, newLogin);
    expect(words).toContain('Firefox on Linux, from 203.0.113.*');
    const { path, token } = linkIn(words);
    expect(path).toMatch(/^\/verify#undo\./);
    expect((await upstream.client().post('/email/undo', { token })).status).toBe(200);
    for (const client of [there, person.client]) expect((await client.get('/profile/view')).status).toBe(401);
    const { emailId, password } = person;
    expect((await upstream.client().post('/login', { emailId, password })).status).toBe(401);
    expect(linkIn(await mailTo(person, 'Choose a new password')).path).toMatch(/^\/reset#/);
  });

  it('a login at a new device is told once: the device is known from then on, as the one that signed up is', async () => {
    const person = await signUpVerified();
    await logInWithFirefox(person, person.client);
    const there = await logInWithFirefox(person);
    await logInWithFirefox(person, there);
    await upstream.client().post('/password/forgot', { emailId: person.emailId });
    // Mails are sent in their order, several at a time.
    await mailTo(person, newLogin);
    await mailTo(person, 'Choose a new password');
    expect(mailsTo(server, person.emailId, newLogin)).toHaveLength(1);
  });

  it('a login at a new device is not told to an address that was never confirmed', async () => {
    const person = await upstream.signUp();
    await logInWithFirefox(person);
    await upstream.client().post('/password/forgot', { emailId: person.emailId });
    await mailTo(person, 'Choose a new password');
    expect(mailsTo(server, person.emailId, newLogin)).toEqual([]);
  });
});

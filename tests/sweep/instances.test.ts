// @module-tag once
import { afterEach, beforeEach, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { AuthenticatorApp } from '#tests/support/authenticator-app.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { codeIn, linkIn } from '#tests/support/read-mail.ts';
import { SoftAuthenticator } from '#tests/support/soft-authenticator.ts';
import { type SignedUp, type StartedUpstream, startTwoInstances } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';

// Simultaneous calls at one instance are tested in tests/upstream.
await describeOnEachDatabase('two instances over one database', (engine) => {
  let server: MailServer;
  let first: StartedUpstream;
  let second: StartedUpstream;
  let close: () => Promise<void>;
  let passed: number;
  const now = () => Date.now() + passed;

  beforeEach(async () => {
    passed = 0;
    server = await startMailServer();
    ({ first, second, close } = await startTwoInstances({
      engine,
      now,
      env: {
        MAIL_URL: server.url,
        PUBLIC_URL: 'https://dot.test',
        LEAVING_DAYS: '14',
        SECRET: 'the-same-secret-on-every-instance',
      },
      mail: { times: { pollMs: 20, leaseMs: 60_000 } },
    }));
  });
  afterEach(async () => {
    await close();
    await server.close();
  });

  const mailTo = ({ emailId }: SignedUp, subject: string) => newestMailTo(server, emailId, subject);
  const at = (instance: StartedUpstream, { client }: SignedUp) => client.copy(instance.url);
  const logIn = (instance: StartedUpstream, { emailId, password }: SignedUp, code?: string) =>
    instance.client().post('/login', { emailId, password, ...(code !== undefined && { code }) });

  it('take the links and codes of mails that the other has sent', async () => {
    const [ada, ben] = [await first.signUp(), await first.signUp()];
    const { token } = linkIn(await mailTo(ada, 'Confirm'));
    expect((await at(second, ada).post('/email/verify', { token })).status).toBe(200);
    const code = codeIn(await mailTo(ben, 'Confirm'));
    expect((await at(second, ben).post('/email/verify', { code })).status).toBe(200);
    for (const person of [ada, ben])
      expect((await at(first, person).get('/profile/view')).body.emailVerified).toBe(true);
    await second.client().post('/password/forgot', { emailId: ada.emailId });
    const reset = linkIn(await mailTo(ada, 'Choose a new password'));
    const change = { token: reset.token, newPassword: 'Quite#Another9' };
    expect((await first.client().post('/password/reset', change)).status).toBe(200);
    expect((await logIn(second, { ...ada, password: change.newPassword })).status).toBe(200);
  });

  it('take the codes and passkeys that were begun at the other', async () => {
    const ada = await first.signUp();
    await first.db.updateTable('users').set({ unverified_since: null }).execute();
    const authenticator = new SoftAuthenticator();
    const site = { origin: 'https://dot.test' };
    const response = authenticator.create((await ada.client.post('/passkeys/options')).body, site);
    expect((await at(second, ada).post('/passkeys', { response })).status).toBe(200);
    const asking = ada.client.copy();
    asking.cookies.clear();
    const answer = authenticator.get((await asking.post('/login/passkey/options')).body, site);
    expect((await asking.copy(second.url).post('/login/passkey', { response: answer })).status).toBe(200);

    const { secret } = (await ada.client.post('/totp/start', { password: ada.password })).body;
    const app = new AuthenticatorApp(secret, now);
    const confirmed = await at(second, ada).post('/totp/confirm', { code: app.code() });
    expect(confirmed.status).toBe(200);
    passed += minute;
    expect((await logIn(first, ada)).body.code).toBe('second_factor_required');
    const code = app.code();
    expect((await logIn(second, ada, code)).status).toBe(200);
    expect((await logIn(first, ada, code)).status, 'used at the other').toBe(401);
    const [recovery] = confirmed.body.recoveryCodes;
    expect((await logIn(first, ada, recovery)).status).toBe(200);
    expect((await logIn(second, ada, recovery)).status).toBe(401);
  });

  it('know at once that a session is over, and that an account is left', async () => {
    const ada = await first.signUp();
    const other = second.client();
    await other.post('/login', { emailId: ada.emailId, password: ada.password });
    await ada.client.delete('/profile/sessions');
    for (const instance of [first, second])
      expect((await other.copy(instance.url).get('/profile/view')).status).toBe(401);
    expect((await at(second, ada).delete('/profile', { password: ada.password })).status).toBe(200);
    for (const instance of [first, second]) expect((await at(instance, ada).get('/profile/view')).status).toBe(401);
  });
});

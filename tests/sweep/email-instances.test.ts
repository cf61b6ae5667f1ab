// @module-tag once
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { codeIn, linkIn } from '#tests/support/read-mail.ts';
import { type SignedUp, type StartedUpstream, startTwoInstances } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { mailsTo, newestMailTo } from '#tests/support/wait-for-mail.ts';

const newPassword = 'Quite#Another9';

await describeOnEachDatabase('the links of mails, with two instances', (engine) => {
  let server: MailServer;
  let first: StartedUpstream;
  let second: StartedUpstream;
  let close: () => Promise<void>;

  beforeEach(async () => {
    server = await startMailServer();
    ({ first, second, close } = await startTwoInstances({
      engine,
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

  const mailTo = (address: string, subject: string) => newestMailTo(server, address, subject);
  const at = (instance: StartedUpstream, { client }: SignedUp) => client.copy(instance.url);

  it('confirm an address at the instance that did not send them, by link or code', async () => {
    const [ada, ben] = [await first.signUp(), await first.signUp()];
    const { token } = linkIn(await mailTo(ada.emailId, 'Confirm'));
    expect((await at(second, ada).post('/email/verify', { token })).status).toBe(200);
    const code = codeIn(await mailTo(ben.emailId, 'Confirm'));
    expect((await at(second, ben).post('/email/verify', { code })).status).toBe(200);
    for (const person of [ada, ben])
      expect((await at(first, person).get('/profile/view')).body.emailVerified).toBe(true);
    expect(mailsTo(server, ada.emailId, 'Confirm')).toHaveLength(1);
  });

  it('replace a lost password once, however many instances get the link at the same time', async () => {
    const ada = await first.signUp();
    expect((await second.client().post('/password/forgot', { emailId: ada.emailId })).status).toBe(202);
    const { token } = linkIn(await mailTo(ada.emailId, 'Choose a new password'));
    const replies = await Promise.all(
      [first, second].map((instance) => instance.client().post('/password/reset', { token, newPassword })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    for (const instance of [first, second]) {
      expect((await at(instance, ada).get('/profile/view')).status).toBe(401);
      const login = { emailId: ada.emailId, password: newPassword };
      expect((await instance.client().post('/login', login)).status).toBe(200);
    }
    await mailTo(ada.emailId, 'Your password was changed');
    expect(mailsTo(server, ada.emailId, 'Your password was changed')).toHaveLength(1);
  });

  it('change an address at one instance, and take it back at the other', async () => {
    const ada = await first.signUp();
    const confirmed = linkIn(await mailTo(ada.emailId, 'Confirm'));
    await at(second, ada).post('/email/verify', { token: confirmed.token });
    const change = { emailId: 'new@mail.test', password: ada.password };
    expect((await ada.client.patch('/profile/email', change)).status).toBe(202);
    const { token } = linkIn(await mailTo('new@mail.test', 'Confirm your new email address'));
    expect((await second.client().post('/email/verify', { token })).status).toBe(200);
    expect((await ada.client.get('/profile/view')).body.emailId).toBe('new@mail.test');
    const undo = linkIn(await mailTo(ada.emailId, 'Your email address was changed'));
    const replies = await Promise.all(
      [first, second].map((instance) => instance.client().post('/email/undo', { token: undo.token })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    for (const instance of [first, second]) expect((await at(instance, ada).get('/profile/view')).status).toBe(401);
  });

  it('delete an account at one instance, and bring it back at the other', async () => {
    const ada = await first.signUp();
    const confirmed = linkIn(await mailTo(ada.emailId, 'Confirm'));
    await at(first, ada).post('/email/verify', { token: confirmed.token });
    expect((await at(first, ada).delete('/profile', { password: ada.password })).status).toBe(202);
    const leave = linkIn(await mailTo(ada.emailId, 'Do you want to delete'));
    const left = await Promise.all(
      [first, second].map((instance) => instance.client().post('/leaving/confirm', { token: leave.token })),
    );
    expect(left.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    for (const instance of [first, second]) expect((await at(instance, ada).get('/profile/view')).status).toBe(401);
    const login = { emailId: ada.emailId, password: ada.password };
    const { status, body } = await second.client().post('/login', login);
    expect([status, body.code]).toEqual([403, 'leaving']);
    expect((await first.client().post('/leaving/return', { token: body.comeBack })).status).toBe(200);
    expect((await second.client().post('/login', login)).status).toBe(200);
  });
});

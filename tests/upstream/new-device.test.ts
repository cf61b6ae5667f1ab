import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { linkIn } from '#tests/support/read-mail.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { mailsTo, newestMailTo } from '#tests/support/wait-for-mail.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

await describeOnEachDatabase('a login at a device that has not logged in before', (engine) => {
  let server: MailServer;
  let upstream: StartedUpstream;
  beforeAll(async () => {
    server = await startMailServer();
    upstream = await startUpstream({
      engine,
      env: { MAIL_URL: server.url, PUBLIC_URL: 'https://dot.test' },
      mail: { times: { pollMs: 20, leaseMs: 60_000 } },
    });
  });
  afterAll(async () => {
    await upstream.close();
    await server.close();
  });

  const mailTo = ({ emailId }: SignedUp, subject: string) => newestMailTo(server, emailId, subject);
  async function signUpVerified(): Promise<SignedUp> {
    const person = await upstream.signUp();
    const { token } = linkIn(await mailTo(person, 'Confirm'));
    expect((await person.client.post('/email/verify', { token })).status).toBe(200);
    return person;
  }
  async function logIn({ emailId, password }: SignedUp, client = upstream.client()) {
    const headers = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' };
    expect((await client.send('POST', '/login', { emailId, password }, { headers })).status).toBe(200);
    return client;
  }

  it('is told by mail, with a link that ends every session and asks for a new password', async () => {
    const person = await signUpVerified();
    const there = await logIn(person);
    const words = await mailTo(person, 'New login');
    expect(words).toContain('Firefox on Linux, from 203.0.113.*');
    const { path, token } = linkIn(words);
    expect(path).toMatch(/^\/verify#undo\./);
    expect((await upstream.client().post('/email/undo', { token })).status).toBe(200);
    for (const client of [there, person.client]) expect((await client.get('/profile/view')).status).toBe(401);
    const { emailId, password } = person;
    expect((await upstream.client().post('/login', { emailId, password })).status).toBe(401);
    expect(linkIn(await mailTo(person, 'Choose a new password')).path).toMatch(/^\/reset#/);
  });

  it('is told once: the device is known from then on, as the one that signed up is', async () => {
    const person = await signUpVerified();
    await logIn(person, person.client);
    const there = await logIn(person);
    await logIn(person, there);
    await upstream.client().post('/password/forgot', { emailId: person.emailId });
    // Mails are sent in their order, several at a time.
    await mailTo(person, 'New login');
    await mailTo(person, 'Choose a new password');
    expect(mailsTo(server, person.emailId, 'New login')).toHaveLength(1);
  });

  it('is not told to an address that was never confirmed', async () => {
    const person = await upstream.signUp();
    await logIn(person);
    await upstream.client().post('/password/forgot', { emailId: person.emailId });
    await mailTo(person, 'Choose a new password');
    expect(mailsTo(server, person.emailId, 'New login')).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { changePassword, upload } from '#tests/support/acts.ts';
import { codeIn, linkIn, wordsOf } from '#tests/support/read-mail.ts';
import { type SignedUp, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { mailsTo, noMailIsUnderWay } from '#tests/support/wait-for-mail.ts';
import { priorities } from '#upstream/jobs/job-store.ts';

await describeOnEachDatabase('an account whose deployment sends mail', (engine) => {
  let now: number;
  beforeEach(() => {
    now = Date.now();
  });
  const { server, upstream, signUpVerified } = useUpstreamWithMail({ engine, now: () => now }, 'each');

  /**
   * Waits for the next mail to this address with these words in its subject, and returns its text. By then the life of its
   * link has begun, which is after the mail has arrived.
   */
  const seen = new Set<unknown>();
  async function mailTo(address: string, subject: string): Promise<string> {
    const find = () => mailsTo(server, address, subject).find((mail) => !seen.has(mail));
    await expect.poll(find).toBeDefined();
    await noMailIsUnderWay(upstream.db);
    const mail = find();
    seen.add(mail);
    return wordsOf(mail?.source ?? '');
  }

  const post = (path: string, body: object) => upstream.client().post(path, body);
  const tokenIn = async (address: string, subject: string) => linkIn(await mailTo(address, subject)).token;
  const isVerified = async ({ client }: Pick<SignedUp, 'client'>) =>
    (await client.get('/profile/view')).body.emailVerified;

  describe('a new address', () => {
    it('is confirmed by the link, once', async () => {
      const ada = await upstream.signUp();
      expect(await isVerified(ada)).toBe(false);
      const words = await mailTo(ada.emailId, 'Confirm your email address');
      expect(words).toContain('Hello Person1,');
      const { path, token } = linkIn(words);
      expect(path).toMatch(/^\/verify#[\w-]{43}$/);
      expect((await ada.client.post('/email/verify', { token })).status).toBe(200);
      expect(await isVerified(ada)).toBe(true);
      const again = await post('/email/verify', { token });
      expect([again.status, again.body.fields.token]).toEqual([422, expect.stringContaining('used already')]);
      expect((await ada.client.post('/email/verify/resend')).status).toBe(409);
    });

    it('is confirmed by the code in a session of the account alone, and five wrong ones end it', async () => {
      const [ada, eve] = [await upstream.signUp(), await upstream.signUp()];
      const code = codeIn(await mailTo(ada.emailId, 'Confirm'));
      expect(code).toMatch(/^\d{6}$/);
      expect((await post('/email/verify', { code })).status).toBe(401);
      expect((await eve.client.post('/email/verify', { code })).status).toBe(422);
      const wrong = code === '000000' ? '000001' : '000000';
      for (let i = 0; i < 5; i++) expect((await ada.client.post('/email/verify', { code: wrong })).status).toBe(422);
      expect((await ada.client.post('/email/verify', { code })).status, 'too late').toBe(422);
      now += 1000;
      expect((await ada.client.post('/email/verify/resend')).status).toBe(202);
      const next = codeIn(await mailTo(ada.emailId, 'Confirm'));
      const typed = `${next.slice(0, 3)} ${next.slice(3)}`;
      expect((await ada.client.post('/email/verify', { code: typed })).status).toBe(200);
      expect(await isVerified(ada)).toBe(true);
    });

    it('may look, but not ask, write or upload, until it is confirmed', async () => {
      const ben = await signUpVerified();
      const ada = await upstream.signUp();
      const project = (await ben.client.post('/create-project', { projectName: 'Ours' })).body.project;
      const calls = [
        () => ada.client.post(`/request/interested/${ben.id}`),
        () => ada.client.post(`/project/interest/${project._id}`, {}),
        () => ada.client.post('/create-project', { projectName: 'Mine' }),
        () => upload(ada),
      ];
      for (const call of calls) expect((await call()).body).toMatchObject({ code: 'unverified' });
      expect((await ada.client.get('/user/feed')).body.map(({ _id }: { _id: string }) => _id)).toEqual([ben.id]);
      expect((await ada.client.patch('/profile/edit', { about: 'New here' })).status).toBe(200);

      await ben.client.post(`/request/interested/${ada.id}`);
      const [request] = (await ada.client.get('/user/request/received')).body.data;
      expect((await ada.client.post(`/request/review/accepted/${request._id}`)).status).toBe(200);
      const socket = await upstream.connect(ada);
      const say = () => socket.ask('sendMessage', { targetUserId: ben.id, text: 'hello' });
      expect(await say()).toMatchObject({ ok: false, error: { code: 'unverified' } });
      await ada.client.post('/email/verify', { code: codeIn(await mailTo(ada.emailId, 'Confirm')) });
      expect(await say(), 'on the same socket').toMatchObject({ ok: true });
      for (const call of calls.slice(1)) expect((await call()).status).toBe(200);
    });
  });

  describe('a change of the address', () => {
    const ask = ({ client, password }: SignedUp, emailId: string) =>
      client.patch('/profile/email', { emailId, password });

    it('is told to both, happens when the new one confirms, and can be taken back for 7 days by the old one', async () => {
      const ada = await signUpVerified();
      expect((await ada.client.patch('/profile/email', { emailId: 'new@mail.test', password: 'no' })).status).toBe(422);
      expect((await ask(ada, ada.emailId)).status).toBe(422);
      expect((await ask(ada, 'new@mail.test')).status).toBe(202);
      const asked = await mailTo(ada.emailId, 'Your email address is about to change');
      expect(asked).toContain('n…@mail.test');
      const token = await tokenIn('new@mail.test', 'Confirm your new email address');
      expect((await ada.client.get('/profile/view')).body.emailId).toBe(ada.emailId);
      expect((await post('/email/verify', { token })).status).toBe(200);
      expect((await ada.client.get('/profile/view')).body).toMatchObject({
        emailId: 'new@mail.test',
        emailVerified: true,
      });
      const login = { emailId: 'new@mail.test', password: ada.password };
      expect((await post('/login', login)).status).toBe(200);

      await expect(upstream.signUp({ emailId: ada.emailId }), 'the old one is kept').rejects.toThrow('409');
      now += 7 * day - minute;
      const words = await mailTo(ada.emailId, 'Your email address was changed');
      const undo = linkIn(words);
      expect(undo.path).toMatch(/^\/verify#undo\./);
      expect((await post('/email/verify', { token: undo.token })).status, 'for nothing else').toBe(422);
      expect((await post('/email/undo', { token: undo.token })).status).toBe(200);
      expect((await ada.client.get('/profile/view')).status, 'every session ends').toBe(401);
      expect((await post('/login', login)).status).toBe(401);
      const old = { emailId: ada.emailId, password: ada.password };
      expect((await post('/login', old)).status, 'the old password is void').toBe(401);
      const reset = linkIn(await mailTo(ada.emailId, 'Choose a new password'));
      const newPassword = 'Quite#Another9';
      expect((await post('/password/reset', { token: reset.token, newPassword })).status).toBe(200);
      expect((await post('/login', { ...old, password: newPassword })).status).toBe(200);
      expect((await post('/email/undo', { token: undo.token })).status, 'once').toBe(422);
    });

    it('can be stopped by the old address before it happens', async () => {
      const ada = await signUpVerified();
      await ask(ada, 'new@mail.test');
      const undo = await tokenIn(ada.emailId, 'Your email address is about to change');
      const token = await tokenIn('new@mail.test', 'Confirm');
      expect((await post('/email/undo', { token: undo })).status).toBe(200);
      expect((await post('/email/verify', { token })).status).toBe(422);
    });

    it('to an address of another account answers the same, and tells its owner', async () => {
      const [ada, ben] = [await signUpVerified(), await signUpVerified()];
      const free = await ask(ada, 'free@mail.test');
      const taken = await ask(ada, ben.emailId);
      expect([taken.status, taken.body]).toEqual([free.status, free.body]);
      expect(await mailTo(ben.emailId, 'Your email address was entered')).toContain('nothing was changed');
    });

    it('to one address by two people succeeds for the first who confirms it, and is refused to the other', async () => {
      const [ada, ben] = [await signUpVerified(), await signUpVerified()];
      await ask(ada, 'new@mail.test');
      const one = await tokenIn('new@mail.test', 'Confirm');
      await ask(ben, 'new@mail.test');
      const other = await tokenIn('new@mail.test', 'Confirm');
      const answers = await Promise.all([one, other].map((token) => post('/email/verify', { token })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('of an address that was never confirmed gives that address no way in', async () => {
      const ada = await upstream.signUp();
      await mailTo(ada.emailId, 'Confirm');
      await ask(ada, 'right@mail.test');
      const token = await tokenIn('right@mail.test', 'Confirm');
      expect((await ada.client.post('/email/verify', { token })).status).toBe(200);
      expect(await isVerified(ada)).toBe(true);
      expect(server.received.filter(({ to }) => to === ada.emailId)).toHaveLength(1);
    });
  });

  describe('a lost password', () => {
    const forgot = (emailId: string) => post('/password/forgot', { emailId });
    const newPassword = 'Quite#Another9';

    it('works for half an hour from its mail, which has waited for a mail server that was away', async () => {
      const [ada, ben] = [await signUpVerified(), await signUpVerified()];
      server.onRecipient = () => ({ status: 451, words: 'away' });
      for (const { emailId } of [ada, ben]) await forgot(emailId);
      const waiting = () => upstream.db.selectFrom('jobs').selectAll().where('label', '=', 'password-reset').execute();
      // Before mails that nobody waits for.
      const tried = { tries: 1, priority: priorities.first };
      await expect.poll(waiting).toMatchObject([tried, tried]);
      await upstream.db.deleteFrom('account_tokens').where('user_id', '=', ben.id).execute();
      server.onRecipient = () => undefined;
      now += 60 * minute;
      const token = await tokenIn(ada.emailId, 'Choose a new password');
      const { db } = upstream;
      const end = () => db.selectFrom('account_tokens').select('expires_at').where('purpose', '=', 'reset');
      await expect.poll(async () => (await end().executeTakeFirstOrThrow()).expires_at).toBe(now + 30 * minute);
      await expect.poll(waiting).toEqual([]);
      expect(mailsTo(server, ben.emailId, 'Choose a new password'), 'of a void link').toEqual([]);
      now += 29 * minute;
      expect((await post('/password/reset', { token, newPassword })).status).toBe(200);
    });

    it('is replaced by the link, once, which ends every session and is told by mail', async () => {
      const ada = await upstream.signUp();
      const socket = await upstream.connect(ada);
      expect((await forgot(ada.emailId.toUpperCase())).status).toBe(202);
      const { path, token } = linkIn(await mailTo(ada.emailId, 'Choose a new password'));
      expect(path).toMatch(/^\/reset#[\w-]{43}$/);
      const weak = await post('/password/reset', { token, newPassword: 'Person1!1' });
      expect([weak.status, Object.keys(weak.body.fields)], 'the link still works').toEqual([422, ['newPassword']]);
      expect((await post('/password/reset', { token, newPassword })).status).toBe(200);
      expect((await ada.client.get('/profile/view')).status).toBe(401);
      await socket.closed();
      expect(await mailTo(ada.emailId, 'Your password was changed')).toContain('If that was you');
      const login = (password: string) => post('/login', { emailId: ada.emailId, password });
      expect((await login(ada.password)).status).toBe(401);
      const back = await login(newPassword);
      expect(back.status).toBe(200);
      expect(back.body.emailVerified, 'the link came to the address').toBe(true);
      const again = await post('/password/reset', { token, newPassword: 'A#Third0ne' });
      expect([again.status, Object.keys(again.body.fields)]).toEqual([422, ['token']]);
    });

    it('has a link for 30 minutes, and not after a change of the password', async () => {
      const ada = await upstream.signUp();
      await forgot(ada.emailId);
      const late = await tokenIn(ada.emailId, 'Choose');
      now += 30 * minute;
      expect((await post('/password/reset', { token: late, newPassword })).status).toBe(422);
      await forgot(ada.emailId);
      const token = await tokenIn(ada.emailId, 'Choose');
      expect((await changePassword(ada, 'My#0wnChange')).status).toBe(200);
      await mailTo(ada.emailId, 'Your password was changed');
      expect((await post('/password/reset', { token, newPassword })).status).toBe(422);
    });

    it('is replaced once where two people use the link at the same time', async () => {
      const ada = await upstream.signUp();
      await forgot(ada.emailId);
      const token = await tokenIn(ada.emailId, 'Choose');
      const both = ['Quite#Another1', 'Quite#Another2'].map((each) =>
        post('/password/reset', { token, newPassword: each }),
      );
      expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 422]);
    });

    it('is answered alike, and as fast, for an address without an account', async () => {
      const ada = await upstream.signUp();
      const timed = async (emailId: string) => {
        const start = performance.now();
        const { status, text, headers } = await forgot(emailId);
        const body = text.replace(/"requestId":"[^"]+"/, '');
        return {
          ms: performance.now() - start,
          answer: [status, body, [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))],
        };
      };
      const [known, unknown]: Awaited<ReturnType<typeof timed>>[][] = [[], []];
      for (let i = 0; i < 3; i++) {
        known?.push(await timed(ada.emailId));
        unknown?.push(await timed(`nobody${i}@mail.test`));
      }
      expect(known?.[0]?.answer).toEqual(unknown?.[0]?.answer);
      // Every answer waits for the same moment, which is later than the work for an account takes. How much later it
      // comes depends on the machine.
      for (const { ms } of [...(known ?? []), ...(unknown ?? [])]) expect(ms).toBeGreaterThanOrEqual(399);
    });

    it('is no way in for suspended people', async () => {
      const ada = await signUpVerified();
      await forgot(ada.emailId);
      const token = await tokenIn(ada.emailId, 'Choose');
      await upstream.db.updateTable('users').set({ suspended_at: now }).where('id', '=', ada.id).execute();
      expect((await post('/password/reset', { token, newPassword })).status).toBe(422);
      await forgot(ada.emailId);
      expect(await upstream.db.selectFrom('account_tokens').select('id').execute()).toHaveLength(1);
    });
  });

  it('has its links in the export without what opens the account, and loses them with the account', async () => {
    const ada = await signUpVerified();
    await ada.client.patch('/profile/email', { emailId: 'new@mail.test', password: ada.password });
    const exported = (await ada.client.get('/profile/export')).body;
    const links = exported.linksSentByMail.toSorted((a: { purpose: string }, b: { purpose: string }) =>
      a.purpose < b.purpose ? -1 : 1,
    );
    expect(links).toMatchObject([
      { purpose: 'change', to: 'new@mail.test' },
      { purpose: 'undo', to: ada.emailId },
    ]);
    expect(Object.keys(links[0])).toEqual(['purpose', 'to', 'createdAt', 'expiresAt']);
    await ada.client.delete('/profile', { password: ada.password });
    expect(await upstream.db.selectFrom('account_tokens').selectAll().execute()).toEqual([]);
    expect(await upstream.db.selectFrom('jobs').selectAll().where('user_id', '=', ada.id).execute()).toEqual([]);
  });
});

it('without mail, no call of it is there, and nobody is restricted', async () => {
  const upstream = await startUpstream();
  try {
    const ada = await upstream.signUp();
    const { capabilities } = (await ada.client.get('/capabilities')).body;
    expect(capabilities.filter((name: string) => /^(email|password)/.test(name))).toEqual([]);
    expect((await ada.client.get('/profile/view')).body).not.toHaveProperty('emailVerified');
    for (const path of ['/email/verify', '/email/undo', '/password/forgot', '/password/reset'])
      expect((await ada.client.post(path, {})).status).toBe(404);
    expect((await ada.client.post('/create-project', { projectName: 'Mine' })).status).toBe(200);
  } finally {
    await upstream.close();
  }
});

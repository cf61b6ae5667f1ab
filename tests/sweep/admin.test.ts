import { execFile } from 'node:child_process';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { wordsOf } from '#tests/support/read-mail.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { compileCache } from '#tests/support/start-product.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('npm run admin', (engine) => {
  let upstream: StartedUpstream;
  /** Variables of the command, beside those of this process. */
  let environment: Record<string, string> = {};
  afterEach(async () => {
    environment = {};
    await upstream.close();
  });

  // Beside the upstream of this process, which may be in the middle of a transaction.
  function admin(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
    const all = ['scripts/admin.ts', ...args, '--database', upstream.databaseUrl, '--operator', 'olga'];
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment };
    return new Promise((resolve) => {
      execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  it('suspends a person, who is out at once and told why at the next login, and lets them in again', async () => {
    upstream = await startUpstream({ engine });
    const [person, friend] = [await upstream.signUp({ firstName: 'Quentin' }), await upstream.signUp()];
    const logIn = () => upstream.client().post('/login', { emailId: person.emailId, password: person.password });
    const found = async () => (await friend.client.get('/search/people?q=quentin')).body.items.length;
    expect(await found()).toBe(1);
    const suspended = await admin('suspend', person.emailId, '--reason', 'spam in chat');
    expect([suspended.status, suspended.stderr]).toEqual([0, '']);
    expect((await person.client.get('/profile/view')).status).toBe(401);
    const refused = await logIn();
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    const wrong = await upstream.client().post('/login', { emailId: person.emailId, password: 'Wrong#Passw0rd' });
    expect(wrong.body.code).not.toBe('suspended');
    expect(await found()).toBe(0);
    expect((await admin('suspend', person.id, '--reason', 'again')).stderr).toContain('suspended already');
    expect((await admin('counts')).stdout).toMatch(/people +2\nsuspended +1\nsessions +1/);

    expect((await admin('unsuspend', person.id, '--reason', 'a mistake')).status).toBe(0);
    const back = await logIn();
    expect([back.status, await found()]).toEqual([200, 1]);
    const history = (await admin('history', person.id)).stdout;
    expect(history).toMatch(/unsuspend by olga: a mistake\n.*suspend by olga: spam in chat/);
    const client = upstream.client();
    await client.post('/login', { emailId: person.emailId, password: person.password });
    const { operatorActions } = (await client.get('/profile/export')).body;
    expect(operatorActions).toMatchObject([{ action: 'unsuspend' }, { action: 'suspend', reason: 'spam in chat' }]);
    expect(JSON.stringify(operatorActions)).not.toContain('olga');
  });

  it('makes a person a moderator, and ends it', async () => {
    upstream = await startUpstream({ engine });
    const person = await upstream.signUp();
    const calls = async () => (await person.client.get('/moderation/cases')).status;
    expect(await calls()).toBe(404);
    expect((await admin('moderator', 'add', person.emailId)).stdout).toContain('is a moderator now');
    expect(await calls()).toBe(200);
    expect((await admin('moderator', 'add', person.id)).stderr).toContain('already');
    expect((await admin('moderator', 'list')).stdout).toContain(person.emailId);
    expect((await admin('moderator', 'remove', person.emailId)).status).toBe(0);
    expect(await calls()).toBe(404);
    expect((await admin('history', person.id)).stdout).toMatch(/moderator-remove by olga.*\n.*moderator-add by olga/);
    expect((await admin('moderator', 'ad', person.id)).stderr).toContain('There is no command "moderator ad"');
  });

  it('lists a person’s sessions and ends them, with a reason', async () => {
    upstream = await startUpstream({ engine });
    const person = await upstream.signUp();
    expect((await admin('sessions', person.emailId)).stdout).toContain('has 1 sessions');
    expect((await admin('end-sessions', person.id)).stderr).toContain('--reason');
    expect((await admin('end-sessions', person.id, '--reason', 'a stolen phone')).stdout).toContain('1 sessions');
    expect((await person.client.get('/profile/view')).status).toBe(401);
    expect((await admin('sessions', 'nobody@mail.test')).stderr).toContain('There is no account');
    expect((await admin('sesions')).stderr).toContain('There is no command');
  });

  /** An upstream that sends its mails to a server, with the variables that the command needs, too. */
  async function startWithMail(more: Record<string, string> = {}): Promise<MailServer> {
    const server = await startMailServer();
    // After the upstream, whose connections it would wait for.
    onTestFinished(() => server.close());
    environment = { MAIL_URL: server.url, PUBLIC_URL: 'https://dot.test', SECRET: 'the-same-secret-on-every-instance' };
    const env = { ...environment, ...more };
    upstream = await startUpstream({ engine, env, mail: { times: { pollMs: 20, leaseMs: 60_000 } } });
    return server;
  }

  it('switches a second factor off, and a mail tells its owner, which an upstream sends', async () => {
    const server = await startWithMail();
    const person = await upstream.signUp({ firstName: 'Ada' });
    await upstream.db.updateTable('users').set({ unverified_since: null }).execute();
    await switchOnSecondFactor(person);
    const done = await admin('remove-second-factor', person.id, '--reason', 'a lost phone, known by voice');
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).not.toContain('Nobody is told by mail');
    const told = () => server.received.filter(({ source }) => source.includes('Subject: Your login no longer asks'));
    await expect.poll(() => told().length).toBe(1);
    expect(told()[0]?.to).toBe(person.emailId);
    const words = wordsOf(told()[0]?.source ?? '');
    expect(words).toContain('Hello Ada');
    expect(words).toContain('The people who run DotCode have switched two-step login off');
    expect(words).not.toContain('known by voice');
    const login = { emailId: person.emailId, password: person.password };
    expect((await upstream.client().post('/login', login)).status).toBe(200);
    const { items } = (await person.client.get('/profile/history')).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toContain('second-factor-off');
    expect((await admin('remove-second-factor', person.id, '--reason', 'again')).stderr).toContain(
      'has no second factor',
    );

    environment = { MAIL_URL: 'none' };
    await switchOnSecondFactor(person);
    const silent = await admin('remove-second-factor', person.id, '--reason', 'a lost phone');
    expect([silent.status, silent.stdout]).toEqual([0, expect.stringContaining('Nobody is told by mail')]);
  });

  it('erases an account at once, for whoever types its id twice, and keeps that it was done', async () => {
    const server = await startWithMail({ LEAVING_DAYS: '14' });
    const [person, friend] = [await upstream.signUp({ firstName: 'Quentin' }), await upstream.signUp()];
    await upstream.db.updateTable('users').set({ unverified_since: null }).execute();
    const row = () => upstream.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirst();

    const erase = (...more: string[]) => admin('erase', person.emailId, ...more);
    expect((await erase('--confirm', person.id)).stderr).toContain('--reason');
    for (const confirm of [[], ['--confirm', friend.id], ['--confirm', person.emailId]]) {
      const asked = await erase('--reason', 'a court order', ...confirm);
      expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining(`add --confirm ${person.id}`)]);
    }
    expect((await row())?.email).toBe(person.emailId);

    expect((await person.client.delete('/profile', { password: person.password })).status, 'leaving').toBe(200);
    await admin('suspend', person.id, '--reason', 'spam');
    const done = await erase('--reason', 'a court order', '--confirm', person.id);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(await row()).toMatchObject({ first_name: 'Former', email: null, password_hash: null, suspended_at: null });
    expect((await person.client.get('/profile/view')).status).toBe(401);
    const login = { emailId: person.emailId, password: person.password };
    expect((await upstream.client().post('/login', login)).body.code).toBe('wrong_credentials');
    const told = () => server.received.filter(({ source }) => source.includes('Subject: Your account is erased'));
    await expect.poll(() => told().map(({ to }) => to)).toEqual([person.emailId]);
    expect(wordsOf(told()[0]?.source ?? '')).toContain('The people who run DotCode have done this.');
    const history = (await admin('history', person.id)).stdout;
    expect(history).toMatch(/is gone\.\n.*erase by olga: a court order\n$/);
    expect((await erase('--reason', 'again', '--confirm', person.id)).stderr).toContain('There is no account');
  });
});

import { execFile } from 'node:child_process';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { wordsOf } from '#tests/support/read-mail.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('npm run admin', (engine) => {
  let upstream: StartedUpstream;
  /** Variables of the command, beside those of this process. */
  let environment: Record<string, string> = {};
  const sockets: ChatClient[] = [];
  afterEach(async () => {
    environment = {};
    for (const socket of sockets.splice(0)) socket.close();
    await upstream.close();
  });

  async function openChat(person: SignedUp): Promise<ChatClient> {
    const socket = chatClient(upstream.url, { cookie: person.client.cookieHeader });
    sockets.push(socket);
    return connected(socket);
  }

  const get = async (person: SignedUp, path: string) => {
    const { status, body } = await person.client.get(path);
    return { status, body };
  };

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

  it('hides a suspended person from others like a deleted one, and shows everything again afterwards', async () => {
    upstream = await startUpstream({ engine });
    const [person, friend, stranger, asked] = [
      await upstream.signUp({ firstName: 'Quentin' }),
      await upstream.signUp(),
      await upstream.signUp(),
      await upstream.signUp(),
    ];
    await person.client.post(`/request/interested/${friend.id}`);
    await friend.client.post(`/request/interested/${person.id}`);
    await person.client.post(`/request/interested/${asked.id}`);
    // A suspended person's project without members is archived, and stays so.
    await person.client.post('/create-project', { projectName: 'Quirk', status: 'archived' });
    const theirs = (await friend.client.post('/create-project', { projectName: 'Other' })).body.project._id;
    const { _id: interest } = (await person.client.post(`/project/interest/${theirs}`, {})).body.data;
    await friend.client.post(`/project/interest/review/accepted/${interest}`);
    const [mine, fromFriend] = [await openChat(person), await openChat(friend)];
    await mine.ask('sendMessage', { targetUserId: friend.id, text: 'Hello there' });

    /** The replies that other people see, by call. */
    const seen = async () => ({
      feed: await get(stranger, '/user/feed'),
      match: await get(stranger, '/user/feed?order=match'),
      search: await get(stranger, '/search/people?q=quentin'),
      profile: await get(friend, `/profile/${person.id}`),
      connections: await get(friend, '/user/connections'),
      received: await get(asked, '/user/request/received'),
      projects: await get(stranger, '/projects'),
      project: await get(stranger, `/project/view/${theirs}`),
      projectSearch: await get(stranger, '/search/projects?q=quirk'),
      chats: await get(friend, '/chats'),
      chat: await get(friend, `/chat/${person.id}`),
    });
    const before = await seen();
    for (const [call, { body }] of Object.entries(before)) expect(JSON.stringify(body), call).toMatch(/Quentin|Quirk/);

    expect((await admin('suspend', person.id, '--reason', 'spam')).status).toBe(0);
    const during = await seen();
    for (const [call, { body }] of Object.entries(during))
      expect(JSON.stringify(body), call).not.toMatch(/Quentin|Quirk/);
    expect(during.profile.status).toBe(404);
    expect(during.connections.body.data).toEqual([null]);
    expect(during.chats.body.items).toMatchObject([
      { user: { firstName: 'Former' }, lastMessage: { text: 'Hello there' } },
      { room: { project: { projectName: 'Other' } } },
    ]);
    expect(during.chat.body.chat).toMatchObject({ closed: true, messages: [{ text: 'Hello there' }] });
    // Their socket stays for up to a minute.
    for (const [socket, to] of [
      [mine, friend],
      [fromFriend, person],
    ] as const) {
      const answer = await socket.ask('sendMessage', { targetUserId: to.id, text: 'More' });
      expect(answer).toMatchObject({ ok: false, error: { code: 'not_connected' } });
    }
    expect((await stranger.client.post(`/request/interested/${person.id}`)).status).toBe(404);

    expect((await admin('unsuspend', person.id, '--reason', 'a mistake')).status).toBe(0);
    expect(await seen()).toEqual(before);
    expect(await fromFriend.ask('sendMessage', { targetUserId: person.id, text: 'Welcome back' })).toMatchObject({
      ok: true,
    });
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

  it('switches a second factor off, and a mail tells its owner, which an upstream sends', async () => {
    const server = await startMailServer();
    // After the upstream, whose connections it would wait for.
    onTestFinished(() => server.close());
    environment = { MAIL_URL: server.url, PUBLIC_URL: 'https://dot.test', SECRET: 'the-same-secret-on-every-instance' };
    upstream = await startUpstream({ engine, env: environment, mail: { times: { pollMs: 20, leaseMs: 60_000 } } });
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
    const server = await startMailServer();
    // After the upstream, whose connections it would wait for.
    onTestFinished(() => server.close());
    environment = { MAIL_URL: server.url, PUBLIC_URL: 'https://dot.test', SECRET: 'the-same-secret-on-every-instance' };
    upstream = await startUpstream({
      engine,
      env: { ...environment, LEAVING_DAYS: '14' },
      mail: { times: { pollMs: 20, leaseMs: 60_000 } },
    });
    const [person, friend] = [await upstream.signUp({ firstName: 'Quentin' }), await upstream.signUp()];
    await upstream.db.updateTable('users').set({ unverified_since: null }).execute();
    await person.client.post(`/request/interested/${friend.id}`);
    await friend.client.post(`/request/interested/${person.id}`);
    const { _id } = (await person.client.post('/create-project', { projectName: 'Quirk' })).body.project;
    const [mine, fromFriend] = [await openChat(person), await openChat(friend)];
    await mine.ask('sendMessage', { targetUserId: friend.id, text: 'Hello there' });
    const row = () => upstream.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirst();

    const erase = (...more: string[]) => admin('erase', person.emailId, ...more);
    expect((await erase('--confirm', person.id)).stderr).toContain('--reason');
    for (const confirm of [[], ['--confirm', friend.id], ['--confirm', person.emailId]]) {
      const asked = await erase('--reason', 'a court order', ...confirm);
      expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining(`add --confirm ${person.id}`)]);
    }
    expect((await row())?.email).toBe(person.emailId);
    expect((await friend.client.get(`/profile/${person.id}`)).status).toBe(200);

    expect((await person.client.delete('/profile', { password: person.password })).status, 'leaving').toBe(200);
    await admin('suspend', person.id, '--reason', 'spam');
    const done = await erase('--reason', 'a court order', '--confirm', person.id);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(await row()).toMatchObject({ first_name: 'Former', email: null, password_hash: null, suspended_at: null });
    expect((await person.client.get('/profile/view')).status).toBe(401);
    expect((await friend.client.get(`/profile/${person.id}`)).status).toBe(404);
    expect((await friend.client.get(`/project/view/${_id}`)).status).toBe(404);
    const chat = (await friend.client.get(`/chat/${person.id}`)).body.chat;
    expect(chat).toMatchObject({ closed: true, messages: [{ text: 'Hello there' }] });
    expect((await fromFriend.ask('sendMessage', { targetUserId: person.id, text: 'More' })).ok).toBe(false);
    const login = { emailId: person.emailId, password: person.password };
    expect((await upstream.client().post('/login', login)).body.code).toBe('wrong_credentials');
    const told = () => server.received.filter(({ source }) => source.includes('Subject: Your account is erased'));
    await expect.poll(() => told().map(({ to }) => to)).toEqual([person.emailId]);
    expect(wordsOf(told()[0]?.source ?? '')).toContain('The people who run DotCode have done this.');
    const history = (await admin('history', person.id)).stdout;
    expect(history).toMatch(/is gone\.\n.*erase by olga: a court order\n$/);
    expect((await erase('--reason', 'again', '--confirm', person.id)).stderr).toContain('There is no account');
    expect((await upstream.client().post('/signup', { ...login, firstName: 'Ada', lastName: 'Byron' })).status).toBe(
      200,
    );
  });
});

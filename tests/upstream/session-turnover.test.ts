// @module-tag once
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { chatClient, connected } from '#tests/support/chat-client.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase("a session's token", (engine) => {
  let upstream: StartedUpstream;
  let now = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    upstream = await startUpstream({ engine, behindGateway: true, now: () => now });
  });
  afterAll(() => upstream.close());

  it('a session’s token is replaced after a day of use, and the old one ends a minute after the first use of the new one', async () => {
    const { client } = await upstream.signUp();
    const old = client.copy();
    now += day - 1;
    expect((await client.get('/profile/view')).setCookies).toEqual([]);
    now += 1;
    expect((await client.get('/profile/view')).setCookies).toHaveLength(1);
    expect(client.cookieHeader).not.toBe(old.cookieHeader);
    expect((await client.copy().get('/profile/view')).setCookies).toEqual([]);
    now += minute - 1;
    const late = await old.get('/profile/view');
    expect(late.status).toBe(200);
    expect(late.setCookies).toEqual([]);
    now += 1;
    expect((await old.get('/profile/view')).status).toBe(401);
    expect((await client.get('/profile/view')).status).toBe(200);
  });

  it('a session’s token stays valid while the replies with the new one get lost, however often', async () => {
    const { client } = await upstream.signUp();
    const old = client.copy();
    now += day;
    const lost = [];
    for (let i = 0; i < 3; i++) {
      lost.push((await old.copy().get('/profile/view')).setCookies[0]?.split(';')[0]);
      now += day;
    }
    expect(lost[0]).toMatch(/^token=/);
    expect(new Set(lost).size).toBe(1);
    expect((await old.get('/profile/view')).status).toBe(200);
    expect(`token=${old.cookies.get('token')}`).toBe(lost[0]);
    expect((await old.get('/profile/view')).status).toBe(200);
  });

  it('calls that arrive together get one and the same new token of the session, and none of them fails', async () => {
    const { client } = await upstream.signUp();
    now += day;
    const jars = Array.from({ length: 8 }, () => client.copy());
    const replies = await Promise.all(jars.map((jar) => jar.get('/profile/view')));
    expect(replies.map((reply) => reply.status)).toEqual(jars.map(() => 200));
    expect(new Set(jars.map((jar) => jar.cookieHeader)).size).toBe(1);
    expect(jars[0]?.cookieHeader).not.toBe(client.cookieHeader);
  });

  it('a session whose token was replaced is the same one in the list of sessions, and signing out with the old token ends it', async () => {
    const { client, id } = await upstream.signUp();
    const before = (await client.get('/profile/sessions')).body.items;
    const old = client.copy();
    now += day;
    await client.get('/profile/view');
    const after = (await client.get('/profile/sessions')).body.items;
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ _id: before[0]._id, current: true, createdAt: before[0].createdAt });
    await old.post('/signout');
    expect((await client.get('/profile/view')).status).toBe(401);
    expect(await upstream.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  it('a change of the password replaces the session’s token, and the old token does not get the new one', async () => {
    const { client, password } = await upstream.signUp();
    const thief = client.copy();
    const newPassword = 'Other#Passw0rd';
    const reply = await client.patch('/profile/password', {
      currentPassword: password,
      newPassword,
      password: newPassword,
    });
    expect(reply.status).toBe(200);
    expect(client.cookieHeader).not.toBe(thief.cookieHeader);
    expect((await thief.get('/profile/view')).setCookies).toEqual([]);
    expect((await client.get('/profile/view')).status).toBe(200);
    now += minute;
    expect((await thief.get('/profile/view')).status).toBe(401);
    expect((await client.get('/profile/view')).status).toBe(200);
  });

  it('a session stays valid when the reply to a change of the password gets lost', async () => {
    const { client, password } = await upstream.signUp();
    const newPassword = 'Other#Passw0rd';
    await client.copy().patch('/profile/password', { currentPassword: password, newPassword, password: newPassword });
    const before = client.cookieHeader;
    now += minute;
    expect((await client.get('/profile/view')).status).toBe(200);
    expect(client.cookieHeader).not.toBe(before);
    expect((await client.get('/profile/view')).status).toBe(200);
  });

  it('a session ends 90 days after the login however much it is used, and 30 days after its last use', async () => {
    const [busy, idle] = [(await upstream.signUp()).client, (await upstream.signUp()).client];
    for (let i = 0; i < 89; i++) {
      now += day;
      expect((await busy.get('/profile/view')).status).toBe(200);
      if (i === 29) expect((await idle.get('/profile/view')).status).toBe(401);
    }
    now += day;
    expect((await busy.get('/profile/view')).status).toBe(401);
  });

  it('a session that the release before stored without a password version stays valid, and its token is replaced', async () => {
    const { client, id } = await upstream.signUp();
    await upstream.db
      .updateTable('sessions')
      .set({ password_version: null, issued_at: null })
      .where('user_id', '=', id)
      .execute();
    now += day;
    expect((await client.get('/profile/view')).setCookies).toHaveLength(1);
    expect((await client.get('/profile/view')).status).toBe(200);
  });

  it('a session is refused when the account’s password has another version than the session', async () => {
    const { client, id } = await upstream.signUp();
    await upstream.db.updateTable('users').set({ password_version: 7 }).where('id', '=', id).execute();
    expect((await client.get('/profile/view')).status).toBe(401);
  });
});

await describeOnEachDatabase('open sockets', (engine) => {
  it('a session’s sockets stay open while its token is replaced, open with the new token, and close when the session ends', async () => {
    let now = Date.UTC(2026, 0, 1);
    const upstream = await startUpstream({ engine, behindGateway: true, now: () => now });
    const { client } = await upstream.signUp();
    const before = await connected(chatClient(upstream.url, { cookie: client.cookieHeader }));
    now += day;
    await client.get('/profile/view');
    const after = await connected(chatClient(upstream.url, { cookie: client.cookieHeader }));
    now += minute;
    for (const socket of [before, after])
      expect(await socket.ask('presence', { userIds: [] })).toMatchObject({ ok: true });
    const closed = Promise.all([before.closed(), after.closed()]);
    await client.post('/signout');
    expect(await closed).toEqual(['io server disconnect', 'io server disconnect']);
    await upstream.close();
  });
});

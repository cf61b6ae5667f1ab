// @module-tag once
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#shared/durations.ts';
import { changePassword } from '#tests/support/acts.ts';
import { linkIn } from '#tests/support/read-mail.ts';
import { ownRedis, redisIsExpected } from '#tests/support/redis-answers.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestReply } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstancesWithMail, useUpstream } from '#tests/support/use-upstream.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';

await describeOnEachDatabase("a session's token", (engine) => {
  let now = Date.UTC(2026, 0, 1);
  const upstream = useUpstream({ engine, behindGateway: true, now: () => now });

  it('is the same for as long as the session is used; once a day the cookie is given a later end', async () => {
    const { client } = await upstream.signUp();
    const before = client.cookieHeader;
    now += day - 1;
    expect((await client.get('/profile/view')).setCookies).toEqual([]);
    now += day;
    const [cookie] = (await client.get('/profile/view')).setCookies;
    expect(cookie).toContain('Max-Age=2592000');
    expect(client.cookieHeader).toBe(before);
    expect((await client.get('/profile/view')).setCookies).toEqual([]);
  });

  it('is another one after a change of the password, and a copy of the old one is dead at once, for good', async () => {
    const person = await upstream.signUp();
    const { client } = person;
    const thief = client.copy();
    expect((await changePassword(person, 'Other#Passw0rd')).status).toBe(200);
    const stolen = await thief.get('/profile/view');
    expect([stolen.status, stolen.setCookies.filter((line) => /^token=[^;]/.test(line))]).toEqual([401, []]);
    now += 10 * 60_000;
    expect((await thief.get('/profile/view')).status).toBe(401);
    expect((await client.get('/profile/view')).status).toBe(200);
    expect((await client.get('/profile/sessions')).body.items).toMatchObject([{ current: true }]);
  });

  it('is dead with its sockets once it is signed out', async () => {
    const person = await upstream.signUp();
    const stolen = person.client.copy();
    const closed = (await upstream.connect(person)).closed();
    const told: string[] = [];
    const stop = upstream.events.on('sessionEnded', ({ userId }) => void told.push(userId));
    await person.client.post('/signout');
    stop();
    expect(told, 'at once, not when sessions are checked from time to time').toEqual([person.id]);
    expect(await closed).toBe('io server disconnect');
    expect(person.client.cookies.has('token')).toBe(false);
    expect((await stolen.get('/profile/view')).status).toBe(401);
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

  it('a session is refused when the account’s password has another version than the session', async () => {
    const { client, id } = await upstream.signUp();
    await upstream.db.updateTable('users').set({ password_version: 7 }).where('id', '=', id).execute();
    expect((await client.get('/profile/view')).status).toBe(401);
  });
});

describe.skipIf(!(await redisIsExpected()))('the sockets of an account at two instances with one Redis', () => {
  // Their sessions are not checked from time to time.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterAll(() => void vi.useRealTimers());
  const { server, first, second } = useTwoInstancesWithMail({ env: ownRedis() });

  /** Two sessions of a new account, each with a socket at either instance. */
  async function fourSockets() {
    const person = await first.signUp();
    const client = second.client();
    await client.post('/login', { emailId: person.emailId, password: person.password });
    const people = [person, { ...person, client }];
    const sockets = [first, second].flatMap((instance) => people.map((each) => instance.connect(each)));
    return { person, sockets: await Promise.all(sockets) };
  }

  const newPassword = 'Other#Passw0rd';
  const ways: readonly [string, (person: SignedUp) => Promise<TestReply>][] = [
    ['the account is deleted', ({ client, password }) => client.delete('/profile', { password })],
    ['the password is changed', (person) => changePassword(person, newPassword)],
    [
      'the password is replaced by the link of a mail',
      async ({ emailId }) => {
        const stranger = first.client();
        await stranger.post('/password/forgot', { emailId });
        const { token } = linkIn(await newestMailTo(server, emailId, 'Choose a new password'));
        return stranger.post('/password/reset', { token, newPassword });
      },
    ],
    [
      'a moderator suspends the person',
      async ({ id }) => {
        const [{ client }, moderator] = await first.signUpMany(2);
        await first.db.updateTable('users').set({ unverified_since: null }).execute();
        await addModerator(first.db, moderator.id, Date.now());
        await client.post('/report', { kind: 'person', id, reason: 'spam' });
        const [seen] = (await moderator.client.get('/moderation/cases')).body.items;
        const action = { action: 'suspend', reason: 'This is spam.', expectedVersion: seen.version };
        return moderator.client.post(`/moderation/cases/${seen._id}/actions`, action);
      },
    ],
  ];

  it.for(ways)('close at once when %s', async ([, end]) => {
    const { person, sockets } = await fourSockets();
    expect((await end(person)).status).toBe(200);
    await Promise.all(sockets.map((socket) => socket.closed()));
  });

  it('close at the next check when another program ends the sessions', async () => {
    const { person, sockets } = await fourSockets();
    const request = { command: 'suspend', who: person.id, reason: 'spam', operator: 'Olga', now: Date.now() };
    expect(await runAdmin(first.connection, request)).toEqual([expect.stringContaining('within ten seconds')]);
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(sockets.map((socket) => socket.closed()));
  });
});

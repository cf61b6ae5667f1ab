// @module-tag once
import { expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

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
    const { client, password } = await upstream.signUp();
    const thief = client.copy();
    const newPassword = 'Other#Passw0rd';
    const change = { currentPassword: password, newPassword, password: newPassword };
    expect((await client.patch('/profile/password', change)).status).toBe(200);
    const stolen = await thief.get('/profile/view');
    expect([stolen.status, stolen.setCookies.filter((line) => /^token=[^;]/.test(line))]).toEqual([401, []]);
    now += 10 * 60_000;
    expect((await thief.get('/profile/view')).status).toBe(401);
    expect((await client.get('/profile/view')).status).toBe(200);
    expect((await client.get('/profile/sessions')).body.items).toMatchObject([{ current: true }]);
  });

  it('is dead with its sockets once it is signed out', async () => {
    const person = await upstream.signUp();
    const closed = (await upstream.connect(person)).closed();
    const told: string[] = [];
    const stop = upstream.events.on('sessionEnded', ({ userId }) => void told.push(userId));
    await person.client.post('/signout');
    stop();
    expect(told, 'at once, not when sessions are checked once a minute').toEqual([person.id]);
    expect(await closed).toBe('io server disconnect');
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

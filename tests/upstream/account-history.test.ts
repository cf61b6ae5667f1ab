import { afterEach, expect, it, vi } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

interface Item {
  kind: string;
  count?: number;
  device?: string;
  address?: string;
}

await describeOnEachDatabase('where an account is signed in, and its history', (engine) => {
  let now = Date.now();
  const upstream = useUpstream({
    engine,
    // No two events at the same time: they are read in the order of their times.
    now: () => {
      now += 1;
      return now;
    },
  });
  afterEach(() => vi.useRealTimers());

  /** Another device of the same person, at an address of its own. */
  async function logIn(person: SignedUp, address = '203.0.113.77', password = person.password) {
    const client = upstream.client();
    const headers = { 'user-agent': firefox, 'x-forwarded-for': address };
    const reply = await client.send('POST', '/login', { emailId: person.emailId, password }, { headers });
    return { client, status: reply.status };
  }

  const historyOf = async ({ client }: Pick<SignedUp, 'client'>): Promise<Item[]> =>
    (await client.get('/profile/history')).body.items;
  const kindsOf = async (person: SignedUp) => (await historyOf(person)).map(({ kind }) => kind);

  it('names each device, from where it was used last, and which one asks', async () => {
    const person = await upstream.signUp();
    const { client } = await logIn(person);
    const there = async () =>
      (await person.client.get('/profile/sessions')).body.items.find((item: { current: boolean }) => !item.current);
    expect(await there()).toMatchObject({ device: 'Firefox on Linux', address: '203.0.113.*' });
    const login = Date.parse((await there()).lastSeenAt);
    now += 6 * minute;
    await client.send('GET', '/profile/view', undefined, { headers: { 'x-forwarded-for': '2001:db8:7:8::1' } });
    expect(await there()).toMatchObject({ address: '2001:db8:7:*' });
    expect(Date.parse((await there()).lastSeenAt)).toBeGreaterThanOrEqual(login + 6 * minute);
    const shown = await upstream.db.selectFrom('sessions').select('address').where('user_id', '=', person.id).execute();
    expect(shown.map(({ address }) => address).toSorted()).toEqual(['127.0.0.*', '2001:db8:7:*']);
  });

  it('ends all other sessions and their sockets at once, and nobody else’s', async () => {
    const [person, stranger] = [await upstream.signUp(), await upstream.signUp()];
    const [phone, tablet] = [await logIn(person), await logIn(person)];
    const [here, there] = [await upstream.connect(person), await upstream.connect(phone)];
    const others = await upstream.connect(stranger);
    const closed = there.closed();
    const reply = await person.client.delete('/profile/sessions');
    expect(reply).toMatchObject({ status: 200, body: { ended: 2 } });
    await closed;
    expect(there.all('sessionEnded')).toHaveLength(1);
    for (const { client } of [phone, tablet]) expect((await client.get('/profile/view')).status).toBe(401);
    for (const socket of [here, others]) expect((await socket.ask('presence', { userIds: [] })).ok).toBe(true);
    expect((await person.client.delete('/profile/sessions')).body).toMatchObject({ ended: 0 });
    expect(
      (await kindsOf(person)).filter((kind) => kind === 'sessions-ended'),
      'once',
    ).toHaveLength(1);
    for (const socket of [here, others]) socket.close();
  });

  it('is for its owner only', async () => {
    const [person, stranger] = [await upstream.signUp(), await upstream.signUp()];
    await logIn(person);
    expect(await kindsOf(stranger)).toEqual(['signed-up']);
    expect((await person.client.get('/profile/history?cursor=nonsense')).status).toBe(400);
    expect((await person.client.get('/profile/history?limit=0')).status).toBe(400);
  });

  it('tells what happened, newest first, with its device and place', async () => {
    const person = await upstream.signUp();
    const { client } = await logIn(person);
    const { items } = (await person.client.get('/profile/sessions')).body;
    const other = items.find((item: { current: boolean }) => !item.current);
    await person.client.delete(`/profile/sessions/${other._id}`);
    expect((await client.get('/profile/view')).status).toBe(401);
    const password = 'An0ther!pass';
    const change = { currentPassword: person.password, newPassword: password, password };
    expect((await person.client.patch('/profile/password', change)).status).toBe(200);
    const exported = await person.client.get('/profile/export');
    expect(await kindsOf(person)).toEqual(['exported', 'password-changed', 'session-ended', 'signed-in', 'signed-up']);
    expect((await historyOf(person))[3]).toMatchObject({ device: 'Firefox on Linux', address: '203.0.113.*' });
    expect(exported.body.history.map(({ kind }: Item) => kind)).toEqual([
      'signed-up',
      'signed-in',
      'session-ended',
      'password-changed',
      'exported',
    ]);
  });

  it('tells of blocks and their end, and not of one that shows nothing', async () => {
    const [person, other] = [await upstream.signUp(), await upstream.signUp()];
    const path = `/user/block/${other.id}`;
    await other.client.post(`/user/block/${person.id}`);
    expect((await person.client.post(path)).status, 'the other account is gone for this one').toBe(404);
    await person.client.delete(path);
    expect(await kindsOf(person)).toEqual(['signed-up']);
    expect(await kindsOf(other)).toEqual(['blocked', 'signed-up']);
    expect((await other.client.post(`/user/block/${person.id}`)).status, 'again').toBe(200);
    expect((await other.client.delete(`/user/block/${person.id}`)).status).toBe(200);
    expect(await kindsOf(other)).toEqual(['unblocked', 'blocked', 'signed-up']);
  });

  it('counts refused passwords by the day, wherever one was asked for', async () => {
    const person = await upstream.signUp();
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await logIn(person, '198.51.100.1', 'Wr0ng!pass')).status).toBe(401);
    expect((await person.client.delete('/profile', { password: 'Wr0ng!pass' })).status).toBe(422);
    const refused = async () => (await historyOf(person)).filter(({ kind }) => kind === 'refused');
    // Entries are written after the reply to their call.
    await expect.poll(refused).toMatchObject([{ count: 3 }]);
    expect((await refused())[0]).not.toHaveProperty('address');
    now += day;
    await logIn(person, '198.51.100.1', 'Wr0ng!pass');
    await expect.poll(async () => (await refused()).map(({ count }) => count)).toEqual([1, 3]);
  });

  it('pages by cursor, each event once', async () => {
    const person = await upstream.signUp();
    for (let i = 0; i < 4; i += 1) await logIn(person);
    const seen = (await everyPage(person.client, '/profile/history', 2)).map(({ _id }) => _id);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it('is kept for 90 days', async () => {
    const person = await upstream.signUp();
    const rowsOf = ({ id }: SignedUp) =>
      upstream.db.selectFrom('account_events').select('kind').where('user_id', '=', id).execute();
    now += 89 * day;
    const later = await logIn(person);
    now += 2 * day;
    expect(await kindsOf({ ...person, client: later.client }), 'the sign-up is too old').toEqual(['signed-in']);
    await deleteExpired(upstream.db, retentions['account history'], now);
    expect(await rowsOf(person)).toEqual([{ kind: 'signed-in' }]);
  });
});

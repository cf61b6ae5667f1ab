import { expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { changePassword } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { appendMessage } from '#upstream/features/chat/chat-store.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

interface Item {
  kind: string;
  count?: number;
  device?: string;
  address?: string;
}

await describeOnEachDatabase('the profile and the account', (engine) => {
  let now = Date.now();
  // No two events at the same time: they are read in the order of their times.
  const upstream = useUpstream({ engine, now: () => now++ });

  it('changes the fields that are sent and leaves the others', async () => {
    const person = await upstream.signUp();
    const reply = await person.client.patch('/profile/edit', {
      about: 'I build compilers.',
      skills: [' TypeScript ', 'typescript', 'Rust'],
      headline: 'Engineer',
      githubUrl: 'github.com/example',
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      firstName: person.firstName,
      emailId: person.emailId,
      about: 'I build compilers.',
      skills: ['TypeScript', 'Rust'],
      headline: 'Engineer',
    });
    const other = await upstream.signUp();
    const seen = await other.client.get(`/profile/${person.id}`);
    expect(seen.body.user).toMatchObject({ skills: ['TypeScript', 'Rust'], githubUrl: 'https://github.com/example' });
    const cleared = await person.client.patch('/profile/edit', { githubUrl: '', skills: [] });
    expect(cleared.body.data).toMatchObject({ githubUrl: '', skills: [], about: 'I build compilers.' });
  });

  it('refuses an unknown key whole, and names a field that is wrong', async () => {
    const person = await upstream.signUp();
    expect((await person.client.patch('/profile/edit', { about: 'x', emailId: 'other@mail.test' })).status).toBe(400);
    const wrong = await person.client.patch('/profile/edit', {
      firstName: '12345',
      about: 'x'.repeat(501),
      photoUrl: 'javascript:alert(1)',
      websiteUrl: 'ada@example.com',
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.fields).toSorted()).toEqual(['about', 'firstName', 'photoUrl', 'websiteUrl']);
    expect((await person.client.get('/profile/view')).body.about).toBe('');
  });

  it('exports many messages without holding them all, compressed or not, and answers HEAD', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    const count = 1500;
    await transact(upstream.db, async (trx) => {
      for (let i = 0; i < count; i += 1) {
        const [senderId, recipientId] = i % 2 ? [ann.id, ben.id] : [ben.id, ann.id];
        await appendMessage(trx, { senderId, recipientId, text: `${i}`.padEnd(2000, ' #'), now: i });
      }
    });
    for (const encoding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const reply = await ann.client.send('GET', '/profile/export', undefined, { headers });
      expect(reply.headers.get('content-disposition')).toContain('attachment');
      const { messages } = reply.body;
      expect(messages).toHaveLength(count);
      expect(messages[1499]).toMatchObject({ with: ben.id, from: 'me', text: expect.stringMatching(/^1499/) });
    }
    expect((await ann.client.send('HEAD', '/profile/export')).status).toBe(200);
    // Other calls are answered while the file is made, and a second file for the same person has to wait.
    const [one, two, other] = await Promise.all([
      ann.client.get('/profile/export'),
      ann.client.get('/profile/export'),
      ben.client.get('/profile/view'),
    ]);
    const [made, refused] = one.status === 200 ? [one, two] : [two, one];
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(other.status).toBe(200);
    expect(made.body.messages).toHaveLength(count);
    expect((await ann.client.get('/profile/export')).status).toBe(200);
    const gone = new AbortController();
    const aborted = await fetch(`${upstream.url}/profile/export`, {
      headers: { cookie: ann.client.cookieHeader },
      signal: gone.signal,
    });
    gone.abort();
    await expect(aborted.text()).rejects.toThrow();
    expect((await ann.client.get('/profile/view')).status).toBe(200);
  });

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

  async function otherSessionOf({ client }: SignedUp) {
    const items: { _id: string; current: boolean; lastSeenAt: string }[] = (await client.get('/profile/sessions')).body
      .items;
    const [other, ...more] = items.filter(({ current }) => !current);
    if (!other || more.length > 0 || items.length !== 2) throw new Error('there is not one other session');
    return other;
  }

  it('the sessions name each device, from where it was used last, and which one asks', async () => {
    const person = await upstream.signUp();
    const { client } = await logIn(person);
    const there = () => otherSessionOf(person);
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
    const told: string[] = [];
    const stop = upstream.events.on('sessionEnded', ({ userId }) => void told.push(userId));
    const reply = await person.client.delete('/profile/sessions');
    stop();
    expect(reply).toMatchObject({ status: 200, body: { ended: 2 } });
    expect(told, 'at once, not when sessions are checked from time to time').toEqual([person.id, person.id]);
    await there.closed();
    expect(there.all('sessionEnded')).toHaveLength(1);
    for (const { client } of [phone, tablet]) expect((await client.get('/profile/view')).status).toBe(401);
    for (const socket of [here, others]) expect((await socket.ask('presence', { userIds: [] })).ok).toBe(true);
    expect((await person.client.delete('/profile/sessions')).body).toMatchObject({ ended: 0 });
    expect(await kindsOf(person)).toEqual(['sessions-ended', 'signed-in', 'signed-in', 'signed-up']);
  });

  it('the history tells what happened, newest first, with its device and place', async () => {
    const person = await upstream.signUp();
    const { client } = await logIn(person);
    const other = await otherSessionOf(person);
    expect((await person.client.delete(`/profile/sessions/${other._id}`)).status).toBe(200);
    expect((await client.get('/profile/view')).status).toBe(401);
    expect((await changePassword(person, 'An0ther!pass')).status).toBe(200);
    const exported = await person.client.get('/profile/export');
    expect(await kindsOf(person)).toEqual(['exported', 'password-changed', 'session-ended', 'signed-in', 'signed-up']);
    expect((await historyOf(person))[3]).toMatchObject({ device: 'Firefox on Linux', address: '203.0.113.*' });
    const kinds = exported.body.history.map(({ kind }: Item) => kind);
    expect(kinds.toReversed()).toEqual(await kindsOf(person));
  });

  it('the history tells of blocks and their end, and not of one that shows nothing', async () => {
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

  it('the history counts refused passwords by the day, wherever one was asked for', async () => {
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

  it('the history pages by cursor, each event once', async () => {
    const person = await upstream.signUp();
    for (let i = 0; i < 4; i += 1) await logIn(person);
    const seen = (await everyPage(person.client, '/profile/history', 2)).map(({ _id }) => _id);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect((await person.client.get('/profile/history?cursor=nonsense')).status).toBe(400);
  });

  it('the history is kept for 90 days', async () => {
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

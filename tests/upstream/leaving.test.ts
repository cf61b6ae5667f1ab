import { beforeEach, describe, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { befriend } from '#tests/support/acts.ts';
import { linkIn } from '#tests/support/read-mail.ts';
import { addPasskey, logInByPasskey } from '#tests/support/soft-authenticator.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream, useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { mailsTo, newestMailTo } from '#tests/support/wait-for-mail.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';

const statusOf = async (viewer: SignedUp, id: string) => (await viewer.client.get(`/profile/${id}`)).status;
const login = (upstream: StartedUpstream, { emailId, password }: SignedUp) =>
  upstream.client().post('/login', { emailId, password });

await describeOnEachDatabase('leaving without mail', (engine) => {
  let now: number;
  const upstream = useUpstream({ engine, env: { LEAVING_DAYS: '14' }, now: () => now }, 'each');
  beforeEach(() => {
    now = Date.now();
  });
  const housekeeping = () => upstream.upstream.resume();

  async function left(person: SignedUp): Promise<string> {
    const reply = await person.client.delete('/profile', { password: person.password });
    expect([reply.status, reply.body.state]).toEqual([200, 'leaving']);
    return reply.body.eraseAt;
  }
  const signUpAgain = ({ client: _, id: __, ...person }: SignedUp) => upstream.client().post('/signup', person);
  const eraseAtOf = async ({ id }: SignedUp) =>
    (await upstream.db.selectFrom('departures').select('erase_at').where('user_id', '=', id).executeTakeFirst())
      ?.erase_at;

  it('hides the account at once, like a deleted one, and ends its sessions and sockets', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    await befriend(ada, ben);
    const second = upstream.client();
    await second.post('/login', { emailId: ada.emailId, password: ada.password });
    const socket = await upstream.connect({ client: second });
    const bens = await upstream.connect(ben);
    expect((await ada.client.delete('/profile', { password: 'wrong' })).status).toBe(422);
    expect(await left(ada)).toBe(new Date(now + 14 * day).toISOString());
    await socket.closed();
    // His open chat with her closes.
    await bens.next('missed');
    for (const client of [ada.client, second]) expect((await client.get('/profile/view')).status).toBe(401);
    expect((await signUpAgain(ada)).body).toMatchObject({
      code: 'email_taken',
      fields: { emailId: expect.any(String) },
    });
    expect((await login(upstream, { ...ada, password: 'wrong' })).body.code).toBe('wrong_credentials');
    expect(await statusOf(ben, ada.id)).toBe(404);
  });

  it('brings everything back with a login', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    await befriend(ada, ben);
    const { _id } = (await ada.client.post('/create-project', { projectName: 'Kite' })).body.project;
    await left(ada);
    now += 13 * day;
    expect((await login(upstream, ada)).status).toBe(200);
    expect(await statusOf(ben, ada.id)).toBe(200);
    expect((await ben.client.get('/user/connections')).body.data[0]._id).toBe(ada.id);
    expect((await ben.client.get(`/project/view/${_id}`)).status).toBe(200);
    expect((await ben.client.get(`/search/people?q=${ada.firstName}`)).body.items).toHaveLength(1);
    expect((await ben.client.get('/search/projects?q=Kite')).body.items).toHaveLength(1);
    now += 30 * day;
    await housekeeping();
    expect(await statusOf(ben, ada.id)).toBe(401);
    expect((await login(upstream, ada)).status, 'not erased later').toBe(200);
  });

  it('erases after the time, once, never without a reminder three days before, and frees the address', async () => {
    const ada = await upstream.signUp();
    await left(ada);
    now += 11 * day + 1000;
    await Promise.all([housekeeping(), housekeeping()]);
    now += 3 * day - 2000;
    await housekeeping();
    expect(await eraseAtOf(ada)).toBeDefined();
    now += day;
    await Promise.all([housekeeping(), housekeeping(), housekeeping()]);
    expect((await login(upstream, ada)).status).toBe(401);
    const row = await upstream.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirst();
    const once = { password_version: 2 };
    expect(row).toMatchObject({ email: null, password_hash: null, suspended_at: null, first_name: 'Former', ...once });
    expect(await upstream.db.selectFrom('departures').selectAll().execute()).toEqual([]);
    expect((await signUpAgain(ada)).status).toBe(200);
  });

  it('does not erase early when a clock jumps forward for a while, or back', async () => {
    const ada = await upstream.signUp();
    await left(ada);
    const start = now;
    now = start + 20 * day;
    await housekeeping();
    await housekeeping();
    now = start - 20 * day;
    await housekeeping();
    now = start + day;
    await housekeeping();
    expect(await eraseAtOf(ada), 'later, by the reminder that was written then').toBe(start + 23 * day);
    expect((await login(upstream, ada)).status).toBe(200);
  });

  it('lets either the return or the erasure win, never half of both', { tags: ['once'] }, async () => {
    for (let round = 0; round < 4; round++) {
      const ada = await upstream.signUp();
      await left(ada);
      now += 11 * day;
      await housekeeping();
      now += 3 * day;
      const [reply] = await Promise.all([login(upstream, ada), housekeeping(), housekeeping()]);
      const { status } = await login(upstream, ada);
      expect([reply.status, status]).toEqual(reply.status === 200 ? [200, 200] : [401, 401]);
    }
  });

  it('keeps a suspension that an operator makes meanwhile, or ends', async () => {
    const [ada, eve] = [await upstream.signUp(), await upstream.signUp()];
    const admin = (command: string) =>
      runAdmin(upstream.connection, { command, who: ada.emailId, reason: 'spam', operator: 'ops', now });
    await left(ada);
    expect((await admin('history')).join()).toContain('is leaving');
    await admin('suspend');
    expect((await login(upstream, ada)).body.code).toBe('suspended');
    expect(await eraseAtOf(ada), 'still leaving').toBeDefined();
    await admin('unsuspend');
    expect(await statusOf(eve, ada.id)).toBe(404);
    expect((await login(upstream, ada)).status).toBe(200);
    expect(await statusOf(eve, ada.id)).toBe(200);
  });

  it('brings the account back with a passkey, too', async () => {
    const ada = await upstream.signUp();
    const { authenticator } = await addPasskey(ada);
    await left(ada);
    const reply = await logInByPasskey(ada.client, authenticator);
    expect([reply.status, await eraseAtOf(ada)]).toEqual([200, undefined]);
  });
});

await describeOnEachDatabase('leaving with mail', (engine) => {
  let now: number;
  beforeEach(() => {
    now = Date.now();
  });
  const { server, upstream, signUpVerified } = useUpstreamWithMail(
    { engine, env: { LEAVING_DAYS: '14' }, now: () => now },
    'each',
  );

  const mailTo = (address: string, subject: string) => newestMailTo(server, address, subject);
  const comeBack = (token: string) => upstream.client().post('/leaving/return', { token });

  it('is told by a mail, whose link brings the account back, once', async () => {
    const ada = await signUpVerified();
    const reply = await ada.client.delete('/profile', { password: ada.password });
    expect([reply.status, reply.body.state]).toEqual([200, 'leaving']);
    const { path, token } = linkIn(await mailTo(ada.emailId, 'Your account will be erased on'));
    expect(path).toMatch(/^\/leave#[\w-]{43}$/);
    now += 13 * day;
    const replies = await Promise.all([comeBack(token), comeBack(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await ada.client.get('/profile/view')).status, 'the session of before').toBe(401);
    expect((await login(upstream, ada)).status).toBe(200);
    await ada.client.post('/login', { emailId: ada.emailId, password: ada.password });
    await ada.client.delete('/profile', { password: ada.password });
    expect((await comeBack(token)).status, 'the link of another departure').toBe(422);
  });

  it('reminds once, erases, and says so to the address that is gone', async () => {
    const ada = await signUpVerified();
    await ada.client.delete('/profile', { password: ada.password });
    await mailTo(ada.emailId, 'Your account will be erased on');
    now += 12 * day;
    const { resume } = upstream.upstream;
    await Promise.all([resume(), resume()]);
    expect(linkIn(await mailTo(ada.emailId, 'Reminder: your account')).path).toMatch(/^\/leave#[\w-]{43}$/);
    now += 4 * day;
    await resume();
    await mailTo(ada.emailId, 'Your account is erased');
    expect(mailsTo(server, ada.emailId, 'Reminder: your account')).toHaveLength(1);
    expect((await login(upstream, ada)).status).toBe(401);
  });
});

describe('an upstream that erases at once', () => {
  it('offers no way back', async () => {
    const upstream = await startUpstream({ env: { LEAVING_DAYS: '0' } });
    const ada = await upstream.signUp();
    const { capabilities } = (await ada.client.get('/capabilities')).body;
    expect(capabilities).not.toContain('account.leaving');
    const reply = await ada.client.delete('/profile', { password: ada.password });
    expect([reply.status, reply.body.state]).toEqual([200, 'deleted']);
    expect(ada.client.cookies.size).toBe(0);
    expect((await login(upstream, ada)).status).toBe(401);
    await upstream.close();
  });

  it('lets accounts come back that were leaving before', async () => {
    const before = await startUpstream({ env: { LEAVING_DAYS: '14' } });
    const ada = await before.signUp();
    expect((await ada.client.delete('/profile', { password: ada.password })).body.state).toBe('leaving');
    const upstream = await startUpstream({ env: { LEAVING_DAYS: '0' }, databaseUrl: before.databaseUrl });
    const unknown = await upstream.client().post('/leaving/return', { token: 'a'.repeat(43) });
    expect(unknown.status, 'the link of a mail').toBe(422);
    expect((await login(upstream, ada)).status).toBe(200);
    await upstream.close();
    await before.close();
  });

  const { server, signUpVerified } = useUpstreamWithMail({});
  it('tells the owner by mail that the account is erased, like every other way of erasing it', async () => {
    const ada = await signUpVerified();
    const reply = await ada.client.delete('/profile', { password: ada.password });
    expect([reply.status, reply.body.state]).toEqual([200, 'deleted']);
    const words = await newestMailTo(server, ada.emailId, 'Your account is erased');
    expect(words).not.toContain('people who run DotCode');
  });
});

import { beforeEach, expect, it } from 'vitest';
import type { ModerationCase, NewCaseAction } from '#shared/api/moderation.ts';
import { hour } from '#shared/durations.ts';
import { befriend, joinProject, newProject, sendMessage, upload } from '#tests/support/acts.ts';
import { runTurn } from '#tests/support/run-turn.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances, useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';
import { transact } from '#upstream/db/transaction.ts';
import { beginDeparture, endDeparture } from '#upstream/features/leaving/departure-store.ts';
import { countCases } from '#upstream/features/moderation/case-store.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';
import { suspensionsTurn } from '#upstream/features/moderation/suspension.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

await describeOnEachDatabase('a moderator’s action', (engine) => {
  let mod: SignedUp;
  let author: SignedUp;
  let mallory: SignedUp;
  let now = Date.now();
  const env = { CONTACT: 'mailto:appeals@dot.test' };
  const { first: upstream, second } = useTwoInstances({ engine, now: () => now, env });
  beforeEach(async () => {
    mod = await upstream.signUp({ firstName: 'Moda' });
    author = await upstream.signUp({ firstName: 'Rea' });
    mallory = await upstream.signUp({ firstName: 'Mallory' });
    await addModerator(upstream.db, mod.id, now);
  });

  const connect = (person: SignedUp) => upstream.connect(person);
  const logIn = ({ emailId, password }: SignedUp) => upstream.client().post('/login', { emailId, password });

  /** Reports the thing and answers its case, as the moderator `to` reads it. */
  async function reported(kind: string, id: string, by = author, to = mod): Promise<ModerationCase> {
    const reply = await by.client.post('/report', { kind, id, reason: 'harassment' });
    expect(reply.status, reply.text).toBe(200);
    const row = await upstream.db.selectFrom('cases').select('id').where('subject', '=', id).executeTakeFirstOrThrow();
    return read(row.id, to);
  }
  async function read(id: string, by = mod): Promise<ModerationCase> {
    const reply = await by.client.get(`/moderation/cases/${id}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  }
  const ask = (seen: ModerationCase, action: Partial<NewCaseAction>, by = mod) =>
    by.client.post(`/moderation/cases/${seen._id}/actions`, {
      reason: 'This is not kind.',
      expectedVersion: seen.version,
      ...action,
    });
  async function act(seen: ModerationCase, action: Partial<NewCaseAction>, by = mod): Promise<ModerationCase> {
    const reply = await ask(seen, action, by);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  }
  const ownReports = async ({ client }: SignedUp) => (await client.get('/reports')).body.items;

  it('needs a reason, and is one of those that can be done', async () => {
    const seen = await reported('person', mallory.id);
    expect((await ask(seen, { action: 'dismiss', reason: 'x' })).status).toBe(422);
    expect((await ask(seen, { action: 'forgive' as 'dismiss' })).status).toBe(422);
    expect((await ask(seen, { action: 'suspend', until: new Date(now - 1).toISOString() })).status).toBe(422);
    expect((await ask(seen, { action: 'undo' })).status, 'nothing to take back').toBe(409);
    expect((await ask(seen, { action: 'erase' })).status, 'no picture').toBe(409);
    expect(await read(seen._id)).toMatchObject({ version: seen.version, log: [], state: 'open' });
    expect(seen.actions).toEqual(['dismiss', 'hide', 'hide-name', 'warn', 'suspend']);
  });

  it('dismisses: every author reads why, and the person learns nothing; undo opens the case again', async () => {
    const other = await upstream.signUp();
    await reported('person', mallory.id);
    const seen = await reported('person', mallory.id, other);
    const socket = await connect(author);
    const closed = await act(seen, { action: 'dismiss', reason: 'They were joking.' });
    expect(closed).toMatchObject({ state: 'closed', reporters: 2, log: [{ action: 'dismiss', by: 'Moda Tester' }] });
    for (const one of [author, other]) {
      expect(await ownReports(one)).toMatchObject([{ outcome: 'dismissed', answer: 'They were joking.' }]);
      expect((await one.client.get('/notifications')).body.items).toMatchObject([{ kind: 'account' }]);
    }
    await socket.next('notification', ({ event }) => event?.startsWith('report-') === true);
    expect((await mallory.client.get('/notifications')).body.items).toEqual([]);
    expect((await mallory.client.get('/profile/export')).body.moderatorActions).toEqual([]);
    expect((await mod.client.get('/moderation/cases?state=closed')).body.items[0]._id).toBe(seen._id);
    const again = await act(closed, { action: 'undo', reason: 'A mistake.' });
    expect(again).toMatchObject({ state: 'open', log: [{ action: 'undo' }, { action: 'dismiss', undone: true }] });
    expect(await ownReports(author)).toMatchObject([{ outcome: null }]);
    expect((await ask(again, { action: 'undo' })).status, 'once').toBe(409);
    expect((await mallory.client.get('/profile/export')).body.moderatorActions).toEqual([]);
  });

  it('hides a project: its creator reads why, members and askers may leave it, and it is shown again', async () => {
    const id = await newProject(mallory, { projectName: 'Quirk', description: 'unkind', isPublic: true });
    const [member, asker, refused] = await upstream.signUpMany(3);
    await joinProject(member, mallory, id);
    const ask = async ({ client }: SignedUp) => (await client.post(`/project/interest/${id}`, {})).body.data._id;
    await mallory.client.post(`/project/interest/review/rejected/${await ask(refused)}`);
    await ask(asker);
    const found = async () => (await author.client.get('/search/projects?q=quirk')).body.items.length;
    const hidden = await act(await reported('project', id), { action: 'hide' });
    expect(hidden).toMatchObject({ isHidden: true, actions: ['warn', 'suspend', 'undo'] });
    const views = [asker, author].map(async ({ client }) => (await client.get(`/project/view/${id}`)).status);
    expect(await Promise.all(views), 'somebody who asks to join is told why').toEqual([403, 404]);
    await mallory.client.patch(`/project/edit/${id}`, { description: 'changed' });
    expect(await found(), 'after an edit').toBe(0);
    const { items } = (await mallory.client.get('/notifications')).body;
    expect(items).toContainEqual(expect.objectContaining({ event: 'content-hidden' }));
    const leave = async ({ client }: SignedUp) => (await client.delete(`/project/interest/${id}`)).status;
    expect([await leave(member), await leave(asker)]).toEqual([200, 200]);
    for (const one of [member, author, refused]) expect(await leave(one), 'an unknown project').toBe(404);
    const own = async () => (await mallory.client.get(`/project/view/${id}`)).body.project;
    const reason = { reason: 'This is not kind.', since: new Date(now).toISOString() };
    expect(await own()).toMatchObject({ hidden: reason, members: [], askers: 0 });
    expect(await act(hidden, { action: 'undo' })).toMatchObject({ isHidden: false, state: 'open' });
    expect(await found()).toBe(1);
    expect(await own()).not.toHaveProperty('hidden');
  });

  it('hides the texts of a profile, and a message for both', async () => {
    const texts = { headline: 'Quarrelsome', about: 'Quarrel', location: 'Quarry', skills: ['Quarreling'] };
    await mallory.client.patch('/profile/edit', texts);
    await befriend(mallory, author);
    const [mine, theirs] = [await connect(author), await connect(mallory)];
    const messageId = await sendMessage(theirs, { targetUserId: author.id, text: 'Quarrel in chat' });
    const reader = await upstream.signUp();
    const found = async () => {
      const paths = [
        '/search/people?q=quarrel',
        '/user/feed?skill=quarreling',
        '/user/feed?skill=quarreling&order=match',
      ];
      const replies = await Promise.all(paths.map((path) => reader.client.get(path)));
      return replies.filter(({ text }) => text.includes(mallory.id)).length;
    };
    expect(await found()).toBe(3);
    const hidden = await act(await reported('person', mallory.id), { action: 'hide' });
    const hiddenFrom = { reason: 'This is not kind.' };
    expect((await mallory.client.get('/profile/view')).body).toMatchObject({ ...texts, hidden: hiddenFrom });
    const ofMessage = await act(await reported('message', messageId), { action: 'hide' });
    for (const socket of [mine, theirs]) await socket.next('missed');
    expect(await found()).toBe(0);
    expect((await reader.client.get(`/profile/${mallory.id}`)).text).not.toContain('Quarr');
    for (const [{ client }, other] of [
      [author, mallory],
      [mallory, author],
    ] as const)
      expect((await client.get(`/chat/${other.id}`)).body.chat.messages).toMatchObject([
        { hidden: true, text: 'A moderator has hidden this message.' },
      ]);
    expect((await author.client.get('/profile/export')).text).not.toContain('Quarrel in chat');
    expect((await mallory.client.get('/profile/export')).text).toContain('Quarrel in chat');
    expect(ofMessage.reports[0]?.evidence).toMatchObject({ text: 'Quarrel in chat' });
    await act(ofMessage, { action: 'undo' });
    await act(hidden, { action: 'undo' });
    expect((await author.client.get(`/chat/${mallory.id}`)).text).toContain('Quarrel in chat');
    expect(await found()).toBe(3);
  });

  it('hides a name wherever others read it, until the person takes another one or it is taken back', async () => {
    const rude = await upstream.signUp({ firstName: 'Rudolfa', lastName: 'Nastyname' });
    await rude.client.patch('/profile/edit', { isPublic: true });
    const project = await newProject(rude, { isPublic: true });
    await befriend(rude, author);
    const [mine, theirs] = [await connect(author), await connect(rude)];
    await theirs.ask('sendMessage', { targetUserId: author.id, text: 'Hello' });
    await mine.next('messageReceived');
    const paths = [`/profile/${rude.id}`, '/user/connections', '/chats', `/chat/${rude.id}`, '/notifications'];
    paths.push(`/public/profile/${rude.id}`, `/public/project/${project}`, `/project/view/${project}`);
    const read = async () =>
      (await Promise.all(paths.map(async (path) => (await author.client.get(path)).text))).join();
    const found = async () => (await author.client.get('/search/people?q=nastyname')).body.items.length;
    const hidden = await act(await reported('person', rude.id), { action: 'hide-name' });
    expect(hidden).toMatchObject({ isNameHidden: true, isHidden: false, person: { lastName: 'Nastyname' } });
    expect(hidden.actions).toEqual(['hide', 'warn', 'suspend', 'undo']);
    expect([/Rudolfa|Nastyname/.test(await read()), await found()]).toEqual([false, 0]);
    // The open socket would go on with the name of its handshake.
    await theirs.closed();
    await (await connect(rude)).ask('sendMessage', { targetUserId: author.id, text: 'Again' });
    expect(await mine.next('messageReceived', ({ text }) => text === 'Again')).toMatchObject({
      firstName: 'Hidden',
      lastName: 'name',
    });
    const own = async () => (await rude.client.get('/profile/view')).body;
    expect(await own()).toMatchObject({ lastName: 'Nastyname', hiddenName: { reason: 'This is not kind.' } });

    const rename = (lastName: string) => rude.client.patch('/profile/edit', { lastName });
    await rename('NASTYNAME');
    expect(await read(), 'the same in other letters').not.toMatch(/nastyname/i);
    await rename('Kindname');
    expect(await read()).toContain('Kindname');
    expect(await own()).not.toHaveProperty('hiddenName');
    await rename('Nastyname');
    expect(await read(), 'the hidden one again').not.toContain('Nastyname');

    expect(await act(hidden, { action: 'undo' })).toMatchObject({ isNameHidden: false, state: 'open' });
    expect([(await read()).includes('Nastyname'), await found()]).toEqual([true, 1]);
    expect((await ask(await reported('project', project), { action: 'hide-name' })).status).toBe(409);
  });

  it('shows somebody who is leaving as leaving, and suspends them as anybody else', async () => {
    const eraseAt = now + 48 * hour;
    const seen = await reported('person', mallory.id);
    await transact(upstream.db, (trx) => beginDeparture(trx, engine, { userId: mallory.id, days: 2, now }));
    const leaving = { since: new Date(now).toISOString(), eraseAt: new Date(eraseAt).toISOString() };
    const { person, actions } = await read(seen._id);
    expect(person).toMatchObject({ leaving });
    expect(person).not.toHaveProperty('suspended');
    expect(actions).toContain('suspend');
    const counted = (await countCases(upstream.db, now)).suspended;
    const until = new Date(now + hour).toISOString();
    const suspended = await act(seen, { action: 'suspend', until });
    expect(suspended.person).toMatchObject({ leaving, suspended: { until } });
    expect((await countCases(upstream.db, now)).suspended).toBe(counted + 1);
    expect((await act(suspended, { action: 'undo' })).person).not.toHaveProperty('suspended');
    const forEver = await act(await read(seen._id), { action: 'suspend' });
    await transact(upstream.db, (trx) => endDeparture(trx, engine, mallory.id));
    expect((await read(forEver._id)).person).toMatchObject({ suspended: { until: null } });
    expect((await read(forEver._id)).person).not.toHaveProperty('leaving');
  });

  it('warns with a banner until it is acknowledged, and can be taken back until then', async () => {
    const socket = await connect(mallory);
    const seen = await reported('person', mallory.id);
    const warned = await act(seen, { action: 'warn' });
    await socket.next('notification', ({ event }) => event === 'warned');
    expect(warned.actions).not.toContain('warn');
    const { warning } = (await mallory.client.get('/profile/view')).body;
    expect(warning).toMatchObject({ reason: 'This is not kind.' });
    const taken = await act(warned, { action: 'undo' });
    expect((await mallory.client.get('/profile/view')).body).not.toHaveProperty('warning');
    expect((await mallory.client.get('/notifications')).body.items).toEqual([]);
    const again = await act(taken, { action: 'warn', reason: 'For the second time.' });
    const { _id } = (await mallory.client.get('/profile/view')).body.warning;
    const path = `/profile/warnings/${_id}/acknowledge`;
    expect((await author.client.post(path)).status).toBe(404);
    expect((await mallory.client.post(`/profile/warnings/${warning._id}/acknowledge`)).status).toBe(404);
    for (const time of ['once', 'again']) expect((await mallory.client.post(path)).status, time).toBe(200);
    expect(await socket.next('notificationsRead')).toMatchObject({ unread: 0 });
    expect((await mallory.client.get('/profile/view')).body).not.toHaveProperty('warning');
    expect((await ask(again, { action: 'undo' })).body.message).toBe('They have read the warning.');
    expect((await read(again._id)).actions).toContain('warn');
    const exported = (await mallory.client.get('/profile/export')).body;
    expect(exported.warnings).toMatchObject([{ reason: 'For the second time.' }]);
    expect(exported.moderatorActions.map(({ action }: { action: string }) => action)).toEqual(['warn', 'undo', 'warn']);
    expect(JSON.stringify(exported)).not.toContain('Moda');
    const history = (await mallory.client.get('/profile/history')).body.items;
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['warned']));
  });

  it('suspends for a time: sessions and sockets end at once, the login says why, and it ends by itself', async () => {
    await befriend(mallory, author);
    const [theirs, mine] = [await connect(mallory), await connect(author)];
    const watched = await mine.ask('presence', { userIds: [mallory.id] });
    expect(watched).toMatchObject({ data: { online: [mallory.id] } });
    const until = new Date(now + 48 * hour).toISOString();
    const seen = await reported('person', mallory.id);
    const ended = theirs.closed();
    const suspended = await act(seen, { action: 'suspend', until });
    await ended;
    expect(theirs.all('sessionEnded')).toHaveLength(1);
    expect(suspended.person.suspended).toMatchObject({ until, reason: 'This is not kind.' });
    expect((await mallory.client.get('/profile/view')).status).toBe(401);
    await mine.next('presence', ({ userId, online }) => userId === mallory.id && !online);
    // The open chat with them closes.
    await mine.next('missed');
    const refused = await logIn(mallory);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'suspended',
      until,
      reason: 'This is not kind.',
      contact: 'mailto:appeals@dot.test',
    });
    expect(refused.body.message).toContain('To appeal, write to appeals@dot.test.');
    expect((await logIn({ ...mallory, password: 'Wrong#Passw0rd' })).body.code).toBe('wrong_credentials');
    expect((await author.client.get('/user/connections')).body.data).toEqual([null]);

    const shorter = { action: 'suspend', until: new Date(now + hour).toISOString() } as const;
    expect((await ask(suspended, shorter)).body.message).toBe('They are suspended for longer already.');
    await runTurn(suspensionsTurn(upstream), now);
    expect((await author.client.get(`/profile/${mallory.id}`)).status).toBe(404);
    now += 48 * hour;
    await runTurn(suspensionsTurn(upstream), now);
    expect((await author.client.get(`/profile/${mallory.id}`)).status, 'without a login').toBe(200);
    await act(await read(seen._id), { action: 'suspend', until: new Date(now + hour).toISOString() });
    now += hour;
    const back = await logIn(mallory);
    expect([back.status, back.body._id]).toEqual([200, mallory.id]);
    expect((await author.client.get('/search/people?q=mallory')).text).toContain(mallory.id);
    expect((await read(seen._id)).person).not.toHaveProperty('suspended');
  });

  it('suspends without an end until it is taken back; one of another case then counts again', async () => {
    const project = await newProject(mallory, { projectName: 'P' });
    const until = new Date(now + hour).toISOString();
    const short = await act(await reported('project', project), { action: 'suspend', until, reason: 'The short one.' });
    expect(short.actions).toEqual(['hide', 'warn', 'suspend', 'undo']);
    const forEver = await act(short, { action: 'suspend', reason: 'For ever.' });
    expect((await logIn(mallory)).body).toMatchObject({ until: null, reason: 'For ever.' });
    expect(forEver.actions).not.toContain('suspend');
    const shortAgain = await act(forEver, { action: 'undo' });
    expect((await logIn(mallory)).body).toMatchObject({ until, reason: 'The short one.' });
    const over = await act(shortAgain, { action: 'undo' });
    expect(over).toMatchObject({ state: 'open' });
    expect((await logIn(mallory)).status).toBe(200);
  });

  it('leaves no session of a login at the same moment', async () => {
    const seen = await reported('person', mallory.id);
    const logins = Array.from({ length: 4 }, () => logIn(mallory));
    await Promise.all([act(seen, { action: 'suspend' }), ...logins]);
    const left = upstream.db.selectFrom('sessions').select('id').where('user_id', '=', mallory.id);
    expect(await left.execute()).toEqual([]);
  });

  it('erases a picture of everybody who shows it, for good', async () => {
    const colour = '#7f1d1d';
    const { _id, url } = (await upload(mallory, { colour })).body;
    const other = await upstream.signUp();
    await upload(other, { colour });
    await mallory.client.patch('/profile/edit', { photoUrl: url });
    const sent = { projectName: 'With it', projectImage: url, projectImageAlt: 'It' };
    const project = (await other.client.post('/create-project', sent)).body.project._id;
    await addModerator(upstream.db, other.id, now);
    const seen = await reported('picture', _id);
    expect((await other.client.get(`/moderation/cases/${seen._id}`)).status, 'a picture of their own').toBe(404);
    expect(seen.actions).toEqual(['dismiss', 'warn', 'suspend', 'erase']);
    const file = url.replace('/api', '');
    expect((await upstream.client().get(file)).status).toBe(200);
    const erased = await act(seen, { action: 'erase' });
    expect(erased).toMatchObject({ isGone: true });
    expect((await upstream.client().get(file)).status).toBe(404);
    expect((await mallory.client.get('/profile/view')).body.photoUrl).toBe('');
    expect((await other.client.get(`/project/view/${project}`)).body.project).not.toHaveProperty('projectImage');
    expect((await upload(author, { colour })).status, 'again').toBe(409);
    expect((await ask(erased, { action: 'undo' })).body.message).toBe('An erased picture cannot be brought back.');
  });

  it('erases a picture that only the copy of an earlier report shows', async () => {
    const { url } = (await upload(mallory, { colour: '#14532d' })).body;
    await mallory.client.patch('/profile/edit', { photoUrl: url, headline: 'first' });
    const first = await reported('person', mallory.id);
    await mallory.client.patch('/profile/edit', { photoUrl: '', headline: 'second' });
    now += 1000;
    await reported('person', mallory.id, await upstream.signUp());
    now += 1000;
    // With another reason: the same report of the same person adds nothing while it is open.
    await author.client.post('/report', { kind: 'person', id: mallory.id, reason: 'spam' });
    const seen = await read(first._id);
    expect(seen.reports, 'newest first, also where it is made again').toMatchObject([
      { reason: 'spam', evidence: { headline: 'second' }, earlier: [{ headline: 'first', photoUrl: url }] },
      { reason: 'harassment', evidence: { headline: 'second' } },
    ]);
    await act(seen, { action: 'erase' });
    expect((await upstream.client().get(url.replace('/api', ''))).status).toBe(404);
  });

  it('is done once where two moderators act: the second gets the case as the first has left it', async () => {
    const colleague = await upstream.signUp({ firstName: 'Colla' });
    await addModerator(upstream.db, colleague.id, now);
    const elsewhere = second.client();
    await elsewhere.post('/login', { emailId: colleague.emailId, password: colleague.password });
    const seen = await reported('person', mallory.id);
    const replies = await Promise.all([
      ask(seen, { action: 'warn' }),
      ask(seen, { action: 'suspend' }, { ...colleague, client: elsewhere }),
      ask(seen, { action: 'dismiss' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const done = replies.find(({ status }) => status === 200)?.body;
    for (const { body } of replies.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: 'case_changed',
        case: { version: done.version, log: [{ _id: done.log[0]._id }] },
      });
    }
    expect((await read(seen._id)).log).toHaveLength(1);
  });

  it('opens again with a new report, and answers that one, too', async () => {
    const seen = await reported('person', mallory.id);
    const closed = await act(seen, { action: 'warn' });
    const other = await upstream.signUp();
    now += hour;
    const again = await reported('person', mallory.id, other);
    expect(again).toMatchObject({ _id: closed._id, state: 'open', version: closed.version + 1, reporters: 2 });
    expect(again.openedAt).toBe(new Date(now).toISOString());
    await act(again, { action: 'dismiss', reason: 'Warned already.' });
    expect(await ownReports(author)).toMatchObject([{ outcome: 'acted' }]);
    expect(await ownReports(other)).toMatchObject([{ outcome: 'dismissed', answer: 'Warned already.' }]);
  });

  it('is offered for a deleted project only as far as its person is there, and refused once the person is deleted', async () => {
    const id = await newProject(mallory, { projectName: 'Gone' });
    const seen = await reported('project', id);
    await mallory.client.delete(`/project/${id}`);
    expect((await read(seen._id)).actions).toEqual(['dismiss', 'warn', 'suspend']);
    expect((await ask(seen, { action: 'hide' })).status).toBe(409);
    await mallory.client.delete('/profile', { password: mallory.password });
    expect((await ask(seen, { action: 'warn' })).status).toBe(404);
  });

  it('stays in a log for two years; an erased moderator has no name in it', async () => {
    const seen = await reported('person', mallory.id);
    await act(seen, { action: 'warn' });
    const rows = () => upstream.db.selectFrom('case_actions').selectAll().where('case_id', '=', seen._id).execute();
    expect(JSON.stringify(await rows())).not.toContain(mod.id);
    await mod.client.delete('/profile', { password: mod.password });
    const colleague = await upstream.signUp();
    await addModerator(upstream.db, colleague.id, now);
    expect((await read(seen._id, colleague)).log).toMatchObject([{ action: 'warn', by: 'A former moderator' }]);
    const ofAuthor = await reported('person', author.id, mallory, colleague);
    await act(ofAuthor, { action: 'warn' }, colleague);
    await mallory.client.delete('/profile', { password: mallory.password });
    expect(await rows(), 'the person it is about is erased').toEqual([]);
    const left = upstream.db.selectFrom('case_actions').select('id').where('case_id', '=', ofAuthor._id);
    for (const [years, count] of [
      [1, 1],
      [3, 0],
    ] as const) {
      await deleteExpired(upstream.db, retentions['acts of moderators'], now + years * 365 * 24 * hour);
      expect(await left.execute()).toHaveLength(count);
    }
  });
});

await describeOnEachDatabase('somebody who is warned or suspended', (engine) => {
  const { server, upstream } = useUpstreamWithMail({ engine, env: { CONTACT: 'https://dot.test/appeal' } });

  it('reads the reason in a mail, and when it ends', async () => {
    const [mod, author, mallory] = await upstream.signUpMany(3);
    await addModerator(upstream.db, mod.id, Date.now());
    const made = await author.client.post('/report', { kind: 'person', id: mallory.id, reason: 'spam' });
    expect(made.status).toBe(200);
    const [{ _id }] = (await mod.client.get('/moderation/cases')).body.items;
    const ask = (body: object) =>
      mod.client.post(`/moderation/cases/${_id}/actions`, { reason: 'Only adverts.', ...body });
    expect((await ask({ action: 'warn', expectedVersion: 1 })).status).toBe(200);
    expect(await newestMailTo(server, mallory.emailId, 'A warning about your account')).toContain('Only adverts.');
    expect((await ask({ action: 'suspend', until: '2100-02-03T04:05:00Z', expectedVersion: 2 })).status).toBe(200);
    const words = await newestMailTo(server, mallory.emailId, 'Your account is suspended');
    for (const part of ['Only adverts.', '2100-02-03 04:05 UTC', 'https://dot.test/appeal'])
      expect(words).toContain(part);
  });
});

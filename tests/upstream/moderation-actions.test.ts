import { beforeEach, expect, it } from 'vitest';
import type { ModerationCase, NewCaseAction } from '#shared/api/moderation.ts';
import { hour } from '#shared/durations.ts';
import { befriend, newProject, upload } from '#tests/support/acts.ts';
import { runTurn } from '#tests/support/run-turn.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';
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

  /** Reports the thing and answers its case. */
  async function reported(kind: string, id: string, by = author): Promise<ModerationCase> {
    const reply = await by.client.post('/report', { kind, id, reason: 'harassment' });
    expect(reply.status, reply.text).toBe(200);
    const row = await upstream.db.selectFrom('cases').select('id').where('subject', '=', id).executeTakeFirstOrThrow();
    return read(row.id);
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

  it('is for moderators only, needs a reason, and is counted', async () => {
    const seen = await reported('person', mallory.id);
    const path = `/moderation/cases/${seen._id}/actions`;
    const body = { action: 'dismiss', reason: 'Nothing.', expectedVersion: seen.version };
    const unknown = (await author.client.post('/no-such-call', body)).body;
    for (const sent of [body, {}]) {
      const reply = await author.client.post(path, sent);
      expect({ ...reply.body, requestId: '' }).toEqual({ ...unknown, requestId: '' });
    }
    const malformed = { body: '{', headers: { 'content-type': 'application/json' } };
    expect((await author.client.send('POST', path, undefined, malformed)).body.message).toBe(unknown.message);
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

  it('hides a project from everybody but its creator, who reads why, and shows it again', async () => {
    const sent = { projectName: 'Quirk of Mallory', description: 'unkind', isPublic: true };
    const id = (await mallory.client.post('/create-project', sent)).body.project._id;
    await author.client.post(`/project/interest/${id}`, {});
    const found = async () => (await author.client.get('/search/projects?q=quirk')).body.items.length;
    expect(await found()).toBe(1);
    const hidden = await act(await reported('project', id), { action: 'hide' });
    expect(hidden).toMatchObject({ isHidden: true, actions: ['warn', 'suspend', 'undo'] });
    expect(await found()).toBe(0);
    const stranger = await upstream.signUp();
    const views = [author, stranger].map(async ({ client }) => (await client.get(`/project/view/${id}`)).status);
    expect(await Promise.all(views), 'somebody who asks to join is told why').toEqual([403, 404]);
    expect((await mallory.client.get(`/project/view/${id}`)).body.project.hidden).toEqual({
      reason: 'This is not kind.',
      since: new Date(now).toISOString(),
    });
    await mallory.client.patch(`/project/edit/${id}`, { description: 'changed' });
    expect(await found(), 'after an edit').toBe(0);
    const { items } = (await mallory.client.get('/notifications')).body;
    expect(items).toContainEqual(expect.objectContaining({ event: 'content-hidden' }));
    expect(await act(hidden, { action: 'undo' })).toMatchObject({ isHidden: false, state: 'open' });
    expect(await found()).toBe(1);
    expect((await mallory.client.get(`/project/view/${id}`)).body.project).not.toHaveProperty('hidden');
  });

  it('hides the texts of a profile, and a message for both', async () => {
    const texts = { headline: 'Quarrelsome', about: 'Quarrel with me', location: 'Quarry', isPublic: true };
    await mallory.client.patch('/profile/edit', { ...texts, skills: ['Quarreling'] });
    await befriend(mallory, author);
    const [mine, theirs] = [await connect(author), await connect(mallory)];
    const sent = await theirs.ask('sendMessage', { targetUserId: author.id, text: 'Quarrel in chat' });
    const messageId = sent.ok ? sent.data._id : '';
    const replies = async ({ client }: SignedUp) => {
      const paths = [`/profile/${mallory.id}`, '/user/connections', '/search/people?q=quarrel', '/chats'];
      paths.push(`/public/profile/${mallory.id}`, `/chat/${mallory.id}`);
      return (await Promise.all(paths.map(async (path) => (await client.get(path)).text))).join();
    };
    expect(await replies(author)).toContain('Quarrel');
    const hidden = await act(await reported('person', mallory.id), { action: 'hide' });
    expect((await mallory.client.get('/profile/view')).body).toMatchObject({
      headline: 'Quarrelsome',
      skills: ['Quarreling'],
      hidden: { reason: 'This is not kind.' },
    });
    const ofMessage = await act(await reported('message', messageId), { action: 'hide' });
    for (const socket of [mine, theirs]) await socket.next('missed');
    expect(await replies(author)).not.toMatch(/Quarr/);
    for (const [one, other] of [
      [author, mallory],
      [mallory, author],
    ] as const)
      expect((await one.client.get(`/chat/${other.id}`)).body.chat.messages).toMatchObject([
        { hidden: true, text: 'A moderator has hidden this message.' },
      ]);
    expect((await author.client.get('/profile/export')).text).not.toContain('Quarrel in chat');
    expect((await mallory.client.get('/profile/export')).text).toContain('Quarrel in chat');
    expect(ofMessage.reports[0]?.evidence).toMatchObject({ text: 'Quarrel in chat' });
    await act(ofMessage, { action: 'undo' });
    await act(hidden, { action: 'undo' });
    expect(await replies(author)).toContain('Quarrel in chat');
    expect((await author.client.get('/search/people?q=quarrel')).body.items).toHaveLength(1);
  });

  it('leaves out of the feed by a skill a person whose skills are hidden', async () => {
    const [insulter, reader] = [await upstream.signUp(), await upstream.signUp()];
    await insulter.client.patch('/profile/edit', { skills: ['Insulting'] });
    const found = async (order: string) =>
      (await reader.client.get(`/user/feed?skill=insulting&order=${order}`)).body.map(
        ({ _id }: { _id: string }) => _id,
      );
    for (const order of ['match', 'newest']) expect(await found(order), order).toEqual([insulter.id]);
    const hidden = await act(await reported('person', insulter.id), { action: 'hide' });
    for (const order of ['match', 'newest']) expect(await found(order), order).toEqual([]);
    await act(hidden, { action: 'undo' });
    for (const order of ['match', 'newest']) expect(await found(order), order).toEqual([insulter.id]);
  });

  it('hides a name wherever others read it, until the person takes another one or it is taken back', async () => {
    const rude = await upstream.signUp({ firstName: 'Rudolfa', lastName: 'Nastyname' });
    await rude.client.patch('/profile/edit', { isPublic: true });
    const project = (await rude.client.post('/create-project', { projectName: 'Hers', isPublic: true })).body.project;
    await befriend(rude, author);
    const [mine, theirs] = [await connect(author), await connect(rude)];
    await theirs.ask('sendMessage', { targetUserId: author.id, text: 'Hello' });
    await mine.next('messageReceived');
    const read = async () => {
      const paths = [`/profile/${rude.id}`, '/user/connections', '/chats', `/chat/${rude.id}`, '/notifications'];
      paths.push(`/public/profile/${rude.id}`, `/public/project/${project._id}`, `/project/view/${project._id}`);
      return (await Promise.all(paths.map(async (path) => (await author.client.get(path)).text))).join();
    };
    const found = async () => (await author.client.get('/search/people?q=nastyname')).body.items.length;
    expect([(await read()).includes('Nastyname'), await found()]).toEqual([true, 1]);
    const hidden = await act(await reported('person', rude.id), { action: 'hide-name' });
    expect(hidden).toMatchObject({ isNameHidden: true, isHidden: false, person: { lastName: 'Nastyname' } });
    expect(hidden.actions).toEqual(['hide', 'warn', 'suspend', 'undo']);
    expect([/Rudolfa|Nastyname/.test(await read()), await found()]).toEqual([false, 0]);
    expect((await author.client.get(`/profile/${rude.id}`)).body.user).toMatchObject({
      firstName: 'Hidden',
      lastName: 'name',
    });
    // The open socket would go on with the name of its handshake.
    await theirs.closed();
    await (await connect(rude)).ask('sendMessage', { targetUserId: author.id, text: 'Again' });
    expect(await mine.next('messageReceived', ({ text }) => text === 'Again')).toMatchObject({
      firstName: 'Hidden',
      lastName: 'name',
    });
    const own = async () => (await rude.client.get('/profile/view')).body;
    expect(await own()).toMatchObject({ lastName: 'Nastyname', hiddenName: { reason: 'This is not kind.' } });

    await rude.client.patch('/profile/edit', { lastName: 'NASTYNAME' });
    expect(await read(), 'the same in other letters').not.toMatch(/nastyname/i);
    await rude.client.patch('/profile/edit', { lastName: 'Kindname' });
    expect(await read()).toContain('Kindname');
    expect(await own()).not.toHaveProperty('hiddenName');
    await rude.client.patch('/profile/edit', { lastName: 'Nastyname' });
    expect(await read(), 'the hidden one again').not.toContain('Nastyname');

    expect(await act(hidden, { action: 'undo' })).toMatchObject({ isNameHidden: false, state: 'open' });
    expect([(await read()).includes('Nastyname'), await found()]).toEqual([true, 1]);
    const sent = { projectName: 'P', description: '' };
    const other = (await rude.client.post('/create-project', sent)).body.project._id;
    expect((await ask(await reported('project', other), { action: 'hide-name' })).status).toBe(409);
  });

  it('leaves everybody the right to leave a project that is hidden', async () => {
    const id = await newProject(mallory, { projectName: 'Quirk' });
    const [member, asker, refused] = await upstream.signUpMany(3);
    for (const [person, answer] of [
      [member, 'accepted'],
      [refused, 'rejected'],
    ] as const) {
      const { _id } = (await person.client.post(`/project/interest/${id}`, {})).body.data;
      await mallory.client.post(`/project/interest/review/${answer}/${_id}`);
    }
    await asker.client.post(`/project/interest/${id}`, {});
    await act(await reported('project', id), { action: 'hide' });
    const leave = async ({ client }: SignedUp) => (await client.delete(`/project/interest/${id}`)).status;
    expect([await leave(member), await leave(asker)]).toEqual([200, 200]);
    expect([await leave(member), await leave(author), await leave(refused)], 'an unknown project').toEqual([
      404, 404, 404,
    ]);
    const { project } = (await mallory.client.get(`/project/view/${id}`)).body;
    expect(project).toMatchObject({ members: [], askers: 0 });
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
    // The rule of a deleted account.
    expect((await author.client.get('/user/connections')).body.data).toEqual([null]);
    expect((await author.client.get(`/profile/${mallory.id}`)).status).toBe(404);
    expect((await author.client.get('/search/people?q=mallory')).text).not.toContain(mallory.id);

    const shorter = { action: 'suspend', until: new Date(now + hour).toISOString() } as const;
    expect((await ask(suspended, shorter)).body.message).toBe('They are suspended for longer already.');
    now += 48 * hour;
    const back = await logIn(mallory);
    expect([back.status, back.body._id]).toEqual([200, mallory.id]);
    expect((await author.client.get(`/profile/${mallory.id}`)).status).toBe(200);
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

  it('shows somebody whose suspension is over to others soon, without a login', async () => {
    const until = new Date(now + hour).toISOString();
    await act(await reported('person', mallory.id), { action: 'suspend', until });
    await runTurn(suspensionsTurn(upstream), now);
    expect((await author.client.get(`/profile/${mallory.id}`)).status).toBe(404);
    now += hour;
    await runTurn(suspensionsTurn(upstream), now);
    expect((await author.client.get(`/profile/${mallory.id}`)).status).toBe(200);
  });

  it('leaves no session of a login at the same moment', async () => {
    const seen = await reported('person', mallory.id);
    const [suspended, ...logins] = await Promise.all([
      ask(seen, { action: 'suspend' }),
      ...Array.from({ length: 4 }, () => logIn(mallory)),
    ]);
    expect(suspended.status).toBe(200);
    expect(new Set(logins.map(({ status }) => status)).size).toBeGreaterThan(0);
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

  it('is refused in a matter of one’s own, also for somebody who reports it now', async () => {
    const colleague = await upstream.signUp();
    await addModerator(upstream.db, colleague.id, now);
    const seen = await reported('person', mallory.id);
    await colleague.client.post('/report', { kind: 'person', id: mallory.id, reason: 'spam' });
    const guess = { action: 'dismiss', expectedVersion: seen.version + 1 } as const;
    expect((await ask(seen, guess, colleague)).status).toBe(404);
    const ofMod = await reported('person', mod.id).catch(() => undefined);
    expect(ofMod).toBeUndefined();
    const row = await upstream.db
      .selectFrom('cases')
      .selectAll()
      .where('subject', '=', mod.id)
      .executeTakeFirstOrThrow();
    const theirs = { ...seen, _id: row.id, version: row.version };
    expect((await ask(theirs, { action: 'dismiss' })).status, 'as the person').toBe(404);
    expect((await act(theirs, { action: 'warn' }, colleague)).person.isModerator).toBe(true);
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
    const log = upstream.db;
    const [row] = await rows();
    if (!row) throw new Error('unreachable');
    expect(JSON.stringify(row)).not.toContain(mod.id);
    const old = { ...row, id: 'b'.repeat(24), undoes: '', created_at: now - 3 * 365 * 24 * hour, case_id: 'old' };
    await log.insertInto('case_actions').values(old).execute();
    await deleteExpired(log, retentions['acts of moderators'], now);
    expect(await log.selectFrom('case_actions').select('id').where('case_id', '=', 'old').execute()).toEqual([]);

    await mod.client.delete('/profile', { password: mod.password });
    const colleague = await upstream.signUp();
    await addModerator(log, colleague.id, now);
    expect((await read(seen._id, colleague)).log).toMatchObject([{ action: 'warn', by: 'A former moderator' }]);
    await mallory.client.delete('/profile', { password: mallory.password });
    expect(await rows(), 'the person it is about is erased').toEqual([]);
  });
});

import { expect, it, onTestFinished } from 'vitest';
import type { PreferencesChange } from '#shared/api/account/preferences.ts';
import { befriend, newProject, sendMessage } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { type SignedUp, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';

type Privacy = NonNullable<PreferencesChange['privacy']>;

/** Every switch and every place where it must hold, each time at another instance than the one that was told. */
await describeOnEachDatabase('privacy switches', (engine) => {
  const { first, second } = useTwoInstances({ engine, chat: { offlineAfterMs: 0 } });

  async function choose(person: SignedUp, privacy: Privacy): Promise<void> {
    expect((await person.client.patch('/profile/preferences', { privacy })).status).toBe(200);
  }
  /** The person at the other instance. */
  const there = ({ client }: SignedUp) => client.copy(second.url);
  const ask = (from: SignedUp, to: SignedUp) => from.client.post(`/request/interested/${to.id}`);
  const live = (person: SignedUp) => first.connect(person);
  const hasSkills = (person: SignedUp, skills: string[]) => person.client.patch('/profile/edit', { skills });

  const feeds = ['?limit=50', '?order=match&limit=50', '?skill=Zig&limit=50', '?order=match&skill=Zig&limit=50'];
  const searches = (name: string) => [`q=${name}`, 'skill=Zig', `q=${name}&skill=Zig`, `q=${name.slice(0, -1)}x`];

  /** In which of the feeds and searches the viewer meets the person. Their first pages hold everybody of this test. */
  async function placesOf(viewer: SignedUp, person: SignedUp): Promise<string[]> {
    const client = there(viewer);
    const places = [
      ...feeds.map((query) => [`feed${query}`, `/user/feed${query}`]),
      ...searches(person.firstName).map((query) => [`search?${query}`, `/search/people?${query}&limit=50`]),
    ];
    const replies = await Promise.all(places.map(([, path = '']) => client.get(path)));
    return places.flatMap(([place = ''], i) => {
      const people: { _id: string }[] = replies[i]?.body.items ?? replies[i]?.body;
      return people.some(({ _id }) => _id === person.id) ? [place] : [];
    });
  }

  it('a person who is not discoverable is in no feed, and is found by search only where a connection or a request is between the two', async () => {
    const ann = await first.signUp({ firstName: 'Undinexe' });
    const people = await Promise.all(
      ['Stranger', 'Friend', 'Asked', 'Refused', 'Ignored'].map((firstName) => first.signUp({ firstName })),
    );
    const [stranger, friend, asked, refused, ignored] = people as [SignedUp, SignedUp, SignedUp, SignedUp, SignedUp];
    for (const person of [ann, stranger]) await hasSkills(person, ['Zig']);
    await befriend(ann, friend);
    await ask(ann, asked);
    const { _id: rejected } = (await ask(refused, ann)).body.data;
    await ann.client.post(`/request/review/rejected/${rejected}`);
    await ann.client.post(`/request/ignored/${ignored.id}`);
    const everywhere = [...feeds.map((query) => `feed${query}`), ...searches('Undinexe').map((q) => `search?${q}`)];
    const inSearch = everywhere.filter((place) => place.startsWith('search'));
    expect(await placesOf(stranger, ann)).toEqual(everywhere);

    await choose(ann, { discoverable: false });
    for (const one of [stranger, ignored]) expect(await placesOf(one, ann), one.firstName).toEqual([]);
    for (const one of [friend, asked, refused]) expect(await placesOf(one, ann), one.firstName).toEqual(inSearch);
    expect((await there(stranger).get(`/profile/${ann.id}`)).status, 'by their address').toBe(200);
    expect(await placesOf(ann, stranger), 'their own search works').toContain('search?q=Stranger');
    const { _id: asks } = (await ask(stranger, ann)).body.data;
    expect(await placesOf(stranger, ann), 'a request makes them known').toEqual(inSearch);
    await stranger.client.delete(`/request/${asks}`);
    expect(await placesOf(stranger, ann), 'until it is taken back').toEqual([]);

    await choose(ann, { discoverable: true });
    expect(await placesOf(stranger, ann)).toEqual(everywhere);
  });

  it('requests to connect and to join are refused to people who may not ask, and everybody else is answered as before', async () => {
    const [ann, ben, cho, dan, eve] = await first.signUpMany(5);
    for (const person of [ann, cho]) await hasSkills(person, ['Zig', 'C']);
    await hasSkills(ben, ['Rust']);
    await befriend(ann, dan);
    await ask(ann, eve);
    const project = await newProject(ann, { projectName: 'Open' });
    const askToJoin = (person: SignedUp) => there(person).post(`/project/interest/${project}`, {});
    const view = async (person: SignedUp) => ({
      profile: (await there(person).get(`/profile/${ann.id}`)).body.user.mayAsk,
      project: (await there(person).get(`/project/view/${project}`)).body.project.creator.mayAsk,
    });
    const refused = { code: 'takes_no_requests', message: expect.stringContaining('limits who can ask') };

    await choose(ann, { whoMayAsk: 'sharedSkill' });
    expect((await ask(ben, ann)).body).toMatchObject(refused);
    expect((await askToJoin(ben)).body).toMatchObject(refused);
    expect(await view(ben)).toEqual({ profile: false, project: false });
    expect(await placesOf(ben, ann), 'a card without a button would be of no use').not.toContain('feed?limit=50');
    expect(await placesOf(cho, ann)).toContain('feed?limit=50');
    expect(await view(cho)).toEqual({});
    const { _id: rejected } = (await ask(cho, ann)).body.data;

    await choose(ann, { whoMayAsk: 'nobody' });
    expect((await ask(ben, ann)).status).toBe(403);
    expect((await askToJoin(cho)).status).toBe(403);
    expect((await askToJoin(dan)).status, 'a connection').toBe(200);
    expect(await view(dan)).toEqual({});
    expect((await ask(eve, ann)).body.data.status, 'answering is not asking').toBe('accepted');
    expect((await ask(cho, ann)).body.code, 'a request from before waits').toBe('already_related');
    expect((await cho.client.post(`/request/ignored/${ann.id}`)).body.code).toBe('already_related');

    await ann.client.post(`/request/review/rejected/${rejected}`);
    expect((await ask(cho, ann)).body.code, 'rejected as before').toBe('already_related');
    expect((await ben.client.post(`/request/ignored/${ann.id}`)).status).toBe(200);
  });

  it('no further request reaches a person once the upstream has answered that nobody may ask them', async () => {
    const [ann, ...others] = await first.signUpMany(5);
    const [told, ...replies] = await Promise.all([
      choose(ann, { whoMayAsk: 'nobody' }).then(() =>
        first.db.selectFrom('decisions').select('by_id').where('about_id', '=', ann.id).execute(),
      ),
      ...others.map((other, i) => (i % 2 === 0 ? other.client : there(other)).post(`/request/interested/${ann.id}`)),
    ]);
    const taken = others.filter((_, i) => replies[i]?.status === 200).map(({ id }) => id);
    expect(told.map((row) => row.by_id).toSorted()).toEqual(taken.toSorted());
    for (const reply of replies) expect([200, 403]).toContain(reply.status);
  });

  it('a person who hides their presence is seen online by nobody and sees nobody online, until they show it again', async () => {
    const [ann, ben] = [await first.signUp(), await first.signUp()];
    await befriend(ann, ben);
    const [anns, bens] = [await live(ann), await live(ben)];
    const online = async (client: ChatClient, person: SignedUp) => {
      const answer = await client.ask('presence', { userIds: [person.id] });
      return answer.ok && answer.data.online.length === 1;
    };
    expect([await online(bens, ann), await online(anns, ben)]).toEqual([true, true]);

    await choose(ann, { presence: false });
    await bens.next('presence', (event) => event.userId === ann.id && !event.online);
    await anns.next('presence', (event) => event.userId === ben.id && !event.online);
    expect([await online(bens, ann), await online(anns, ben)]).toEqual([false, false]);
    const heardBefore = bens.all('presence').length;
    anns.close();
    const again = await live(ann);
    bens.close();
    const bensAgain = await live(ben);
    await again.ask('sendMessage', { targetUserId: ben.id, text: 'marker' });
    await bensAgain.next('messageReceived');
    expect([
      ...bens.all('presence').slice(heardBefore),
      ...bensAgain.all('presence'),
      ...again.all('presence'),
    ]).toEqual([]);
    expect(await online(bensAgain, ann)).toBe(false);
    // A block of somebody who was online says so by going offline; of somebody who hides it, it says nothing.
    await ann.client.post(`/user/block/${ben.id}`);
    await ann.client.delete(`/user/block/${ben.id}`);
    await again.next('blockChanged', ({ blocked }) => !blocked);
    await bensAgain.ask('presence', { userIds: [] });
    expect(bensAgain.all('presence')).toEqual([]);
    await befriend(ann, ben);
    expect(await online(bensAgain, ann)).toBe(false);
    await choose(ann, { presence: true });
    expect(await bensAgain.next('presence'), 'shown again').toEqual({ userId: ann.id, online: true });
  });

  it.each(['the reader', 'the writer'])(
    'a read receipt is given neither live nor in the history while %s has switched receipts off',
    async (who) => {
      const [ann, ben] = [await first.signUp(), await first.signUp()];
      await befriend(ann, ben);
      const [anns, bens] = [await live(ann), await live(ben)];
      const readBy = async () => (await there(ann).get(`/chat/${ben.id}`)).body.chat.readUpTo;
      const say = (text: string) => sendMessage(anns, { targetUserId: ben.id, text });
      const read = (messageId: string) => bens.ask('messagesRead', { targetUserId: ann.id, messageId });
      const one = await say('one');
      await read(one);
      await anns.next('messagesRead');
      expect(await readBy()).toBe(one);

      await choose(who === 'the reader' ? ben : ann, { receipts: false });
      expect(await readBy()).toBeNull();
      expect(await read(await say('two'))).toEqual({ ok: true, data: { unread: 0 } });
      expect((await there(ben).get('/chats')).body.unreadTotal, 'the own count works').toBe(0);
      await bens.ask('sendMessage', { targetUserId: ann.id, text: 'marker' });
      await anns.next('messageReceived', ({ text }) => text === 'marker');
      expect(anns.all('messagesRead')).toHaveLength(1);

      await choose(who === 'the reader' ? ben : ann, { receipts: true });
      if (who === 'the reader') expect(await readBy(), 'no receipt later').toBe(one);
      const three = await say('three');
      await read(three);
      await anns.next('messagesRead', ({ messageId }) => messageId === three);
      expect(await readBy()).toBe(three);
    },
  );

  it('an email address is shown only to connections, only on the profile, only while its owner shows it, and only once it is confirmed', async () => {
    const [ann, friend, stranger] = await first.signUpMany(3);
    await befriend(ann, friend);
    // The guard of these clients lets the address through, which this test looks for itself.
    for (const { client } of [friend, stranger])
      await client.post('/login', { emailId: ann.emailId, password: 'wrong' });
    const seenBy = async (person: SignedUp) => (await there(person).get(`/profile/${ann.id}`)).body.user.emailId;
    expect(await seenBy(friend)).toBeUndefined();
    await choose(ann, { showAddress: true });
    expect(await seenBy(friend)).toBe(ann.emailId);
    expect(await seenBy(stranger)).toBeUndefined();
    for (const path of [
      '/user/connections',
      '/chats',
      `/chat/${ann.id}`,
      '/user/feed',
      `/search/people?q=${ann.firstName}`,
    ])
      for (const person of [friend, stranger])
        expect((await there(person).get(path)).text, path).not.toContain(ann.emailId);
    await choose(ann, { showAddress: false });
    expect(await seenBy(friend)).toBeUndefined();
    await choose(ann, { showAddress: true });

    // Where mail is sent, only a confirmed address is shown.
    const env = { MAIL_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://dot.test' };
    const mailing = await startUpstream({ engine, env, databaseUrl: first.databaseUrl });
    onTestFinished(() => mailing.close());
    const seenWithMail = async () =>
      (await friend.client.copy(mailing.url).get(`/profile/${ann.id}`)).body.user.emailId;
    expect(await seenWithMail()).toBe(ann.emailId);
    await first.db.updateTable('users').set({ unverified_since: 1 }).where('id', '=', ann.id).execute();
    expect(await seenWithMail()).toBeUndefined();
    expect((await ann.client.copy(mailing.url).get('/profile/view')).body.emailId, 'to oneself').toBe(ann.emailId);

    await friend.client.delete(`/user/connections/${ann.id}`);
    expect(await seenBy(friend)).toBeUndefined();
  });
});

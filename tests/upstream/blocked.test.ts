import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { ClientToServerEvents } from '#shared/api/events.ts';
import { minute } from '#shared/durations.ts';
import { befriend, newProject, sendMessage, upload } from '#tests/support/acts.ts';
import { bodyOf, isOfOneself, type Operation, operationsOf, pathsOf } from '#tests/support/operations.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import type { UpstreamEvents } from '#upstream/events.ts';

/** The relation between Ann and Ben, and their projects and messages, before Ann's account goes or one blocks the other. */
interface Network {
  ann: SignedUp;
  ben: SignedUp;
  cho: SignedUp;
  annsProject: string;
  bensProject: string;
  chosProject: string;
  /** Ann's ask to join Ben's project. */
  interest: string;
  /** Ann's request to Ben, which he has rejected, in the worlds without a connection. */
  request: string;
  message: string;
  /** Ben's answer. */
  own: string;
  /** In a message of Ann. */
  picture: string;
}

/** How Ben has lost Ann: her account is deleted, she blocks him, or each blocks the other. */
type World = 'gone' | 'blocked' | 'both';
/** The relations that the two may have had before. */
const pasts = ['connected', 'rejected'] as const;
type Past = (typeof pasts)[number];

const none = 'a'.repeat(24);

/** Everybody may see these, without a session, whom a block cannot stop; or moderators, from whom it hides nothing. */
const forOthers = /^\w+ \/(public|moderation)\//;
/** Blocked people at the link of an invitation are tested in project-invites.test.ts. */
const byToken = /^POST \/invite\//;

/** The queries of the reads that take one. */
const queries: Readonly<Record<string, (network: Network) => string[]>> = {
  'GET /user/feed': () => ['', '?order=match', '?order=match&skill=Go', '?skill=Go&limit=1'],
  'GET /projects': () => ['', '?limit=1', '?limit=2'],
  'GET /project/interest/{projectId}': () =>
    ['interested', 'accepted', 'rejected'].map((status) => `?status=${status}`),
  'GET /search/people': ({ ann }) => [`?q=${ann.firstName}`, '?q=tester', '?q=tester&limit=1', '?skill=Go', '?q=annq'],
  'GET /search/projects': () => ['?q=project', '?q=project&limit=1', '?q=ann', '?skill=Go'],
  'GET /search/messages': ({ ann }) => ['?q=hello', '?q=helo', '?q=hello&limit=1', `?q=hel&with=${ann.id}`],
  'GET /chat/{userId}': ({ message }) => ['', `?before=${message || none}`],
};

/** The bodies of the calls that take ids in them. */
const bodies: Readonly<Record<string, (network: Network) => object[]>> = {
  'POST /report': ({ ann, annsProject, message }) => [
    { kind: 'person', id: ann.id, reason: 'spam' },
    { kind: 'project', id: annsProject, reason: 'spam' },
    { kind: 'message', id: message || none, reason: 'spam' },
  ],
  'POST /notifications/read': () => [{ all: true }],
};

/** All that Ben may try with a call and the ids that he knows: reads everywhere, changes at things of Ann. */
function attemptsOf(operation: Operation, network: Network): { path: string; body?: object | undefined }[] {
  const { ann, ben, annsProject, bensProject, chosProject, interest, request, message, own, picture } = network;
  const ofMembers = /\/member\/|^POST .*\/owner$/.test(operation.name);
  const read = operation.method === 'GET';
  const ids = {
    userId: ofMembers ? [ann.id, ben.id] : [ann.id],
    projectId: read ? [annsProject, bensProject, chosProject] : ofMembers ? [bensProject, annsProject] : [annsProject],
    interestId: [interest],
    requestId: [request || none],
    messageId: [message || none, own || none],
    inviteId: [none],
    updateId: [none],
    emoji: ['%F0%9F%91%8D'],
    id: [picture || none],
  };
  const paths = pathsOf(operation, ids);
  const asked = queries[operation.name]?.(network) ?? [''];
  const sent = bodies[operation.name]?.(network) ?? [bodyOf(operation, ann.id)];
  return paths.flatMap((path) => asked.flatMap((query) => sent.map((body) => ({ path: path + query, body }))));
}

/** Ben's answer to each event that he sends. An event without a rule here does not compile. */
const eventRules: Readonly<Record<keyof ClientToServerEvents, (network: Network) => unknown>> = {
  joinChat: ({ ann }) => ({ targetUserId: ann.id }),
  sendMessage: ({ ann }) => ({ targetUserId: ann.id, text: 'still there?', clientId: 'again' }),
  typing: ({ ann }) => ({ targetUserId: ann.id, typing: true }),
  messagesRead: ({ ann, message }) => ({ targetUserId: ann.id, messageId: message || none }),
  presence: ({ ann, cho }) => ({ userIds: [ann.id, cho.id] }),
};

/** The events on the sockets of both that a call may cause. They are emitted before the reply is sent. */
const causes = [
  'notified',
  'notificationsRead',
  'connected',
  'disconnected',
  'blockChanged',
] as const satisfies (keyof UpstreamEvents)[];

await describeOnEachDatabase('somebody who is blocked', (engine) => {
  let upstream: StartedUpstream;
  let now = 0;

  /** The same people and things in every world, a minute apart. */
  async function build(past: Past): Promise<Network> {
    const signUp = async (firstName: string) => {
      now += minute;
      const person = await upstream.signUp({ firstName });
      await person.client.patch('/profile/edit', { skills: ['Go'] });
      return person;
    };
    const [ann, ben, cho, dan] = [await signUp('Ann'), await signUp('Ben'), await signUp('Cho'), await signUp('Dan')];
    const step = async (person: SignedUp, path: string, body?: unknown) => {
      now += minute;
      const reply = await person.client.post(path, body);
      expect(reply.status, `${path}: ${reply.text}`).toBe(200);
      return reply.body;
    };
    const project = async (person: SignedUp) =>
      (await step(person, '/create-project', { projectName: `Project of ${person.firstName}`, skills: ['Go'] })).project
        ._id;
    const [annsProject, bensProject, chosProject] = [await project(ann), await project(ben), await project(cho)];
    const joinsChos = (await step(ann, `/project/interest/${chosProject}`, {})).data._id;
    await step(dan, `/project/interest/${chosProject}`, {});
    if (past === 'connected') await step(cho, `/project/interest/review/accepted/${joinsChos}`);
    const interest = (await step(ann, `/project/interest/${bensProject}`, { note: 'me' })).data._id;
    const asked = (await step(ben, `/project/interest/${annsProject}`, {})).data._id;
    let [request, message, own, picture] = ['', '', '', ''];
    if (past === 'connected') {
      await step(dan, `/project/interest/${bensProject}`, {});
      await step(ann, `/request/interested/${ben.id}`);
      await step(ben, `/request/interested/${ann.id}`);
      const socket = await upstream.connect(ann);
      message = await sendMessage(socket, { targetUserId: ben.id, text: 'hello' });
      const { body } = await upload(ann, { to: '/chat/picture' });
      picture = body._id;
      const pictures = [{ url: body.url, alt: 'A cat' }];
      expect(await socket.ask('sendMessage', { targetUserId: ben.id, text: '', pictures })).toMatchObject({ ok: true });
      const bens = await upstream.connect(ben);
      own = await sendMessage(bens, { targetUserId: ann.id, text: 'hello', replyTo: message });
      for (const person of [ann, ben])
        expect((await person.client.send('PUT', `/message/${message}/reaction/%F0%9F%8E%89`)).status).toBe(200);
      for (const one of [socket, bens]) one.close();
    } else {
      await step(ben, `/project/interest/review/rejected/${interest}`);
      await step(ann, `/project/interest/review/rejected/${asked}`);
      request = (await step(ann, `/request/interested/${ben.id}`)).data._id;
      await step(ben, `/request/review/rejected/${request}`);
    }
    await step(ben, `/request/interested/${cho.id}`);
    now += minute;
    return { ann, ben, cho, annsProject, bensProject, chosProject, interest, request, message, own, picture };
  }

  async function part(world: World, { ann, ben }: Network): Promise<void> {
    const block = async (person: SignedUp, other: SignedUp, status: number) =>
      expect((await person.client.post(`/user/block/${other.id}`)).status).toBe(status);
    if (world === 'gone') expect((await ann.client.delete('/profile', { password: ann.password })).status).toBe(200);
    else await block(ann, ben, 200);
    // Ben must not learn that it was not too late for him, and yet his own block counts.
    if (world === 'both') await block(ben, ann, 404);
    now += minute;
  }

  /** Ids and cursors by what they stand for: the worlds differ in the ids that their instances have made. */
  function namesOf(network: Network): (text: string) => string {
    const names = new Map<string, string>();
    for (const [name, value] of Object.entries(network)) names.set(typeof value === 'string' ? value : value.id, name);
    let unknown = 0;
    const nameOf = (id: string) => {
      const name = names.get(id) ?? `unknown ${unknown}`;
      if (!names.has(id)) unknown += 1;
      names.set(id, name);
      return name;
    };
    const decoded = (text: string) =>
      text.replace(/(?<=nextCursor":")(?![0-9a-f]{24}")[\w-]{20,}/g, (cursor) =>
        Buffer.from(cursor, 'base64url').toString('utf8'),
      );
    return (text) =>
      decoded(text)
        .replace(/"requestId":"[^"]+"/g, '')
        .replace(/(?<=nextCursor":")\d\.\d+/g, 'search cursor')
        .replace(/[0-9a-f]{24}/g, nameOf);
  }

  /** Everything Ben gets: calls, events, and what his open socket has heard. */
  async function walk(world: World, past: Past): Promise<Record<string, unknown>> {
    now = Date.parse('2026-01-01T00:00:00Z');
    const started = await startUpstream({ engine, now: () => now, chat: { offlineAfterMs: 0 } });
    onTestFinished(() => started.close());
    upstream = started;
    const network = await build(past);
    const { ann, ben } = network;
    const bens = await upstream.connect(ben);
    const anns = await upstream.connect(ann);
    const watched = await bens.ask('presence', { userIds: [ann.id] });
    expect(watched).toEqual({ ok: true, data: { online: past === 'connected' ? [ann.id] : [] } });
    await part(world, network);
    if (past === 'connected') await bens.next('presence', (event) => event.userId === ann.id && !event.online);
    if (world === 'gone') await anns.closed();
    const named = namesOf(network);
    const seen: Record<string, unknown> = {};
    const caused: string[] = [];
    for (const name of causes) upstream.events.on(name, () => void caused.push(name));
    const tell = async (operation: Operation, when: string) => {
      for (const { path, body } of attemptsOf(operation, network)) {
        const reply = await ben.client.send(operation.method, path, body);
        expect(reply.status, `${world}, ${past}: ${operation.name}: ${reply.text}`).toBeLessThan(500);
        const cursor = reply.headers.get('x-next-cursor');
        const what = body === undefined ? '' : ` ${named(JSON.stringify(body))}`;
        const next = cursor === null ? '' : named(Buffer.from(cursor, 'base64url').toString('utf8'));
        seen[`${operation.method} ${named(path)}${what}${when}`] =
          `${reply.status} ${next} ${named(reply.text)} ${caused.splice(0).join()}`;
      }
    };
    const operations = (await operationsOf(ben.client)).filter(
      (one) => !isOfOneself(one) && ![forOthers, byToken].some((others) => others.test(one.name)),
    );
    const reads = operations.filter(({ method }) => method === 'GET');
    for (const operation of reads) await tell(operation, '');
    for (const operation of operations) if (operation.method !== 'GET') await tell(operation, '');
    for (const operation of reads) await tell(operation, ', at the end');
    for (const [name, payloadOf] of Object.entries(eventRules)) {
      const answer = await bens.ask(name as keyof ClientToServerEvents, payloadOf(network));
      seen[`event ${name}`] = named(JSON.stringify(answer));
    }
    // Of the message that he has deleted. The event is read from the database after the reply to the call.
    if (past === 'connected') await bens.next('messageChanged');
    // News of what he has done before may come late, and are of no interest. What a call causes is compared with its reply.
    seen.heard = bens.heard
      .filter(({ name }) => name !== 'notification' && name !== 'notificationsRead')
      .map(({ name, payload = {} }) => `${name} ${named(JSON.stringify(payload))}`);
    return seen;
  }

  it.each(pasts)('sees byte for byte what they see of an account that is gone: %s before', async (past) => {
    const gone = await walk('gone', past);
    expect(Object.keys(gone).length).toBeGreaterThan(40);
    for (const world of ['blocked', 'both'] as const) {
      const other = await walk(world, past);
      for (const [what, answer] of Object.entries(gone)) expect(other[what], `${world}: ${what}`).toEqual(answer);
      expect(Object.keys(other)).toEqual(Object.keys(gone));
    }
  });
});

await describeOnEachDatabase('blocking', (engine) => {
  let ann: SignedUp;
  let ben: SignedUp;
  const upstream = useUpstream({ engine });

  beforeEach(async () => {
    [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
  });
  const block = ({ id }: { id: string }) => ann.client.post(`/user/block/${id}`);

  it('lists the people, leaves the chat to read, and is taken back without what it has ended', async () => {
    await befriend(ann, ben);
    const [anns, bens] = [await upstream.connect(ann), await upstream.connect(ben)];
    await bens.ask('sendMessage', { targetUserId: ann.id, text: 'once' });
    expect((await block(ben)).body).toEqual({ message: 'They are blocked.' });
    expect((await block(ben)).status, 'again').toBe(200);
    expect((await ann.client.get('/user/blocked')).body).toMatchObject({
      items: [{ user: { _id: ben.id, firstName: ben.firstName } }],
      nextCursor: null,
    });
    expect((await ann.client.get('/profile/export')).body.blockedPeople).toMatchObject([{ userId: ben.id }]);
    const own = {
      closed: true,
      blocked: true,
      unread: 0,
      participants: [{ _id: ann.id }, { firstName: ben.firstName }],
    };
    expect((await ann.client.get(`/chat/${ben.id}`)).body.chat).toMatchObject({ ...own, messages: [{ text: 'once' }] });
    expect((await ann.client.get('/chats')).body.items).toMatchObject([{ blocked: true, user: { _id: ben.id } }]);
    const { chat } = (await ben.client.get(`/chat/${ann.id}`)).body;
    expect(chat).toMatchObject({ closed: true, messages: [{ text: 'once' }], readUpTo: null });
    expect(chat).not.toHaveProperty('blocked');
    expect(await anns.next('blockChanged')).toEqual({ userId: ben.id, blocked: true });
    expect(bens.all('blockChanged')).toEqual([]);

    expect((await ben.client.delete(`/user/block/${ann.id}`)).status, 'only one’s own').toBe(404);
    expect((await ann.client.delete(`/user/block/${ben.id}`)).status).toBe(200);
    expect((await ann.client.get('/user/blocked')).body.items).toEqual([]);
    expect((await ben.client.get(`/profile/${ann.id}`)).status).toBe(200);
    expect((await ben.client.get('/user/connections')).body.data).toEqual([]);
    expect((await ben.client.get(`/chat/${ann.id}`)).status, 'not connected').toBe(404);
    await befriend(ann, ben);
    const sent = await bens.ask('sendMessage', { targetUserId: ann.id, text: 'again' });
    expect(sent).toMatchObject({ ok: true, data: { seq: 2 } });
    expect((await ann.client.get(`/chat/${ben.id}`)).body.chat).not.toHaveProperty('closed');
  });

  it('is refused for the caller’s own id', async () => {
    expect((await block(ann)).status).toBe(409);
  });

  it('does not let somebody who was rejected ask again by blocking and taking it back', async () => {
    const project = await newProject(ben, { projectName: 'Bens' });
    const ask = (await ann.client.post(`/project/interest/${project}`, {})).body.data._id;
    await ben.client.post(`/project/interest/review/rejected/${ask}`);
    const asked = (await ann.client.post(`/request/interested/${ben.id}`)).body.data._id;
    await ben.client.post(`/request/review/rejected/${asked}`);
    await ben.client.post('/notifications/read', { all: true });
    await block(ben);
    await ann.client.delete(`/user/block/${ben.id}`);
    expect((await ann.client.post(`/request/interested/${ben.id}`)).status).toBe(200);
    expect((await ann.client.post(`/project/interest/${project}`, {})).status).toBe(409);
    expect((await ben.client.get('/user/request/received')).body.data).toEqual([]);
    expect((await ben.client.get('/notifications')).body.unread).toBe(0);
  });
});

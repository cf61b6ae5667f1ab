import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ClientToServerEvents } from '#shared/api/events.ts';
import { minute } from '#shared/durations.ts';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { picture as anyPicture } from '#tests/support/pictures.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
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

/** How Ben has lost Ann: her account is deleted, she blocks him, he blocks her, or each blocks the other. */
const worlds = ['gone', 'blocked', 'blocking', 'both'] as const;
type World = (typeof worlds)[number];
/** The relations that the two may have had before. */
const pasts = ['connected', 'rejected'] as const;
type Past = (typeof pasts)[number];

interface Attempt {
  path: string;
  body?: unknown;
  status: number;
}

const none = 'a'.repeat(24);

/**
 * Ben's answer to every call of the description that uses an id of Ann: once her account is gone, and byte for
 * byte the same once she blocks him. A call without a rule fails the first test. `own`: calls that concern nobody else.
 */
const rules: Readonly<Record<string, 'own' | ((network: Network, past: Past) => Attempt[])>> = {
  'POST /signup': 'own',
  'POST /leaving/return': 'own',
  'POST /login': 'own',
  'POST /signout': 'own',
  'POST /login/passkey/options': 'own',
  'POST /login/passkey': 'own',
  'POST /passkeys/options': 'own',
  'POST /passkeys': 'own',
  'GET /passkeys': 'own',
  'PATCH /passkeys/{id}': 'own',
  'DELETE /passkeys/{id}': 'own',
  'GET /totp': 'own',
  'POST /profile/confirm': 'own',
  'POST /totp/start': 'own',
  'POST /totp/confirm': 'own',
  'POST /totp/recovery-codes': 'own',
  'DELETE /totp': 'own',
  'GET /profile/view': 'own',
  'PATCH /profile/edit': 'own',
  'PATCH /profile/password': 'own',
  'GET /profile/sessions': 'own',
  'DELETE /profile/sessions': 'own',
  'GET /profile/history': 'own',
  'DELETE /profile/sessions/{id}': 'own',
  'DELETE /profile': 'own',
  'GET /push/key': 'own',
  'POST /push/subscription': 'own',
  'DELETE /push/subscription': 'own',
  'GET /profile/preferences': 'own',
  'PATCH /profile/preferences': 'own',
  'POST /media': 'own',
  // A picture's address is made from its content and is for everybody who knows it, without a session.
  'GET /media/{id}/{file}': 'own',
  'DELETE /media/{id}': 'own',
  // Public pages are for everybody, without a session: a block cannot hide them from a stranger.
  'GET /public/project/{projectId}': 'own',
  'GET /public/profile/{userId}': 'own',
  'GET /public/pages': 'own',
  'GET /skills': 'own',
  'POST /create-project': 'own',
  'GET /health': 'own',
  'GET /capabilities': 'own',
  'GET /openapi.json': 'own',
  'GET /profile/export': () => [{ path: '/profile/export', status: 200 }],
  'GET /profile/{userId}': ({ ann }) => [{ path: `/profile/${ann.id}`, status: 404 }],
  'GET /user/feed': () =>
    ['', '?order=newest', '?order=match', '?order=match&skill=Go', '?skill=Go&limit=1', '?limit=1'].map((query) => ({
      path: `/user/feed${query}`,
      status: 200,
    })),
  'POST /request/{status}/{userId}': ({ ann }) =>
    ['interested', 'ignored'].map((status) => ({ path: `/request/${status}/${ann.id}`, status: 404 })),
  'POST /request/review/{status}/{requestId}': ({ request }) =>
    ['accepted', 'rejected'].map((status) => ({ path: `/request/review/${status}/${request || none}`, status: 404 })),
  'DELETE /request/{requestId}': ({ request }) => [{ path: `/request/${request || none}`, status: 404 }],
  'GET /user/request/received': () => [{ path: '/user/request/received', status: 200 }],
  'GET /user/request/sent': () => [{ path: '/user/request/sent', status: 200 }],
  'GET /user/connections': () => [{ path: '/user/connections', status: 200 }],
  'DELETE /user/connections/{userId}': ({ ann }) => [{ path: `/user/connections/${ann.id}`, status: 404 }],
  'POST /user/block/{userId}': ({ ann }) => [{ path: `/user/block/${ann.id}`, status: 404 }],
  'DELETE /user/block/{userId}': ({ ann }) => [{ path: `/user/block/${ann.id}`, status: 404 }],
  'POST /user/mute/{userId}': ({ ann }) => [{ path: `/user/mute/${ann.id}`, status: 404 }],
  'DELETE /user/mute/{userId}': ({ ann }) => [{ path: `/user/mute/${ann.id}`, status: 404 }],
  'GET /user/muted': () => [{ path: '/user/muted', status: 200 }],
  'POST /user/muted-words': 'own',
  'DELETE /user/muted-words': 'own',
  // A message stays readable, so it can be reported; everything else of hers is not here any more.
  'POST /report': ({ ann, annsProject, message }, past) => [
    { path: '/report', body: { kind: 'person', id: ann.id, reason: 'spam' }, status: 404 },
    { path: '/report', body: { kind: 'project', id: annsProject, reason: 'spam' }, status: 404 },
    {
      path: '/report',
      body: { kind: 'message', id: message || none, reason: 'spam' },
      status: past === 'connected' ? 200 : 404,
    },
  ],
  'GET /reports': () => [{ path: '/reports', status: 200 }],
  // For moderators, from whom a block hides nothing: tests/upstream/moderation.test.ts.
  'GET /moderation/cases': 'own',
  'GET /moderation/cases/{id}': 'own',
  'POST /moderation/cases/{id}/actions': 'own',
  'POST /profile/warnings/{warningId}/acknowledge': 'own',
  'GET /user/blocked': () => [{ path: '/user/blocked', status: 200 }],
  'GET /myprojects': () => [{ path: '/myprojects', status: 200 }],
  'GET /myprojects/{userId}': ({ ann, cho }) =>
    [ann, cho].map(({ id }) => ({ path: `/myprojects/${id}`, status: 200 })),
  'GET /projects': () => ['', '?limit=1', '?limit=2'].map((query) => ({ path: `/projects${query}`, status: 200 })),
  'GET /projects/interested&accepted': () => [{ path: '/projects/interested&accepted', status: 200 }],
  'GET /project/view/{projectId}': ({ annsProject, bensProject, chosProject }) => [
    { path: `/project/view/${annsProject}`, status: 404 },
    { path: `/project/view/${bensProject}`, status: 200 },
    { path: `/project/view/${chosProject}`, status: 200 },
  ],
  'PATCH /project/edit/{projectId}': ({ annsProject }) => [
    { path: `/project/edit/${annsProject}`, body: { projectName: 'Mine' }, status: 404 },
  ],
  'DELETE /project/{projectId}': ({ annsProject }) => [{ path: `/project/${annsProject}`, status: 404 }],
  'POST /project/{projectId}/restore': ({ annsProject }) => [{ path: `/project/${annsProject}/restore`, status: 404 }],
  'GET /project/{projectId}/activity': ({ annsProject, bensProject }) => [
    { path: `/project/${annsProject}/activity`, status: 404 },
    { path: `/project/${bensProject}/activity`, status: 200 },
  ],
  'PATCH /project/{projectId}/member/{userId}': ({ ann, bensProject, annsProject }) => [
    { path: `/project/${bensProject}/member/${ann.id}`, body: { role: 'Design' }, status: 404 },
    { path: `/project/${annsProject}/member/${ann.id}`, body: { role: 'Design' }, status: 404 },
  ],
  'DELETE /project/{projectId}/member/{userId}': ({ ann, ben, bensProject, annsProject }) => [
    { path: `/project/${bensProject}/member/${ann.id}`, status: 404 },
    { path: `/project/${annsProject}/member/${ben.id}`, status: 404 },
  ],
  'POST /project/{projectId}/owner': ({ ann, bensProject, annsProject }) => [
    { path: `/project/${bensProject}/owner`, body: { userId: ann.id }, status: 404 },
    { path: `/project/${annsProject}/owner`, body: { userId: ann.id }, status: 404 },
  ],
  'DELETE /project/{projectId}/owner': ({ annsProject }) => [{ path: `/project/${annsProject}/owner`, status: 404 }],
  'POST /project/{projectId}/owner/accept': ({ annsProject }) => [
    { path: `/project/${annsProject}/owner/accept`, status: 404 },
  ],
  'POST /project/interest/{projectId}': ({ annsProject }) => [
    { path: `/project/interest/${annsProject}`, body: {}, status: 404 },
  ],
  'DELETE /project/interest/{projectId}': ({ annsProject }) => [
    { path: `/project/interest/${annsProject}`, status: 404 },
  ],
  'GET /project/interest/{projectId}': ({ bensProject, annsProject }) => [
    ...['interested', 'accepted', 'rejected'].map((status) => ({
      path: `/project/interest/${bensProject}?status=${status}`,
      status: 200,
    })),
    { path: `/project/interest/${annsProject}`, status: 404 },
  ],
  'POST /project/interest/review/{status}/{interestId}': ({ interest }) =>
    ['accepted', 'rejected'].map((status) => ({ path: `/project/interest/review/${status}/${interest}`, status: 404 })),
  'GET /search/people': ({ ann }) =>
    [`?q=${ann.firstName}`, '?q=tester', '?q=tester&limit=1', '?skill=Go', '?q=annq'].map((query) => ({
      path: `/search/people${query}`,
      status: 200,
    })),
  'GET /search/projects': () =>
    ['?q=project', '?q=project&limit=1', '?q=ann', '?skill=Go'].map((query) => ({
      path: `/search/projects${query}`,
      status: 200,
    })),
  'GET /chat/{userId}': ({ ann, message }, past) => [
    { path: `/chat/${ann.id}`, status: past === 'connected' ? 200 : 404 },
    { path: `/chat/${ann.id}?before=${message || none}`, status: past === 'connected' ? 200 : 404 },
  ],
  'GET /chats': () => [{ path: '/chats', status: 200 }],
  'POST /project/{projectId}/invite': ({ annsProject }) => [
    { path: `/project/${annsProject}/invite`, body: { days: 1, uses: 1 }, status: 404 },
  ],
  'GET /project/{projectId}/invite': ({ annsProject }) => [{ path: `/project/${annsProject}/invite`, status: 404 }],
  'DELETE /project/{projectId}/invite/{inviteId}': ({ annsProject }) => [
    { path: `/project/${annsProject}/invite/${none}`, status: 404 },
  ],
  // Whom a link takes in is in project-invites.test.ts.
  'POST /invite/look': 'own',
  'POST /invite/accept': 'own',
  'GET /project/{projectId}/update': ({ annsProject }) => [{ path: `/project/${annsProject}/update`, status: 404 }],
  'POST /project/{projectId}/update': ({ annsProject }) => [
    { path: `/project/${annsProject}/update`, body: { text: 'News' }, status: 404 },
  ],
  'DELETE /project/{projectId}/update/{updateId}': ({ annsProject }) => [
    { path: `/project/${annsProject}/update/${none}`, status: 404 },
  ],
  'PUT /project/{projectId}/follow': ({ annsProject }) => [{ path: `/project/${annsProject}/follow`, status: 404 }],
  'DELETE /project/{projectId}/follow': ({ annsProject }) => [{ path: `/project/${annsProject}/follow`, status: 200 }],
  'GET /user/updates': () => [{ path: '/user/updates', status: 200 }],
  // What two members with a block see in a room is in rooms.test.ts.
  'GET /room/{projectId}': ({ annsProject }) => [{ path: `/room/${annsProject}`, status: 404 }],
  'PUT /room/{projectId}/pin/{messageId}': ({ annsProject, message }) => [
    { path: `/room/${annsProject}/pin/${message || none}`, status: 404 },
  ],
  'DELETE /room/{projectId}/pin/{messageId}': ({ annsProject, message }) => [
    { path: `/room/${annsProject}/pin/${message || none}`, status: 404 },
  ],
  'PUT /room/{projectId}/mute': ({ annsProject }) => [{ path: `/room/${annsProject}/mute`, status: 404 }],
  'DELETE /room/{projectId}/mute': ({ annsProject }) => [{ path: `/room/${annsProject}/mute`, status: 404 }],
  'DELETE /room/{projectId}/unseen': ({ annsProject }) => [{ path: `/room/${annsProject}/unseen`, status: 404 }],
  'GET /search/messages': ({ ann }) =>
    ['?q=hello', '?q=helo', '?q=hello&limit=1', `?q=hel&with=${ann.id}`].map((query) => ({
      path: `/search/messages${query}`,
      status: 200,
    })),
  'POST /chat/picture': 'own',
  'GET /chat/picture/{id}/{file}': ({ picture }) => [
    { path: `/chat/picture/${picture || none}/card.webp`, status: 404 },
  ],
  'PATCH /message/{messageId}': ({ message, own }, past) =>
    [message, own].map((id) => ({
      path: `/message/${id || none}`,
      body: { text: 'other words' },
      status: past === 'connected' ? 403 : 404,
    })),
  'PUT /message/{messageId}/reaction/{emoji}': ({ message }, past) => [
    { path: `/message/${message || none}/reaction/%F0%9F%91%8D`, status: past === 'connected' ? 403 : 404 },
  ],
  'DELETE /message/{messageId}/reaction/{emoji}': ({ message }, past) => [
    { path: `/message/${message || none}/reaction/%F0%9F%91%8D`, status: past === 'connected' ? 200 : 404 },
  ],
  // One's own words can be taken back.
  'DELETE /message/{messageId}': ({ message, own }, past) => [
    { path: `/message/${message || none}`, status: past === 'connected' ? 403 : 404 },
    { path: `/message/${own || none}`, status: past === 'connected' ? 204 : 404 },
  ],
  'GET /notifications': () => [{ path: '/notifications', status: 200 }],
  'POST /notifications/read': () => [{ path: '/notifications/read', body: { all: true }, status: 200 }],
};

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
  let upstream: StartedUpstream | undefined;
  const sockets: ChatClient[] = [];
  let now = 0;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await upstream?.close();
    upstream = undefined;
  });

  async function connect(person: SignedUp): Promise<ChatClient> {
    const client = await connected(chatClient(upstream?.url ?? '', { cookie: person.client.cookieHeader }));
    sockets.push(client);
    return client;
  }

  /** The same people and things in every world, a minute apart. */
  async function build(past: Past): Promise<Network> {
    now = Date.parse('2026-01-01T00:00:00Z');
    upstream = await startUpstream({ engine, now: () => now, chat: { offlineAfterMs: 0 } });
    const people = [];
    for (const firstName of ['Ann', 'Ben', 'Cho', 'Dan']) {
      now += minute;
      people.push(await upstream.signUp({ firstName }));
    }
    const [ann, ben, cho, dan] = people;
    if (!ann || !ben || !cho || !dan) throw new Error('unreachable');
    for (const { client } of people) await client.patch('/profile/edit', { skills: ['Go'] });
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
      const socket = await connect(ann);
      const sent = await socket.ask('sendMessage', { targetUserId: ben.id, text: 'hello' });
      message = sent.ok ? sent.data._id : '';
      const headers = { 'content-type': 'image/png' };
      const upload = await ann.client.send('POST', '/chat/picture', undefined, { body: await anyPicture(), headers });
      picture = upload.body._id;
      const pictures = [{ url: upload.body.url, alt: 'A cat' }];
      expect(await socket.ask('sendMessage', { targetUserId: ben.id, text: '', pictures })).toMatchObject({ ok: true });
      const bens = await connect(ben);
      const answer = await bens.ask('sendMessage', { targetUserId: ann.id, text: 'hello', replyTo: message });
      own = answer.ok ? answer.data._id : '';
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
    if (world !== 'gone' && world !== 'blocking') await block(ann, ben, 200);
    if (world === 'blocking') await block(ben, ann, 200);
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
    const network = await build(past);
    const { ann, ben } = network;
    const bens = await connect(ben);
    const anns = await connect(ann);
    const watched = await bens.ask('presence', { userIds: [ann.id] });
    expect(watched).toEqual({ ok: true, data: { online: past === 'connected' ? [ann.id] : [] } });
    await part(world, network);
    if (past === 'connected') await bens.next('presence', (event) => event.userId === ann.id && !event.online);
    if (world === 'gone') await anns.closed();
    const named = namesOf(network);
    const seen: Record<string, unknown> = {};
    const caused: string[] = [];
    for (const name of causes) upstream?.events.on(name, () => void caused.push(name));
    for (const [operation, rule] of Object.entries(rules)) {
      if (rule === 'own' || (world === 'blocking' && operation.includes('/user/block/'))) continue;
      for (const { path, body, status } of rule(network, past)) {
        const reply = await ben.client.send(operation.split(' ')[0] ?? '', path, body);
        const cursor = reply.headers.get('x-next-cursor');
        const what = body === undefined || operation.includes('read') ? '' : ` ${named(JSON.stringify(body))}`;
        const key = `${operation.split(' ')[0]} ${named(path)}${what}`;
        if (world !== 'blocking') expect(reply.status, `${world}, ${past}: ${key}: ${reply.text}`).toBe(status);
        const next = cursor === null ? '' : named(Buffer.from(cursor, 'base64url').toString('utf8'));
        seen[key] = `${reply.status} ${next} ${named(reply.text)} ${caused.splice(0).join()}`;
      }
    }
    for (const [name, payloadOf] of Object.entries(eventRules)) {
      const answer = await bens.ask(name as keyof ClientToServerEvents, payloadOf(network));
      seen[`event ${name}`] = named(JSON.stringify(answer));
    }
    if (world === 'blocking') await bens.next('blockChanged');
    // Of the message that he has deleted. The event is read from the database after the reply to the call.
    if (past === 'connected') await bens.next('messageChanged');
    // News of what he has done before may come late, and are of no interest. What a call causes is compared with its reply.
    seen.heard = bens.heard
      .filter(({ name }) => name !== 'notification' && name !== 'notificationsRead')
      .map(({ name, payload = {} }) => `${name} ${named(JSON.stringify(payload))}`);
    return seen;
  }

  it('has a rule for every call of the description', async () => {
    upstream = await startUpstream({ engine });
    const { paths } = (await upstream.client().get('/openapi.json')).body;
    const operations = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(rules).toSorted()).toEqual(operations.toSorted());
  });

  it.each(pasts)('sees byte for byte what they see of an account that is gone: %s before', async (past) => {
    const gone = await walk('gone', past);
    expect(Object.keys(gone).length).toBeGreaterThan(40);
    await upstream?.close();
    for (const world of ['blocked', 'both'] as const) {
      const other = await walk(world, past);
      for (const [what, answer] of Object.entries(gone)) expect(other[what], `${world}: ${what}`).toEqual(answer);
      expect(Object.keys(other)).toEqual(Object.keys(gone));
      await upstream?.close();
    }
    upstream = undefined;
  });

  it.each(pasts)(
    'is as gone for the one who blocks, apart from the list, the chat and the news of it: %s before',
    async (past) => {
      const gone = await walk('gone', past);
      await upstream?.close();
      const own = await walk('blocking', past);
      upstream = undefined;
      const different = Object.keys(own).filter((what) => JSON.stringify(own[what]) !== JSON.stringify(gone[what]));
      const searches = ['hel&with=ann', 'hello', 'hello&limit=1', 'helo'].map((q) => `GET /search/messages?q=${q}`);
      const chat =
        past === 'connected'
          ? ['GET /chat/ann', 'GET /chat/ann?before=message', 'GET /chats', 'GET /reports', ...searches]
          : [];
      expect(Object.keys(own).length).toBeGreaterThan(40);
      expect(different.toSorted()).toEqual(['GET /profile/export', 'GET /user/blocked', 'heard', ...chat].toSorted());
    },
  );
});

await describeOnEachDatabase('blocking', (engine) => {
  let upstream: StartedUpstream;
  let ann: SignedUp;
  let ben: SignedUp;
  const sockets: ChatClient[] = [];
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => upstream.close());

  const block = (client: TestClient, { id }: SignedUp) => client.post(`/user/block/${id}`);
  async function connect(person: SignedUp): Promise<ChatClient> {
    const client = await connected(chatClient(upstream.url, { cookie: person.client.cookieHeader }));
    sockets.push(client);
    return client;
  }
  async function twoPeople(areConnected = true): Promise<void> {
    [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    if (!areConnected) return;
    await ann.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ann.id}`);
  }

  it('lists the people, leaves the chat to read, and is taken back without what it has ended', async () => {
    await twoPeople();
    const [anns, bens] = [await connect(ann), await connect(ben)];
    await bens.ask('sendMessage', { targetUserId: ann.id, text: 'once' });
    expect((await block(ann.client, ben)).body).toEqual({ message: 'They are blocked.' });
    expect((await block(ann.client, ben)).status, 'again').toBe(200);
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
    await ann.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ann.id}`);
    const sent = await bens.ask('sendMessage', { targetUserId: ann.id, text: 'again' });
    expect(sent).toMatchObject({ ok: true, data: { seq: 2 } });
    expect((await ann.client.get(`/chat/${ben.id}`)).body.chat).not.toHaveProperty('closed');
  });

  it('is refused for the caller’s own id and for an id without an account', async () => {
    await twoPeople(false);
    expect((await block(ann.client, ann)).status).toBe(409);
    expect((await ann.client.post(`/user/block/${none}`)).status).toBe(404);
    expect((await ann.client.post('/user/block/x')).status).toBe(404);
    expect((await upstream.client().post(`/user/block/${ann.id}`)).status).toBe(401);
    expect((await upstream.client().get('/user/blocked')).status).toBe(401);
  });

  it('does not let somebody who was rejected ask again by blocking and taking it back', async () => {
    await twoPeople(false);
    const project = (await ben.client.post('/create-project', { projectName: 'Bens' })).body.project._id;
    const ask = (await ann.client.post(`/project/interest/${project}`, {})).body.data._id;
    await ben.client.post(`/project/interest/review/rejected/${ask}`);
    const asked = (await ann.client.post(`/request/interested/${ben.id}`)).body.data._id;
    await ben.client.post(`/request/review/rejected/${asked}`);
    await ben.client.post('/notifications/read', { all: true });
    await block(ann.client, ben);
    await ann.client.delete(`/user/block/${ben.id}`);
    expect((await ann.client.post(`/request/interested/${ben.id}`)).status).toBe(200);
    expect((await ann.client.post(`/project/interest/${project}`, {})).status).toBe(409);
    expect((await ben.client.get('/user/request/received')).body.data).toEqual([]);
    expect((await ben.client.get('/notifications')).body.unread).toBe(0);
  });

  it('ends a message that is on its way: it is stored before the block, or never', { tags: ['once'] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      await twoPeople();
      const bens = await connect(ben);
      if (round % 2 === 0) await bens.ask('sendMessage', { targetUserId: ann.id, text: 'first' });
      const sent = Array.from({ length: 6 }, (_, i) =>
        bens.ask('sendMessage', { targetUserId: ann.id, text: `m${i}`, clientId: `m${i}` }),
      );
      const [blocked] = await Promise.all([block(ann.client, ben), ...sent]);
      expect(blocked.status).toBe(200);
      const count = async () => (await upstream.db.selectFrom('messages').select('id').execute()).length;
      const stored = await count();
      expect(await bens.ask('sendMessage', { targetUserId: ann.id, text: 'm0', clientId: 'm0' })).toMatchObject({
        ok: false,
        error: { code: 'not_connected' },
      });
      expect(await count()).toBe(stored);
      expect((await ann.client.get('/notifications')).body).toMatchObject({ items: [], unread: 0 });
      expect((await ann.client.get('/chats')).body).toMatchObject({ unreadTotal: 0 });
      bens.close();
    }
  });

  it('wins over everything that connects the two at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await twoPeople(false);
      const project = (await ann.client.post('/create-project', { projectName: 'Hers' })).body.project._id;
      const { _id: interest } = (await ben.client.post(`/project/interest/${project}`, {})).body.data;
      const { _id: request } = (await ben.client.post(`/request/interested/${ann.id}`)).body.data;
      const actions = [
        () => ann.client.post(`/request/review/accepted/${request}`),
        () => ann.client.post(`/project/interest/review/accepted/${interest}`),
        () => ann.client.post(`/request/interested/${ben.id}`),
        () => ben.client.post(`/project/interest/${project}`, {}),
      ];
      const [blocked] = await Promise.all([
        block(round % 2 ? ann.client : ben.client, round % 2 ? ben : ann),
        ...actions.map((act) => act()),
      ]);
      expect(blocked?.status).toBe(200);
      const ids = [ann.id, ben.id];
      expect(await storedRelations(upstream.db, ids)).toEqual([]);
      const asks = upstream.db.selectFrom('project_interests').select('id').where('user_id', 'in', ids);
      expect(await asks.execute()).toEqual([]);
      for (const { client } of [ann, ben]) {
        expect((await client.get('/notifications')).body.items).toEqual([]);
        expect((await client.get('/user/connections')).body.data).toEqual([]);
      }
    }
  });

  it('counts for both who block each other at once, and ends with the second who takes it back', async () => {
    for (let round = 0; round < 5; round += 1) {
      await twoPeople();
      const replies = await Promise.all([block(ann.client, ben), block(ben.client, ann)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const rows = await upstream.db
        .selectFrom('blocks')
        .where('blocker_id', 'in', [ann.id, ben.id])
        .selectAll()
        .execute();
      expect(rows).toHaveLength(2);
      for (const [one, other] of [
        [ann, ben],
        [ben, ann],
      ] as const) {
        expect((await one.client.get('/user/blocked')).body.items).toEqual([]);
        expect((await one.client.get(`/profile/${other.id}`)).status).toBe(404);
      }
      expect((await ann.client.delete(`/user/block/${ben.id}`)).status).toBe(404);
      expect((await ben.client.get('/user/blocked')).body.items).toMatchObject([{ user: { _id: ann.id } }]);
      expect((await ann.client.get(`/profile/${ben.id}`)).status).toBe(404);
      expect((await ben.client.delete(`/user/block/${ann.id}`)).status).toBe(200);
      expect((await ann.client.get(`/profile/${ben.id}`)).status).toBe(200);
    }
  });
});

// @module-tag once
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { picture } from '#tests/support/pictures.ts';
import { SoftAuthenticator } from '#tests/support/soft-authenticator.ts';
import { type SignedUp, type StartedUpstream, startUpstream, testPassword } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

/** The ids of two people's things, as a third person may have learnt them. */
interface Ids {
  adaId: string;
  benId: string;
  requestId: string;
  rejectedId: string;
  projectId: string;
  interestId: string;
  inviteId: string;
  updateId: string;
  sessionId: string;
  notificationId: string;
  messageId: string;
  mediaId: string;
  /** Of a picture that was sent, and of one that was not yet. */
  pictureIds: string[];
  passkeyId: string;
}

interface Attempt {
  path: string;
  body?: unknown;
  status: number;
}

/**
 * The answer to a third person who uses the ids of others, for every call that takes one. A new call without a rule here
 * fails the first test.
 */
const rules: Readonly<Record<string, (ids: Ids) => Attempt[]>> = {
  'GET /profile/{userId}': ({ adaId }) => [{ path: `/profile/${adaId}`, status: 200 }],
  'DELETE /profile/sessions/{id}': ({ sessionId }) => [{ path: `/profile/sessions/${sessionId}`, status: 404 }],
  'PATCH /passkeys/{id}': ({ passkeyId }) => [{ path: `/passkeys/${passkeyId}`, body: { name: 'Mine' }, status: 404 }],
  'DELETE /passkeys/{id}': ({ passkeyId }) => [{ path: `/passkeys/${passkeyId}`, status: 404 }],
  'POST /request/{status}/{userId}': ({ adaId, requestId }) => [
    { path: `/request/ignored/${adaId}`, status: 200 },
    { path: `/request/interested/${requestId}`, status: 404 },
  ],
  'POST /request/review/{status}/{requestId}': ({ requestId, rejectedId }) =>
    ['accepted', 'rejected'].flatMap((status) =>
      [requestId, rejectedId].map((id) => ({ path: `/request/review/${status}/${id}`, status: 404 })),
    ),
  'DELETE /request/{requestId}': ({ requestId, rejectedId }) =>
    [requestId, rejectedId].map((id) => ({ path: `/request/${id}`, status: 404 })),
  'DELETE /user/connections/{userId}': ({ adaId }) => [{ path: `/user/connections/${adaId}`, status: 404 }],
  'POST /user/block/{userId}': ({ requestId }) => [{ path: `/user/block/${requestId}`, status: 404 }],
  'DELETE /user/block/{userId}': ({ adaId }) => [{ path: `/user/block/${adaId}`, status: 404 }],
  'POST /user/mute/{userId}': ({ requestId }) => [{ path: `/user/mute/${requestId}`, status: 404 }],
  'DELETE /user/mute/{userId}': ({ adaId }) => [{ path: `/user/mute/${adaId}`, status: 404 }],
  // For everybody but a moderator, no such call is there.
  'POST /moderation/cases/{id}/actions': ({ adaId }) => [
    { path: `/moderation/cases/${adaId}/actions`, body: { action: 'dismiss' }, status: 404 },
  ],
  'POST /profile/warnings/{warningId}/acknowledge': ({ adaId }) => [
    { path: `/profile/warnings/${adaId}/acknowledge`, status: 404 },
  ],
  'GET /moderation/cases/{id}': ({ adaId }) => [{ path: `/moderation/cases/${adaId}`, status: 404 }],
  'GET /myprojects/{userId}': ({ adaId }) => [{ path: `/myprojects/${adaId}`, status: 200 }],
  'GET /project/view/{projectId}': ({ projectId }) => [{ path: `/project/view/${projectId}`, status: 200 }],
  'PATCH /project/edit/{projectId}': ({ projectId }) => [
    { path: `/project/edit/${projectId}`, body: { projectName: 'Mine' }, status: 404 },
  ],
  'DELETE /project/{projectId}': ({ projectId }) => [{ path: `/project/${projectId}`, status: 404 }],
  'POST /project/{projectId}/restore': ({ projectId }) => [{ path: `/project/${projectId}/restore`, status: 404 }],
  'GET /project/{projectId}/activity': ({ projectId }) => [{ path: `/project/${projectId}/activity`, status: 200 }],
  'POST /project/{projectId}/invite': ({ projectId }) => [
    { path: `/project/${projectId}/invite`, body: { days: 1, uses: 1 }, status: 404 },
  ],
  'GET /project/{projectId}/invite': ({ projectId }) => [{ path: `/project/${projectId}/invite`, status: 404 }],
  'DELETE /project/{projectId}/invite/{inviteId}': ({ projectId, inviteId }) => [
    { path: `/project/${projectId}/invite/${inviteId}`, status: 404 },
  ],
  'GET /project/{projectId}/update': ({ projectId }) => [{ path: `/project/${projectId}/update`, status: 200 }],
  'POST /project/{projectId}/update': ({ projectId }) => [
    { path: `/project/${projectId}/update`, body: { text: 'mine' }, status: 404 },
  ],
  'DELETE /project/{projectId}/update/{updateId}': ({ projectId, updateId }) => [
    { path: `/project/${projectId}/update/${updateId}`, status: 404 },
  ],
  'PUT /project/{projectId}/follow': ({ projectId }) => [{ path: `/project/${projectId}/follow`, status: 200 }],
  'DELETE /project/{projectId}/follow': ({ projectId }) => [{ path: `/project/${projectId}/follow`, status: 200 }],
  'PATCH /project/{projectId}/member/{userId}': ({ projectId, adaId }) => [
    { path: `/project/${projectId}/member/${adaId}`, body: { role: 'Boss' }, status: 404 },
  ],
  'DELETE /project/{projectId}/member/{userId}': ({ projectId, adaId }) => [
    { path: `/project/${projectId}/member/${adaId}`, status: 404 },
  ],
  'POST /project/{projectId}/owner': ({ projectId, adaId }) => [
    { path: `/project/${projectId}/owner`, body: { userId: adaId }, status: 404 },
  ],
  'DELETE /project/{projectId}/owner': ({ projectId }) => [{ path: `/project/${projectId}/owner`, status: 404 }],
  'POST /project/{projectId}/owner/accept': ({ projectId }) => [
    { path: `/project/${projectId}/owner/accept`, status: 404 },
  ],
  'GET /room/{projectId}': ({ projectId }) => [{ path: `/room/${projectId}`, status: 404 }],
  'PUT /room/{projectId}/pin/{messageId}': ({ projectId, messageId }) => [
    { path: `/room/${projectId}/pin/${messageId}`, status: 404 },
  ],
  'DELETE /room/{projectId}/pin/{messageId}': ({ projectId, messageId }) => [
    { path: `/room/${projectId}/pin/${messageId}`, status: 404 },
  ],
  'PUT /room/{projectId}/mute': ({ projectId }) => [{ path: `/room/${projectId}/mute`, status: 404 }],
  'DELETE /room/{projectId}/mute': ({ projectId }) => [{ path: `/room/${projectId}/mute`, status: 404 }],
  'DELETE /room/{projectId}/unseen': ({ projectId }) => [{ path: `/room/${projectId}/unseen`, status: 404 }],
  'POST /project/interest/{projectId}': ({ requestId }) => [
    { path: `/project/interest/${requestId}`, body: {}, status: 404 },
  ],
  'DELETE /project/interest/{projectId}': ({ projectId }) => [{ path: `/project/interest/${projectId}`, status: 404 }],
  'GET /project/interest/{projectId}': ({ projectId }) => [{ path: `/project/interest/${projectId}`, status: 404 }],
  'POST /project/interest/review/{status}/{interestId}': ({ interestId }) =>
    ['accepted', 'rejected'].map((status) => ({
      path: `/project/interest/review/${status}/${interestId}`,
      status: 404,
    })),
  'GET /public/project/{projectId}': ({ projectId }) => [{ path: `/public/project/${projectId}`, status: 404 }],
  'GET /public/profile/{userId}': ({ adaId }) => [{ path: `/public/profile/${adaId}`, status: 404 }],
  'GET /media/{id}/{file}': ({ mediaId }) => [{ path: `/media/${mediaId}/card.webp`, status: 200 }],
  'DELETE /media/{id}': ({ mediaId }) => [{ path: `/media/${mediaId}`, status: 404 }],
  'GET /chat/{userId}': ({ adaId, messageId }) => [
    { path: `/chat/${adaId}`, status: 404 },
    { path: `/chat/${adaId}?before=${messageId}`, status: 404 },
  ],
  'GET /chat/picture/{id}/{file}': ({ pictureIds }) =>
    pictureIds.map((id) => ({ path: `/chat/picture/${id}/card.webp`, status: 404 })),
  'PATCH /message/{messageId}': ({ messageId }) => [
    { path: `/message/${messageId}`, body: { text: 'mine' }, status: 404 },
  ],
  'DELETE /message/{messageId}': ({ messageId }) => [{ path: `/message/${messageId}`, status: 404 }],
  'PUT /message/{messageId}/reaction/{emoji}': ({ messageId }) => [
    { path: `/message/${messageId}/reaction/%F0%9F%91%8D`, status: 404 },
  ],
  'DELETE /message/{messageId}/reaction/{emoji}': ({ messageId }) => [
    { path: `/message/${messageId}/reaction/%F0%9F%91%8D`, status: 404 },
  ],
};

/** Calls that take ids in their body, beside those with one in their path. */
const inBodies: Readonly<Record<string, (ids: Ids) => Attempt[]>> = {
  'POST /report': ({ messageId }) => [
    { path: '/report', body: { kind: 'message', id: messageId, reason: 'spam' }, status: 404 },
  ],
  'GET /search/messages': ({ adaId, projectId }) => [
    { path: '/search/messages?q=between', status: 200 },
    { path: `/search/messages?q=between&with=${adaId}`, status: 200 },
    { path: `/search/messages?q=between&room=${projectId}`, status: 404 },
  ],
  'POST /notifications/read': ({ notificationId }) => [
    { path: '/notifications/read', body: { ids: [notificationId] }, status: 200 },
  ],
};

await describeOnEachDatabase('somebody with the ids of other people’s things', (engine) => {
  let upstream: StartedUpstream;
  let ids: Ids;
  let eve: SignedUp;
  let people: [SignedUp, SignedUp];
  let operations: string[];
  const open: ChatClient[] = [];

  beforeAll(async () => {
    upstream = await startUpstream({
      engine,
      behindGateway: true,
      env: { MAIL_URL: engine === 'sqlite' ? '' : 'none' },
    });
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    people = [ada, ben];
    eve = await upstream.signUp({ firstName: 'Eve' });
    const { paths } = (await eve.client.get('/openapi.json')).body;
    operations = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    ids = await things(ada, ben, cho);
  });
  afterAll(async () => {
    for (const client of open.splice(0)) client.close();
    await upstream.close();
  });

  /** Ada and Ben are connected and have written; Ada has a request, a project with an ask, a session. */
  async function things(ada: SignedUp, ben: SignedUp, cho: SignedUp): Promise<Ids> {
    await ada.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ada.id}`);
    const rejected = (await cho.client.post(`/request/interested/${ben.id}`)).body.data._id;
    await ben.client.post(`/request/review/rejected/${rejected}`);
    const socket = await connect(ada);
    const sent = await socket.ask('sendMessage', { targetUserId: ben.id, text: 'between us' });
    const headers = { 'content-type': 'image/png' };
    const upload = await ada.client.send('POST', '/media', undefined, { body: await picture(), headers });
    const [shown, waiting] = [await chatPicture(ada), await chatPicture(ada)];
    await socket.ask('sendMessage', { targetUserId: ben.id, text: '', pictures: [{ url: shown.url }] });
    const project = (await ada.client.post('/create-project', { projectName: 'Ours' })).body.project;
    const toMake = (await ada.client.post('/passkeys/options')).body;
    return {
      adaId: ada.id,
      benId: ben.id,
      requestId: (await cho.client.post(`/request/interested/${ada.id}`)).body.data._id,
      rejectedId: rejected,
      projectId: project._id,
      interestId: (await ben.client.post(`/project/interest/${project._id}`, {})).body.data._id,
      inviteId: (await ada.client.post(`/project/${project._id}/invite`, { days: 1, uses: 1 })).body._id,
      updateId: (await ada.client.post(`/project/${project._id}/update`, { text: 'News' })).body._id,
      sessionId: (await ada.client.get('/profile/sessions')).body.items[0]._id,
      notificationId: (await ada.client.get('/notifications')).body.items[0]._id,
      passkeyId: (await ada.client.post('/passkeys', { response: new SoftAuthenticator().create(toMake) })).body._id,
      messageId: sent.ok ? sent.data._id : '',
      mediaId: upload.body._id,
      pictureIds: [shown._id, waiting._id],
    };
  }

  async function chatPicture({ client }: SignedUp): Promise<{ _id: string; url: string }> {
    const headers = { 'content-type': 'image/png' };
    return (await client.send('POST', '/chat/picture', undefined, { body: await picture(), headers })).body;
  }

  async function connect(person: SignedUp): Promise<ChatClient> {
    const client = await connected(chatClient(upstream.url, { cookie: person.client.cookieHeader }));
    open.push(client);
    return client;
  }

  /** Everything the two see of their own things. */
  async function everythingOfTheirs(): Promise<string[]> {
    const texts: string[] = [];
    for (const { client } of people)
      for (const path of [
        '/profile/view',
        '/user/request/received',
        '/user/request/sent',
        '/user/connections',
        '/myprojects',
        `/project/interest/${ids.projectId}`,
        `/project/${ids.projectId}/invite`,
        `/project/${ids.projectId}/update`,
        '/chats',
        `/chat/${ids.adaId}`,
        `/chat/${ids.benId}`,
        '/notifications',
        '/profile/sessions',
        '/passkeys',
        '/totp',
        '/profile/history',
      ])
        texts.push((await client.get(path)).text.replace(/"(lastSeenAt|requestId)":"[^"]+"/g, ''));
    return texts;
  }

  it('has a rule for every call that takes an id', () => {
    const withIds = operations.filter((operation) => /\{(id|\w+Id)\}/.test(operation));
    expect(withIds.length).toBeGreaterThan(10);
    expect(Object.keys(rules).toSorted()).toEqual(withIds.toSorted());
    for (const operation of Object.keys(inBodies)) expect(operations).toContain(operation);
  });

  it('changes nothing of theirs, and reads nothing that is not for everybody', async () => {
    const before = await everythingOfTheirs();
    for (const [operation, attempts] of Object.entries({ ...rules, ...inBodies }))
      for (const { path, body, status } of attempts(ids)) {
        const reply = await eve.client.send(operation.split(' ')[0] ?? '', path, body);
        expect(reply.status, `${operation}: ${reply.text}`).toBe(status);
        expect(reply.text, operation).not.toContain('between us');
      }
    expect(await everythingOfTheirs()).toEqual(before);
  });

  it('is told nothing over a socket, and changes nothing', async () => {
    const before = await everythingOfTheirs();
    const socket = await connect(eve);
    const { adaId, benId, messageId } = ids;
    expect(await socket.ask('joinChat', { targetUserId: adaId, userId: benId })).toMatchObject({ ok: false });
    expect(await socket.ask('sendMessage', { targetUserId: adaId, userId: benId, text: 'as Ben' })).toMatchObject({
      ok: false,
      error: { code: 'not_connected' },
    });
    const pictures = ids.pictureIds.map((id) => ({ url: `/api/chat/picture/${id}/card.webp` }));
    for (const part of [{ replyTo: messageId }, { pictures }])
      expect(await socket.ask('sendMessage', { targetUserId: adaId, text: 'mine', ...part })).toMatchObject({
        ok: false,
      });
    expect(await socket.ask('typing', { targetUserId: adaId, typing: true })).toMatchObject({ ok: false });
    expect(await socket.ask('messagesRead', { targetUserId: adaId, messageId })).toMatchObject({ ok: false });
    expect(await socket.ask('presence', { userIds: [adaId, benId] })).toEqual({ ok: true, data: { online: [] } });
    const theirs = await connect(people[0]);
    await theirs.ask('sendMessage', { targetUserId: benId, text: 'still between us' });
    expect(await everythingOfTheirs()).not.toEqual(before);
    expect(socket.heard).toEqual([]);
  });
});

await describeOnEachDatabase('the actions of a person who is gone', (engine) => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ engine, behindGateway: true });
  });
  afterAll(() => upstream.close());

  it('cannot be replayed after the account is deleted, over HTTP or an open socket', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    await ada.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ada.id}`);
    const before = ben.client.copy();
    const socket = await connected(chatClient(upstream.url, { cookie: before.cookieHeader }));
    const listening = await connected(chatClient(upstream.url, { cookie: ada.client.cookieHeader }));
    const closed = socket.closed();
    await ben.client.delete('/profile', { password: testPassword });
    await closed;
    const { paths } = (await before.get('/openapi.json')).body;
    for (const [path, methods] of Object.entries<Record<string, { security: object[] }>>(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        if (security.length === 0) continue;
        const filled = path
          .replace('{userId}', ada.id)
          .replace('{status}', path.includes('review') ? 'accepted' : 'interested')
          .replace(/\{\w+\}/, 'a'.repeat(24));
        const reply = await before.send(method.toUpperCase(), filled, method === 'get' ? undefined : {});
        expect(reply.status, `${method} ${filled}`).toBe(401);
      }
    await expect(
      connected(chatClient(upstream.url, { cookie: before.cookieHeader })),
      'a new handshake',
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await ada.client.get('/user/request/received')).body.data).toEqual([]);
    expect(listening.all('messageReceived')).toEqual([]);
    listening.close();
  });

  it('cannot be replayed after a withdrawal or a disconnect', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    const { _id } = (await ben.client.post(`/request/interested/${ada.id}`)).body.data;
    await ben.client.delete(`/request/${_id}`);
    expect((await ada.client.post(`/request/review/accepted/${_id}`)).status).toBe(404);
    expect((await ben.client.delete(`/request/${_id}`)).status).toBe(404);
    const second = (await ada.client.post(`/request/interested/${ben.id}`)).body.data;
    await ben.client.post(`/request/review/accepted/${second._id}`);
    const socket = await connected(chatClient(upstream.url, { cookie: ben.client.cookieHeader }));
    const sent = await socket.ask('sendMessage', { targetUserId: ada.id, text: 'while connected', clientId: 'once' });
    const messageId = sent.ok ? sent.data._id : '';
    await ada.client.delete(`/user/connections/${ben.id}`);
    for (const [event, payload] of [
      ['sendMessage', { targetUserId: ada.id, text: 'while connected', clientId: 'once' }],
      ['sendMessage', { targetUserId: ada.id, text: 'after' }],
      ['typing', { targetUserId: ada.id, typing: true }],
      ['messagesRead', { targetUserId: ada.id, messageId }],
      ['joinChat', { targetUserId: ada.id }],
    ] as const)
      expect(await socket.ask(event, payload), event).toMatchObject({ ok: false, error: { code: 'not_connected' } });
    expect((await ada.client.post(`/request/review/accepted/${second._id}`)).status).toBe(404);
    expect((await ben.client.post(`/request/review/accepted/${second._id}`)).status).toBe(404);
    expect((await ben.client.get(`/chat/${ada.id}`)).status).toBe(404);
    expect((await ada.client.get('/chats')).body.items).toEqual([]);
    socket.close();
  });
});

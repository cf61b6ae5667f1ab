// @module-tag once
import { afterAll, beforeAll, expect, it } from 'vitest';
import { befriend, sendMessage, upload } from '#tests/support/acts.ts';
import { bodyOf, type Operation, operationsOf, pathsOf } from '#tests/support/operations.ts';
import { addPasskey } from '#tests/support/soft-authenticator.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

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

/** Calls that anybody may make to anybody: here with an id of something else. */
const toAnybody = [
  'POST /request/{status}/{userId}',
  'POST /user/block/{userId}',
  'POST /user/mute/{userId}',
  'POST /project/interest/{projectId}',
];

/** Calls about what everybody may see, and those that change only what is one's own. */
const isOpen =
  /^(GET \/(profile|myprojects|media)\/|GET \/project\/view\/|GET \/project\/\w+\/(activity|update)$|(PUT|DELETE) \/project\/\w+\/follow$)/;

const nobody = 'f'.repeat(24);
/** Malformed ids and that of nothing. */
const wrongIds = ['nonsense', '%F0', nobody];
const isNothing = new RegExp(`/(${wrongIds.join('|')})(/|$)`);
/** Calls that find nothing without saying so. */
const isSilent = new RegExp(`^(GET /myprojects/${nobody}|DELETE /project/${nobody}/follow)$`);

/** The call with the ids of other people's things, which answers 404 where it is not open to everybody, and with wrong ones. */
function attemptsOf(operation: Operation, ids: Ids): Attempt[] {
  const { adaId, projectId, requestId, rejectedId, messageId, mediaId } = ids;
  const isToAnybody = toAnybody.includes(operation.name);
  const paths = pathsOf(operation, {
    userId: [isToAnybody ? requestId : adaId, ...wrongIds],
    projectId: [isToAnybody ? requestId : projectId, ...wrongIds],
    requestId: [requestId, rejectedId, ...wrongIds],
    interestId: [ids.interestId, ...wrongIds],
    inviteId: [ids.inviteId],
    updateId: [ids.updateId],
    messageId: [messageId, ...wrongIds],
    warningId: [adaId],
    emoji: ['%F0%9F%91%8D'],
    id: [
      ...(operation.path.startsWith('/media/') ? [mediaId] : [ids.sessionId, ids.passkeyId, ...ids.pictureIds, adaId]),
      ...wrongIds,
    ],
  });
  return paths.map((path) => {
    const call = `${operation.method} ${path}`;
    const isAnswered = isSilent.test(call) || (isOpen.test(call) && !isNothing.test(path));
    return { path, body: bodyOf(operation, adaId), status: isAnswered ? 200 : 404 };
  });
}

/** Calls that take ids in their body or query, or tell more with a query. */
const further: Readonly<Record<string, (ids: Ids) => Attempt[]>> = {
  'POST /report': ({ messageId }) => [
    { path: '/report', body: { kind: 'message', id: messageId, reason: 'spam' }, status: 404 },
  ],
  'GET /search/messages': ({ adaId, projectId }) => [
    { path: '/search/messages?q=between', status: 200 },
    { path: `/search/messages?q=between&with=${adaId}`, status: 200 },
    { path: `/search/messages?q=between&room=${projectId}`, status: 404 },
  ],
  'GET /chat/{userId}': ({ adaId, messageId }) => [{ path: `/chat/${adaId}?before=${messageId}`, status: 404 }],
  'POST /request/{status}/{userId}': ({ adaId }) => [{ path: `/request/ignored/${adaId}`, status: 200 }],
  'POST /notifications/read': ({ notificationId }) => [
    { path: '/notifications/read', body: { ids: [notificationId] }, status: 200 },
  ],
};

await describeOnEachDatabase('somebody with the ids of other people’s things', (engine) => {
  let upstream: StartedUpstream;
  let ids: Ids;
  let eve: SignedUp;
  let people: [SignedUp, SignedUp];
  let operations: Operation[];

  beforeAll(async () => {
    upstream = await startUpstream({
      engine,
      behindGateway: true,
      env: { MAIL_URL: engine === 'sqlite' ? '' : 'none' },
      chat: { offlineAfterMs: 0 },
    });
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    people = [ada, ben];
    eve = await upstream.signUp({ firstName: 'Eve' });
    operations = await operationsOf(eve.client);
    ids = await things(ada, ben, cho);
  });
  afterAll(() => upstream.close());

  /** Ada and Ben are connected and have written; Ada has a request, a project with an ask, a session. */
  async function things(ada: SignedUp, ben: SignedUp, cho: SignedUp): Promise<Ids> {
    await befriend(ada, ben);
    const rejected = (await cho.client.post(`/request/interested/${ben.id}`)).body.data._id;
    await ben.client.post(`/request/review/rejected/${rejected}`);
    const socket = await upstream.connect(ada);
    const messageId = await sendMessage(socket, { targetUserId: ben.id, text: 'between us' });
    const { _id: mediaId } = (await upload(ada)).body;
    const [shown, waiting] = [await inChat(ada), await inChat(ada)];
    await socket.ask('sendMessage', { targetUserId: ben.id, text: '', pictures: [{ url: shown.url }] });
    socket.close();
    const project = (await ada.client.post('/create-project', { projectName: 'Ours' })).body.project;
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
      passkeyId: (await addPasskey(ada)).reply.body._id,
      messageId,
      mediaId,
      pictureIds: [shown._id, waiting._id],
    };
  }

  const inChat = async (person: SignedUp) => (await upload(person, { to: '/chat/picture' })).body;

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

  it('changes nothing of theirs, and reads nothing that is not for everybody', async () => {
    const before = await everythingOfTheirs();
    for (const operation of operations) {
      const withIds = /\{(id|\w+Id)\}/.test(operation.path) ? attemptsOf(operation, ids) : [];
      for (const { path, body, status } of [...withIds, ...(further[operation.name]?.(ids) ?? [])]) {
        const reply = await eve.client.send(operation.method, path, body);
        expect(reply.status, `${operation.name}: ${reply.text}`).toBe(status);
        expect(reply.text, operation.name).not.toContain('between us');
      }
    }
    expect(await everythingOfTheirs()).toEqual(before);
  });

  it('is told nothing over a socket, and changes nothing', async () => {
    const before = await everythingOfTheirs();
    const socket = await upstream.connect(eve);
    const { adaId, benId, messageId } = ids;
    for (const targetUserId of [adaId, eve.id, nobody, 'nonsense'])
      for (const [event, payload] of [
        ['joinChat', { userId: benId }],
        ['sendMessage', { userId: benId, text: 'as Ben' }],
        ['typing', { typing: true }],
        ['messagesRead', { messageId }],
      ] as const)
        expect(await socket.ask(event, { targetUserId, ...payload }), `${event} ${targetUserId}`).toMatchObject({
          ok: false,
          error: { code: 'not_connected' },
        });
    const pictures = ids.pictureIds.map((id) => ({ url: `/api/chat/picture/${id}/card.webp` }));
    for (const part of [{ replyTo: messageId }, { pictures }])
      expect(await socket.ask('sendMessage', { targetUserId: adaId, text: 'mine', ...part })).toMatchObject({
        ok: false,
      });
    expect(await socket.ask('presence', { userIds: [adaId, benId] })).toEqual({ ok: true, data: { online: [] } });
    expect(await everythingOfTheirs()).toEqual(before);
    const [adas, bens] = [await upstream.connect(people[0]), await upstream.connect(people[1])];
    for (const typing of [true, false]) await adas.ask('typing', { targetUserId: benId, typing });
    await adas.ask('sendMessage', { targetUserId: benId, text: 'still between us' });
    const { _id } = await bens.next('messageReceived');
    expect(bens.all('typing')).toEqual([true, false].map((typing) => ({ userId: adaId, typing })));
    await bens.ask('messagesRead', { targetUserId: adaId, messageId: _id ?? '' });
    await adas.next('messagesRead');
    await bens.ask('presence', { userIds: [adaId] });
    adas.close();
    await bens.next('presence', ({ online }) => !online);
    // Once this reply arrives, every event sent to the listener before it has arrived.
    await socket.ask('presence', { userIds: [] });
    expect(socket.heard).toEqual([]);
    bens.close();
  });
});

await describeOnEachDatabase('the actions of a person', (engine) => {
  const upstream = useUpstream({ engine });

  it('cannot be replayed after a disconnect', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    const { _id } = (await ada.client.post(`/request/interested/${ben.id}`)).body.data;
    await ben.client.post(`/request/review/accepted/${_id}`);
    const socket = await upstream.connect(ben);
    const message = { targetUserId: ada.id, text: 'while connected', clientId: 'once' };
    const messageId = await sendMessage(socket, message);
    await ada.client.delete(`/user/connections/${ben.id}`);
    for (const [event, payload] of [
      ['sendMessage', message],
      ['messagesRead', { targetUserId: ada.id, messageId }],
    ] as const)
      expect(await socket.ask(event, payload), event).toMatchObject({ ok: false, error: { code: 'not_connected' } });
    expect((await ben.client.post(`/request/review/accepted/${_id}`)).status).toBe(404);
    expect((await ben.client.get(`/chat/${ada.id}`)).status, 'what was said is not read any more').toBe(404);
    socket.close();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { befriend } from '#tests/support/acts.ts';
import { type ChatClient, type ChatClientOptions, chatClient, connected } from '#tests/support/chat-client.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

const open: ChatClient[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

async function connect(upstream: StartedUpstream, person: SignedUp, more: ChatClientOptions = {}): Promise<ChatClient> {
  const client = chatClient(upstream.url, { cookie: person.client.cookieHeader, ...more });
  open.push(client);
  return connected(client);
}

await describeOnEachDatabase('live chat', (engine) => {
  let upstream: StartedUpstream;
  let ada: SignedUp;
  let ben: SignedUp;
  let eve: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({
      engine,
      chat: { offlineAfterMs: 0, messageRate: { burst: 1000, perSecond: 1000 } },
    });
    [ada, ben, eve] = await Promise.all([
      upstream.signUp({ firstName: 'Ada' }),
      upstream.signUp({ firstName: 'Ben' }),
      upstream.signUp({ firstName: 'Eve' }),
    ]);
    await befriend(ada, ben);
  });
  /** Friends of their own for a test of presence: the sockets of an earlier test may be going offline still. */
  async function newFriends(): Promise<[SignedUp, SignedUp]> {
    const friends = await Promise.all([upstream.signUp({ firstName: 'Fay' }), upstream.signUp({ firstName: 'Gil' })]);
    await befriend(...friends);
    return friends;
  }
  afterAll(() => upstream.close());

  it('stores and acknowledges a message, and sends it to every tab of both people', async () => {
    const [a1, a2, b1, b2] = await Promise.all([
      connect(upstream, ada),
      connect(upstream, ada),
      connect(upstream, ben),
      connect(upstream, ben),
    ]);
    const answer = await a1.ask('sendMessage', { targetUserId: ben.id, text: 'Hello Ben', clientId: 'first' });
    expect(answer).toMatchObject({ ok: true, data: { _id: expect.any(String), clientId: 'first' } });
    if (!answer.ok) return;
    const common = {
      _id: answer.data._id,
      seq: answer.data.seq,
      createdAt: answer.data.createdAt,
      text: 'Hello Ben',
      senderId: ada.id,
      firstName: 'Ada',
      lastName: 'Tester',
    };
    for (const client of [a1, a2])
      expect(await client.next('messageReceived')).toEqual({ ...common, peerId: ben.id, clientId: 'first' });
    for (const client of [b1, b2]) expect(await client.next('messageReceived')).toEqual({ ...common, peerId: ada.id });
    const history = await ben.client.get(`/chat/${ada.id}`);
    expect(history.body.chat.messages.at(-1)).toMatchObject({ _id: answer.data._id, text: 'Hello Ben' });
  });

  it('stores a repeated clientId once, and answers the same message', async () => {
    const [a, b] = await Promise.all([connect(upstream, ada), connect(upstream, ben)]);
    const payload = { targetUserId: ben.id, text: 'once', clientId: 'repeated' };
    const answers = await Promise.all([a, a, a].map((client) => client.ask('sendMessage', payload)));
    expect(new Set(answers.map((answer) => answer.ok && answer.data._id)).size).toBe(1);
    await a.ask('sendMessage', { targetUserId: ben.id, text: 'after' });
    await b.next('messageReceived', ({ text }) => text === 'after');
    const history = await ada.client.get(`/chat/${ben.id}`);
    expect(history.body.chat.messages.filter((one: { text: string }) => one.text === 'once')).toHaveLength(1);
    expect(b.all('notification').filter(({ kind }) => kind === 'message')).toHaveLength(2);
  });

  it('keeps the order in which one socket sent, however fast', async () => {
    const [a, b] = await Promise.all([connect(upstream, ada), connect(upstream, ben)]);
    const texts = Array.from({ length: 60 }, (_, i) => `burst ${i}`);
    const answers = await Promise.all(texts.map((text) => a.ask('sendMessage', { targetUserId: ben.id, text })));
    const seqs = answers.map((answer) => (answer.ok ? (answer.data.seq ?? 0) : 0));
    expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
    await b.next('messageReceived', ({ text }) => text === 'burst 59');
    expect(b.all('messageReceived').map(({ text }) => text)).toEqual(texts);
  });

  it('takes the sender from the cookie, whatever the payload claims', async () => {
    const [a, b] = await Promise.all([connect(upstream, ada), connect(upstream, ben)]);
    await a.ask('sendMessage', {
      userId: eve.id,
      senderId: eve.id,
      firstName: 'Eve',
      targetUserId: ben.id,
      text: 'who am I',
    });
    expect(await b.next('messageReceived')).toMatchObject({ senderId: ada.id, firstName: 'Ada' });
  });

  it('names the sender as they are now, not as at the handshake', async () => {
    const [fay, gil] = await newFriends();
    const [f, g] = await Promise.all([connect(upstream, fay), connect(upstream, gil)]);
    const now = { firstName: 'Faye', photoUrl: 'https://pictures.test/new.png' };
    await fay.client.patch('/profile/edit', now);
    await f.ask('sendMessage', { targetUserId: gil.id, text: 'hello' });
    expect(await g.next('messageReceived')).toMatchObject({ ...now, text: 'hello' });
  });

  it('tells the other person who is typing, and nobody else', async () => {
    const [a, b1, b2] = await Promise.all([connect(upstream, ada), connect(upstream, ben), connect(upstream, ben)]);
    await a.ask('typing', { targetUserId: ben.id, typing: true });
    for (const client of [b1, b2]) expect(await client.next('typing')).toEqual({ userId: ada.id, typing: true });
    await a.ask('typing', { targetUserId: ben.id, typing: false });
    expect(await b1.next('typing')).toEqual({ userId: ada.id, typing: false });
    expect(a.all('typing')).toEqual([]);
  });

  it('tells a page that connects for the first time whether its lists have changed meanwhile, and no other', async () => {
    const olderThan = (age: number) => ({ auth: { sinceMs: age } });
    const writer = await connect(upstream, ada);
    await writer.ask('sendMessage', { targetUserId: ben.id, text: 'while the page was loading' });
    const late = await connect(upstream, ben, olderThan(60_000));
    await late.next('missed');
    const stranger = await connect(upstream, eve, olderThan(60_000));
    const again = await connect(upstream, ben);
    const nonsense = await connect(upstream, ben, { auth: { sinceMs: 'long' } });
    for (const client of [stranger, again, nonsense]) {
      await client.ask('presence', { userIds: [] });
      expect(client.all('missed')).toEqual([]);
    }
  });

  it.each(['removed', 'blocked', 'deleted'] as const)(
    'has the pages of both ask again once their connection is %s',
    async (how) => {
      const [one, other] = await newFriends();
      const sent = await (await connect(upstream, one)).ask('sendMessage', { targetUserId: other.id, text: 'Hello' });
      expect(sent.ok).toBe(true);
      const page = await connect(upstream, other);
      const end = {
        removed: () => one.client.delete(`/user/connections/${other.id}`),
        blocked: () => one.client.post(`/user/block/${other.id}`),
        deleted: () => one.client.delete('/profile', { password: one.password }),
      };
      expect((await end[how]()).status).toBe(200);
      await page.next('missed');
      const { status, body } = await other.client.get(`/chat/${one.id}`);
      expect([status, body.chat?.closed]).toEqual(how === 'removed' ? [404, undefined] : [200, true]);
    },
  );

  it('lowers the count on every device of the reader, and gives the writer a receipt', async () => {
    const [a, b1, b2] = await Promise.all([connect(upstream, ada), connect(upstream, ben), connect(upstream, ben)]);
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const sent = await a.ask('sendMessage', { targetUserId: ben.id, text });
      if (sent.ok) ids.push(sent.data._id);
    }
    const [, second = '', third = ''] = ids;
    expect(await b1.ask('messagesRead', { targetUserId: ada.id, messageId: second })).toEqual({
      ok: true,
      data: { unread: 1 },
    });
    for (const client of [b1, b2])
      expect(await client.next('messagesRead')).toEqual({
        userId: ben.id,
        peerId: ada.id,
        messageId: second,
        unread: 1,
      });
    expect(await a.next('messagesRead')).toEqual({ userId: ben.id, peerId: ben.id, messageId: second });
    await b1.ask('messagesRead', { targetUserId: ada.id, messageId: third });
    const list = await ben.client.get('/chats');
    expect(list.body.items.find((one: { user: { _id: string } }) => one.user._id === ada.id)).toMatchObject({
      unread: 0,
    });
    expect((await ada.client.get(`/chat/${ben.id}`)).body.chat.readUpTo).toBe(third);
  });

  it('counts a person as online while any of their tabs is open, and tells only people who watch', async () => {
    const [fay, gil] = await newFriends();
    const b = await connect(upstream, gil);
    expect(await b.ask('presence', { userIds: [fay.id, eve.id] })).toEqual({ ok: true, data: { online: [] } });
    const a1 = await connect(upstream, fay);
    expect(await b.next('presence')).toEqual({ userId: fay.id, online: true });
    const a2 = await connect(upstream, fay);
    a1.close();
    expect(await b.ask('presence', { userIds: [fay.id] })).toEqual({ ok: true, data: { online: [fay.id] } });
    a2.close();
    expect(await b.next('presence', ({ online }) => !online)).toEqual({ userId: fay.id, online: false });
    expect(b.all('presence')).toHaveLength(2);
  });

  it('tells about requests and connections as they happen', async () => {
    const [fay, gil] = await Promise.all([
      upstream.signUp({ firstName: 'Fay' }),
      upstream.signUp({ firstName: 'Gil' }),
    ]);
    const [f, g] = await Promise.all([connect(upstream, fay), connect(upstream, gil)]);
    await fay.client.post(`/request/interested/${gil.id}`);
    const request = await g.next('notification');
    expect(request).toMatchObject({
      kind: 'request',
      actor: { _id: fay.id, firstName: 'Fay' },
      requestId: expect.any(String),
    });
    await gil.client.post(`/request/interested/${fay.id}`);
    expect(await f.next('notification')).toMatchObject({ kind: 'connected', actor: { _id: gil.id } });
    expect(await g.next('notification')).toMatchObject({ kind: 'connected', actor: { _id: fay.id }, own: true });
    expect(JSON.stringify([f.heard, g.heard])).not.toContain('@mail.test');
  });

  it('sends notifications about two people to no third person connected to both', async () => {
    const [fay, gil, hal] = await Promise.all([upstream.signUp(), upstream.signUp(), upstream.signUp()]);
    const h = await connect(upstream, hal);
    for (const friend of [fay, gil]) {
      await befriend(hal, friend);
      // The HTTP replies arrive before their notifications.
      await h.next('notification', ({ kind }) => kind === 'connected');
    }
    h.heard.length = 0;
    const [f, g] = await Promise.all([connect(upstream, fay), connect(upstream, gil)]);
    await befriend(fay, gil);
    const created = await fay.client.post('/create-project', { projectName: 'For two' });
    const projectId = created.body.project._id;
    await gil.client.post(`/project/interest/${projectId}`, {});
    expect(await f.next('notification', ({ kind }) => kind === 'interest')).toMatchObject({ actor: { _id: gil.id } });
    const { items } = (await fay.client.get(`/project/interest/${projectId}`)).body;
    await fay.client.post(`/project/interest/review/accepted/${items[0]._id}`);
    expect(await g.next('notification', ({ kind }) => kind === 'interest-reviewed')).toMatchObject({
      project: { _id: projectId },
    });
    await f.ask('sendMessage', { targetUserId: gil.id, text: 'for you' });
    await g.next('notification', ({ kind }) => kind === 'message');
    await fay.client.delete(`/user/connections/${gil.id}`);
    // Once this reply arrives, every event sent before it has arrived.
    await h.ask('presence', { userIds: [] });
    expect(h.heard).toEqual([]);
  });
});

describe('the session behind a socket', () => {
  let upstream: StartedUpstream;
  let now = Date.now();
  beforeAll(async () => {
    upstream = await startUpstream({ now: () => now });
  });
  afterAll(() => upstream.close());

  it.each([
    ['no cookie', {}],
    ['a made-up cookie', { cookie: `token=${'a'.repeat(43)}` }],
    ['nonsense', { cookie: 'token=%00; token; =' }],
  ])('refuses a socket with %s', async (_name, options) => {
    const client = chatClient(upstream.url, options);
    open.push(client);
    await expect(connected(client)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('ends the connection of a refused socket', async () => {
    const call = (init?: RequestInit, sid = '') =>
      fetch(`${upstream.url}/socket.io/?EIO=4&transport=polling${sid}`, init);
    const { sid } = JSON.parse((await (await call()).text()).slice(1)) as { sid: string };
    await call({ method: 'POST', body: '40' }, `&sid=${sid}`);
    expect(await (await call({}, `&sid=${sid}`)).text()).toContain('"code":"unauthenticated"');
    await expect.poll(async () => (await call({}, `&sid=${sid}`)).status).toBe(400);
  });

  it('refuses a session that has run out', async () => {
    const person = await upstream.signUp();
    const before = now;
    now += 31 * 24 * 3600 * 1000;
    await expect(connect(upstream, person)).rejects.toMatchObject({ code: 'unauthenticated' });
    now = before;
  });

  it.each(['https://evil.test', 'null', 'http://127.0.0.1.evil.test'])(
    'refuses the page of another origin: %s',
    async (origin) => {
      const person = await upstream.signUp();
      for (const transports of [['websocket'], ['polling']])
        await expect(connect(upstream, person, { origin, transports })).rejects.toThrow(/websocket|xhr poll/);
    },
  );

  it('accepts a page of its own origin', async () => {
    const person = await upstream.signUp();
    const client = await connect(upstream, person, { origin: upstream.url });
    expect(client.socket.connected).toBe(true);
  });

  it('closes every socket of a session when it is logged out, and no other', async () => {
    const person = await upstream.signUp();
    const other = upstream.client();
    await other.post('/login', { emailId: person.emailId, password: person.password });
    const [one, two, elsewhere] = await Promise.all([
      connect(upstream, person),
      connect(upstream, person),
      connect(upstream, { ...person, client: other }),
    ]);
    const closed = Promise.all([one.closed(), two.closed()]);
    await person.client.post('/signout');
    await closed;
    expect(one.all('sessionEnded')).toHaveLength(1);
    expect((await elsewhere.ask('presence', { userIds: [] })).ok).toBe(true);
    expect(elsewhere.heard).toEqual([]);
  });

  it('closes the sockets of all sessions when the password is changed; only the one that changed it may come again', async () => {
    const person = await upstream.signUp();
    const other = upstream.client();
    await other.post('/login', { emailId: person.emailId, password: person.password });
    const copy = person.client.copy(upstream.url);
    const [here, there] = await Promise.all([
      connect(upstream, person),
      connect(upstream, { ...person, client: other }),
    ]);
    const closed = Promise.all([here.closed(), there.closed()]);
    const password = 'An0ther!pass';
    const changed = { currentPassword: person.password, newPassword: password, password };
    expect((await person.client.patch('/profile/password', changed)).status).toBe(200);
    await closed;
    expect(there.all('sessionEnded')).toHaveLength(1);
    expect(here.all('sessionEnded'), 'the page goes on with the new cookie').toEqual([]);
    const again = await connect(upstream, person);
    expect((await again.ask('presence', { userIds: [] })).ok).toBe(true);
    for (const client of [copy, other])
      await expect(connect(upstream, { ...person, client })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

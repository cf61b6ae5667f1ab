import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { befriend, changePassword, joinProject, newProject, sendMessage } from '#tests/support/acts.ts';
import { type ChatClient, type ChatClientOptions, chatClient, connected } from '#tests/support/chat-client.ts';
import type { SignedUp, StartedUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

/** With other options than those of `upstream.connect`. */
function connectWith(upstream: StartedUpstream, { client }: SignedUp, options: ChatClientOptions): Promise<ChatClient> {
  const socket = chatClient(upstream.url, { cookie: client.cookieHeader, ...options });
  onTestFinished(() => socket.close());
  return connected(socket);
}

await describeOnEachDatabase('live chat', (engine) => {
  let ada: SignedUp;
  let ben: SignedUp;
  let eve: SignedUp;
  const upstream = useUpstream({
    engine,
    chat: { offlineAfterMs: 0, messageRate: { burst: 1000, perSecond: 1000 } },
  });
  beforeAll(async () => {
    [ada, ben, eve] = [await upstream.signUp({ firstName: 'Ada' }), ...(await upstream.signUpMany(2))];
    await befriend(ada, ben);
  });
  /** Friends of their own for a test of presence: the sockets of an earlier test may be going offline still. */
  async function newFriends(): Promise<[SignedUp, SignedUp]> {
    const friends = await upstream.signUpMany(2);
    await befriend(...friends);
    return friends;
  }

  it('stores and acknowledges a message, and sends it to every tab of both people', async () => {
    const [a1, a2] = [await upstream.connect(ada), await upstream.connect(ada)];
    const [b1, b2] = [await upstream.connect(ben), await upstream.connect(ben)];
    const answer = await a1.ask('sendMessage', { targetUserId: ben.id, text: 'Hello Ben', clientId: 'first' });
    expect(answer).toMatchObject({ ok: true, data: { _id: expect.any(String), clientId: 'first' } });
    if (!answer.ok) return;
    const { clientId: _, ...stored } = answer.data;
    const common = { ...stored, text: 'Hello Ben', senderId: ada.id, firstName: 'Ada', lastName: 'Tester' };
    for (const client of [a1, a2])
      expect(await client.next('messageReceived')).toEqual({ ...common, peerId: ben.id, clientId: 'first' });
    for (const client of [b1, b2]) expect(await client.next('messageReceived')).toEqual({ ...common, peerId: ada.id });
    const history = await ben.client.get(`/chat/${ada.id}`);
    expect(history.body.chat.messages.at(-1)).toMatchObject({ _id: answer.data._id, text: 'Hello Ben' });
  });

  it('keeps the order in which one socket sent, however fast', async () => {
    const [a, b] = await Promise.all([upstream.connect(ada), upstream.connect(ben)]);
    const texts = Array.from({ length: 60 }, (_, i) => `burst ${i}`);
    const answers = await Promise.all(texts.map((text) => a.ask('sendMessage', { targetUserId: ben.id, text })));
    const seqs = answers.map((answer) => (answer.ok ? (answer.data.seq ?? 0) : 0));
    expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
    await b.next('messageReceived', ({ text }) => text === 'burst 59');
    expect(b.all('messageReceived').map(({ text }) => text)).toEqual(texts);
  });

  it('names the sender by the cookie as they are now, whatever the handshake was and the payload claims', async () => {
    const [fay, gil] = await newFriends();
    const [f, g] = await Promise.all([upstream.connect(fay), upstream.connect(gil)]);
    const now = { firstName: 'Faye', photoUrl: 'https://pictures.test/new.png' };
    await fay.client.patch('/profile/edit', now);
    await f.ask('sendMessage', { userId: eve.id, senderId: eve.id, firstName: 'Eve', targetUserId: gil.id, text: 'I' });
    expect(await g.next('messageReceived')).toMatchObject({ ...now, senderId: fay.id });
  });

  it('tells a page that connects for the first time whether its lists have changed meanwhile, and no other', async () => {
    const olderThan = (age: number) => ({ auth: { sinceMs: age } });
    const writer = await upstream.connect(ada);
    await writer.ask('sendMessage', { targetUserId: ben.id, text: 'while the page was loading' });
    const late = await connectWith(upstream, ben, olderThan(60_000));
    await late.next('missed');
    const stranger = await connectWith(upstream, eve, olderThan(60_000));
    const again = await upstream.connect(ben);
    const nonsense = await connectWith(upstream, ben, { auth: { sinceMs: 'long' } });
    for (const client of [stranger, again, nonsense]) {
      await client.ask('presence', { userIds: [] });
      expect(client.all('missed')).toEqual([]);
    }
  });

  it('has the page of the other ask again once a connection is removed', async () => {
    const [one, other] = await newFriends();
    const page = await upstream.connect(other);
    await one.client.delete(`/user/connections/${other.id}`);
    await page.next('missed');
  });

  it('lowers the count on every device of the reader, and gives the writer a receipt', async () => {
    const [a, b1, b2] = await Promise.all([upstream.connect(ada), upstream.connect(ben), upstream.connect(ben)]);
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await sendMessage(a, { targetUserId: ben.id, text }));
    const [, second = '', third = ''] = ids;
    const read = await b1.ask('messagesRead', { targetUserId: ada.id, messageId: second });
    expect(read).toEqual({ ok: true, data: { unread: 1 } });
    const told = { userId: ben.id, messageId: second };
    for (const client of [b1, b2])
      expect(await client.next('messagesRead')).toEqual({ ...told, peerId: ada.id, unread: 1 });
    expect(await a.next('messagesRead')).toEqual({ ...told, peerId: ben.id });
    const unknown = { targetUserId: ada.id, messageId: 'f'.repeat(24) };
    expect(await b1.ask('messagesRead', unknown)).toMatchObject({ ok: false });
    await b1.ask('messagesRead', { targetUserId: ada.id, messageId: third });
    expect((await ben.client.get(`/chat/${ada.id}`)).body.chat.unread).toBe(0);
    expect((await ada.client.get(`/chat/${ben.id}`)).body.chat.readUpTo).toBe(third);
  });

  it('counts a person as online while any of their tabs is open, and tells only people who watch', async () => {
    const [fay, gil] = await newFriends();
    const b = await upstream.connect(gil);
    expect(await b.ask('presence', { userIds: [fay.id, eve.id] })).toEqual({ ok: true, data: { online: [] } });
    const a1 = await upstream.connect(fay);
    expect(await b.next('presence')).toEqual({ userId: fay.id, online: true });
    const a2 = await upstream.connect(fay);
    a1.close();
    expect(await b.ask('presence', { userIds: [fay.id] })).toEqual({ ok: true, data: { online: [fay.id] } });
    a2.close();
    expect(await b.next('presence', ({ online }) => !online)).toEqual({ userId: fay.id, online: false });
    expect(b.all('presence')).toHaveLength(2);
  });

  it('tells about requests, connections and asks as they happen, and no third person connected to both', async () => {
    const [fay, gil, hal] = await upstream.signUpMany(3);
    const h = await upstream.connect(hal);
    for (const friend of [fay, gil]) {
      await befriend(hal, friend);
      // The HTTP replies arrive before their notifications.
      await h.next('notification', ({ kind }) => kind === 'connected');
    }
    h.heard.length = 0;
    const [f, g] = await Promise.all([upstream.connect(fay), upstream.connect(gil)]);
    await befriend(fay, gil);
    const request = await g.next('notification', ({ kind }) => kind === 'request');
    expect(request).toMatchObject({ actor: { _id: fay.id }, requestId: expect.any(String) });
    expect(await f.next('notification')).toMatchObject({ kind: 'connected', actor: { _id: gil.id } });
    expect(await g.next('notification')).toMatchObject({ kind: 'connected', actor: { _id: fay.id }, own: true });
    const project = await newProject(fay);
    await joinProject(gil, fay, project);
    expect(await f.next('notification', ({ kind }) => kind === 'interest')).toMatchObject({ actor: { _id: gil.id } });
    expect(await g.next('notification', ({ kind }) => kind === 'interest-reviewed')).toMatchObject({
      project: { _id: project },
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
  const upstream = useUpstream();

  it('ends the connection of a refused socket', async () => {
    const call = (init?: RequestInit, sid = '') =>
      fetch(`${upstream.url}/socket.io/?EIO=4&transport=polling${sid}`, init);
    const { sid } = JSON.parse((await (await call()).text()).slice(1)) as { sid: string };
    await call({ method: 'POST', body: '40' }, `&sid=${sid}`);
    expect(await (await call({}, `&sid=${sid}`)).text()).toContain('"code":"unauthenticated"');
    await expect.poll(async () => (await call({}, `&sid=${sid}`)).status).toBe(400);
  });

  it('accepts a page of its own origin, and refuses that of another one over each transport', async () => {
    const person = await upstream.signUp();
    expect((await connectWith(upstream, person, { origin: upstream.url })).socket.connected).toBe(true);
    for (const transports of [['websocket'], ['polling']])
      await expect(connectWith(upstream, person, { origin: 'https://evil.test', transports })).rejects.toThrow(
        /websocket|xhr poll/,
      );
  });

  it('closes the sockets of all sessions when the password is changed; the page that changed it may come again', async () => {
    const person = await upstream.signUp();
    const other = upstream.client();
    await other.post('/login', { emailId: person.emailId, password: person.password });
    const [here, there] = [await upstream.connect(person), await upstream.connect({ client: other })];
    expect((await changePassword(person, 'An0ther!pass')).status).toBe(200);
    await Promise.all([here.closed(), there.closed()]);
    expect(there.all('sessionEnded')).toHaveLength(1);
    expect(here.all('sessionEnded'), 'the page goes on with the new cookie').toEqual([]);
    expect((await upstream.connect(person)).socket.connected).toBe(true);
    await expect(upstream.connect({ client: other })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

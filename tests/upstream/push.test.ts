import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { newSecret } from '#platform/config/secret.ts';
import { day, hour, minute } from '#shared/durations.ts';
import { befriend, changePassword, joinProject, newProject, sendMessage } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { signUpProjectCast } from '#tests/support/project-cast.ts';
import { type PushBrowser, type PushService, startPushService, vapidClaims } from '#tests/support/push-service.ts';
import {
  type SignedUp,
  type StartedUpstream,
  type StartOptions,
  startTwoInstances,
  startUpstream,
  testPassword,
} from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('push messages', (engine) => {
  let service: PushService;
  let upstream: StartedUpstream;
  let offset = 0;
  let browsers = 0;

  const options = (): StartOptions => ({
    engine,
    now: () => Date.now() + offset,
    chat: { offlineAfterMs: 0 },
    env: { SECRET: secret, PUBLIC_URL: 'https://dot.test' },
    push: { ...service.options, times: { pollMs: 20, leaseMs: minute } },
  });
  const secret = newSecret();

  beforeAll(async () => {
    service = await startPushService();
    upstream = await startUpstream(options());
  });
  afterAll(async () => {
    expect(upstream.logLines.join('\n'), 'the log names no subscription').not.toContain('/browser-');
    await upstream.close();
    await service.close();
  });
  beforeEach(() => {
    service.received.length = 0;
    service.asked.length = 0;
    service.brokenOff.length = 0;
  });
  afterEach(async () => {
    service.answer = () => ({ status: 201 });
    offset = 0;
    await upstream.db.deleteFrom('push_subscriptions').execute();
    await upstream.db.deleteFrom('jobs').where('kind', '=', 'push').execute();
  });

  const newBrowser = () => service.browser(`browser-${++browsers}`);
  const waiting = () =>
    upstream.db.selectFrom('jobs').selectAll().where('kind', '=', 'push').where('died_at', 'is', null).execute();
  const isEmpty = () => expect.poll(waiting).toEqual([]);
  const subscriptionsOf = ({ id }: SignedUp) =>
    upstream.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', id).orderBy('id').execute();

  async function subscribe({ client }: Pick<SignedUp, 'client'>, browser = newBrowser()): Promise<PushBrowser> {
    const reply = await client.post('/push/subscription', browser.subscription);
    expect(reply.status, reply.text).toBe(200);
    return browser;
  }

  /** A further device of the same person. */
  async function login({ emailId }: SignedUp): Promise<Pick<SignedUp, 'client'>> {
    const client = upstream.client();
    expect((await client.post('/login', { emailId, password: testPassword })).status).toBe(200);
    return { client };
  }

  /** The presence book takes a turn of the event loop to note it. */
  async function leave(page: ChatClient): Promise<void> {
    page.close();
    await expect.poll(() => upstream.upstream.sockets()).toBe(0);
    await upstream.client().get('/health');
  }

  const ask = (from: SignedUp, to: SignedUp) => from.client.post(`/request/interested/${to.id}`);
  const hear = (browser: PushBrowser) => expect.poll(() => browser.messages);

  it('reach a browser encrypted and signed, with words, a path and no more', async () => {
    const [ada, ben] = [await upstream.signUp({ firstName: 'Ada', lastName: 'Byron' }), await upstream.signUp()];
    const browser = await subscribe(ben);
    await ask(ada, ben);
    await hear(browser).toMatchObject([
      {
        kind: 'request',
        tag: `request:${ada.id}`,
        title: 'Ada Byron',
        line: 'wants to connect',
        path: '/requests',
        at: expect.any(Number),
      },
    ]);
    const [call] = browser.calls;
    expect(call?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(call?.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(JSON.stringify(call?.headers)).not.toContain(ada.id);
    const { key } = (await ben.client.get('/push/key')).body;
    const claims = vapidClaims(call?.headers.authorization, key);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'https://dot.test' });
    await isEmpty();
  });

  it('of a conversation say how many messages wait, never what they say', async () => {
    const [ada, ben] = [await upstream.signUp({ firstName: 'Ada', lastName: 'Byron' }), await upstream.signUp()];
    await befriend(ada, ben);
    const browser = await subscribe(ben);
    const chat = await upstream.connect(ada);
    const say = (text: string) => chat.ask('sendMessage', { targetUserId: ben.id, text });
    await say('a secret plan');
    await hear(browser).toMatchObject([{ kind: 'message', line: '1 unread message', path: `/chat/${ada.id}` }]);
    await say('a second one');
    offset += 2 * minute;
    await say('a third one');
    await expect
      .poll(() => browser.messages.map(({ line }) => line))
      .toEqual(['1 unread message', '3 unread messages']);
    expect(browser.calls.map(({ headers }) => headers.urgency)).toEqual(['high', 'high']);
    expect(new Set(browser.calls.map(({ headers }) => headers.topic)).size).toBe(1);
    expect(JSON.stringify(browser.messages)).not.toMatch(/secret|second|third/);
    chat.close();
  });

  it('of a mention name the room and lead to the message, never what it says', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp({ firstName: 'Ben', lastName: 'Berg' })];
    const roomId = await newProject(ada, { projectName: 'Kite' });
    await joinProject(ben, ada, roomId);
    const browser = await subscribe(ada);
    const chat = await upstream.connect(ben);
    const messageId = await sendMessage(chat, { roomId, text: 'a secret plan', mentions: [ada.id] });
    const path = `/messages/room/${roomId}?message=${messageId}`;
    await hear(browser).toMatchObject([{ kind: 'mention', title: 'Ben Berg', line: 'mentioned you in Kite', path }]);
    expect(browser.calls.map(({ headers }) => headers.urgency)).toEqual(['high']);
    expect(JSON.stringify(browser.messages)).not.toContain('secret');
    chat.close();
  });

  it('wait while the person has a page open, and come when it was closed', async () => {
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const browser = await subscribe(ben);
    const page = await upstream.connect(ben);
    await ask(ada, ben);
    await expect.poll(async () => (await waiting()).some(({ due_at }) => due_at > Date.now() + minute / 2)).toBe(true);
    offset += 2 * minute;
    await isEmpty();
    expect(service.asked).toEqual([]);
    await ask(cho, ben);
    await expect.poll(async () => (await waiting())[0]?.due_at).toBeGreaterThan(Date.now() + offset + minute / 2);
    await leave(page);
    offset += 2 * minute;
    await expect.poll(() => browser.messages.map(({ tag }) => tag)).toEqual([`request:${cho.id}`]);
  });

  it('leave out the kinds that the person has switched off, save for the account itself', async () => {
    const { ada, ben, id, join } = await signUpProjectCast(upstream, () => undefined);
    await join(ben);
    const browser = await subscribe(ben);
    await ben.client.patch('/profile/preferences', { notify: { request: { push: false } } });
    await ask(await upstream.signUp(), ben);
    const kinds = async () =>
      (await ben.client.get('/notifications')).body.items.map(({ kind }: { kind: string }) => kind);
    await expect.poll(kinds).toContain('request');
    await isEmpty();
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    await hear(browser).toMatchObject([{ kind: 'account' }]);
  });

  it('are not sent for what was read or withdrawn meanwhile, nor for people who are muted or blocked', async () => {
    const ben = await upstream.signUp();
    const people = await upstream.signUpMany(5);
    const [reads, withdraws, muted, blocked, heard] = people;
    const page = await upstream.connect(ben);
    const browser = await subscribe(ben);
    await ben.client.post(`/user/mute/${muted.id}`);
    for (const person of people) await ask(person, ben);
    await expect.poll(async () => (await waiting()).filter(({ lease_by }) => lease_by === '').length).toBe(4);
    const { items } = (await ben.client.get('/notifications')).body;
    const idOf = (of: SignedUp) => items.find((each: { actor: { _id: string } }) => each.actor._id === of.id)._id;
    await ben.client.post('/notifications/read', { ids: [idOf(reads)] });
    const { body: sent } = await withdraws.client.get('/user/request/sent');
    await withdraws.client.delete(`/request/${sent.data[0]._id}`);
    await ben.client.post(`/user/block/${blocked.id}`);
    await leave(page);
    offset += 2 * minute;
    await expect.poll(() => browser.messages.map(({ tag }) => tag)).toEqual([`request:${heard.id}`]);
    await isEmpty();
  });

  it('are tried again after 500 and 503, not before Retry-After is over, and one hanging service stops no other', async () => {
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const [busy, silent, well] = [newBrowser(), newBrowser(), newBrowser()];
    await subscribe(ben, busy);
    await subscribe(await login(ben), silent);
    await subscribe(cho, well);
    await upstream.db
      .updateTable('push_subscriptions')
      .set({ service: 'silent.test' })
      .where('endpoint', '=', silent.subscription.endpoint)
      .execute();
    const silence = Promise.withResolvers<void>();
    service.answer = async (path) => {
      if (silent.subscription.endpoint.endsWith(path)) {
        await silence.promise;
        return { status: 500 };
      }
      if (busy.subscription.endpoint.endsWith(path)) return { status: 503, headers: { 'Retry-After': '3600' } };
      return { status: 201 };
    };
    await ask(ada, ben);
    await ask(ada, cho);
    await hear(well).toHaveLength(1);
    silence.resolve();
    await expect.poll(async () => (await waiting()).map(({ tries }) => tries)).toEqual([1, 1]);
    service.answer = () => ({ status: 201 });
    const rows = await waiting();
    const pauses = rows.map(({ due_at }) => Math.round((due_at - Date.now()) / minute)).sort((a, b) => a - b);
    expect(pauses[0]).toBeLessThanOrEqual(1);
    expect(pauses[1]).toBe(60);
    offset += 2 * minute;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(service.asked.filter((path) => busy.subscription.endpoint.endsWith(path))).toHaveLength(1);
    offset += 60 * minute;
    await hear(busy).toHaveLength(1);
    await isEmpty();
  });

  it('are given up after a day, at once where they are refused, and follow no redirect', async () => {
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const browser = await subscribe(ben);
    service.answer = () => ({ status: 307, headers: { Location: `${service.origin}/elsewhere` } });
    await ask(ada, ben);
    await expect.poll(() => service.asked.length).toBe(1);
    await isEmpty();
    expect(await subscriptionsOf(ben)).toHaveLength(1);
    service.answer = () => ({ status: 500 });
    await ask(cho, ben);
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    offset += day;
    await isEmpty();
    expect(service.asked).not.toContain('/elsewhere');
    expect(browser.messages).toEqual([]);
  });

  it.each([404, 410])('end at a browser that the push service no longer knows: %i', async (status) => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    await subscribe(ben);
    service.answer = () => ({ status });
    await ask(ada, ben);
    await expect.poll(() => subscriptionsOf(ben)).toEqual([]);
    expect((await ben.client.get('/push/key')).body.subscribed).toBe(false);
    await isEmpty();
  });

  it('need an https address on the public internet and keys of a browser', async () => {
    const { subscription } = newBrowser();
    const { client } = await upstream.signUp();
    const { keys } = subscription;
    for (const wrong of [
      {},
      { ...subscription, endpoint: 'https://169.254.169.254/latest' },
      { ...subscription, keys: { ...keys, auth: 'short' } },
      { ...subscription, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
      { ...subscription, userId: 'somebody' },
    ])
      expect((await client.post('/push/subscription', wrong)).status, JSON.stringify(wrong)).toBeOneOf([400, 422]);
    expect((await client.get('/push/key')).body).toEqual({
      key: expect.stringMatching(/^B[\w-]{86}$/),
      subscribed: false,
    });
    expect((await client.post('/push/subscription', subscription)).body).toEqual({
      subscribed: true,
      subscription: expect.stringMatching(/^[\da-f]{24}$/),
    });
    expect((await client.get('/push/key')).body.subscribed).toBe(true);
    expect((await client.delete('/push/subscription')).body).toEqual({ subscribed: false });
    expect((await client.delete('/push/subscription')).status, 'again').toBe(200);
  });

  it('end with the session, however it ends', async () => {
    const ada = await upstream.signUp();
    const ways: Record<string, (device: Pick<SignedUp, 'client'>) => Promise<unknown>> = {
      'signing out': ({ client }) => client.post('/signout'),
      'from another device': async () => {
        const { items } = (await ada.client.get('/profile/sessions')).body;
        const other = items.find((each: { current: boolean }) => !each.current);
        return ada.client.delete(`/profile/sessions/${other._id}`);
      },
      'all others': () => ada.client.delete('/profile/sessions'),
      'a new password': () => changePassword(ada, 'Other#Passw0rd'),
    };
    await subscribe(ada);
    for (const [way, end] of Object.entries(ways)) {
      const device = await login(ada);
      await subscribe(device);
      expect(await subscriptionsOf(ada), way).toHaveLength(2);
      await end(device);
      expect(await subscriptionsOf(ada), way).toHaveLength(way === 'a new password' ? 0 : 1);
    }
    const browser = await subscribe(ada);
    const ben = await upstream.signUp();
    await ask(ben, ada);
    await expect.poll(() => browser.messages.map(({ kind }) => kind)).toEqual(['request']);
    offset += 31 * day;
    const cho = await upstream.signUp();
    await ask(cho, ada);
    await expect.poll(() => subscriptionsOf(ada)).toEqual([]);
    expect(service.asked, 'nothing was sent to an expired session').toHaveLength(1);
  });

  it('go with the account, and its export tells of them without what they are sent with', async () => {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    const browser = await subscribe(ben);
    const { text, body } = await ben.client.get('/profile/export');
    expect(body.pushSubscriptions).toEqual([{ service: '127.0.0.1', createdAt: expect.any(String) }]);
    expect(text).not.toContain(browser.subscription.endpoint);
    expect(text).not.toContain(browser.subscription.keys.auth);
    service.answer = () => ({ status: 503 });
    await ask(ada, ben);
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    expect((await ben.client.delete('/profile', { password: testPassword })).status).toBe(200);
    expect(await subscriptionsOf(ben)).toEqual([]);
    offset += 2 * minute;
    await isEmpty();
    expect(service.received).toEqual([]);
  });

  it('of a shared browser go to the person who subscribed last, and to nobody else', async () => {
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const browser = await subscribe(ada);
    service.answer = () => ({ status: 503 });
    await ask(cho, ada);
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    await subscribe(ben, browser);
    expect(await subscriptionsOf(ada)).toEqual([]);
    service.answer = () => ({ status: 201 });
    offset += 2 * minute;
    await isEmpty();
    expect(browser.messages, 'what waited for Ada').toEqual([]);
    await ask(cho, ben);
    await hear(browser).toHaveLength(1);
    await Promise.all([ada, ben, ada, ben].map((person) => subscribe(person, browser)));
    expect([...(await subscriptionsOf(ada)), ...(await subscriptionsOf(ben))]).toHaveLength(1);
  });

  it('go to one browser of a session and ten of an account, also when many subscribe at once', async () => {
    const ada = await upstream.signUp();
    await Promise.all([1, 2, 3].map(() => subscribe(ada)));
    expect(await subscriptionsOf(ada)).toHaveLength(1);
    const devices = await Promise.all(Array.from({ length: 12 }, () => login(ada)));
    await Promise.all(devices.map((device) => subscribe(device)));
    expect(await subscriptionsOf(ada)).toHaveLength(10);
    const newest = await login(ada);
    const { subscription } = await subscribe(newest);
    const endpoints = (await subscriptionsOf(ada)).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(10);
    expect(endpoints).toContain(subscription.endpoint);
  });

  it('are sent once by two instances, which make one pair of keys and keep it sealed', async () => {
    const { first, second, close } = await startTwoInstances(options());
    onTestFinished(close);
    const ben = await first.signUp();
    const [one, other] = await Promise.all([ben.client.get('/push/key'), ben.client.copy(second.url).get('/push/key')]);
    expect(one.body.key).toBe(other.body.key);
    const keys = await first.db.selectFrom('push_keys').selectAll().execute();
    expect(keys).toMatchObject([{ public_key: one.body.key }]);
    expect(keys[0]?.sealed_private_key.length).toBeGreaterThan(43);
    const browser = newBrowser();
    await ben.client.post('/push/subscription', browser.subscription);
    const people = [];
    for (let i = 0; i < 8; i++) people.push(await first.signUp());
    await Promise.all(
      people.map(({ client }, i) => client.copy(i % 2 ? first.url : second.url).post(`/request/interested/${ben.id}`)),
    );
    await expect.poll(() => browser.messages.length).toBe(8);
    await expect.poll(() => first.db.selectFrom('jobs').selectAll().where('kind', '=', 'push').execute()).toEqual([]);
    expect(browser.messages.map(({ tag }) => tag).toSorted()).toEqual(
      people.map(({ id }) => `request:${id}`).toSorted(),
    );
  });

  it('keep their keys and subscriptions where an upstream has another SECRET', async () => {
    const ada = await upstream.signUp();
    const { key } = (await ada.client.get('/push/key')).body;
    await subscribe(ada);
    const wrong = await startUpstream({
      ...options(),
      env: { SECRET: newSecret(), PUBLIC_URL: 'https://dot.test' },
      databaseUrl: upstream.databaseUrl,
    });
    onTestFinished(() => wrong.close());
    expect((await ada.client.copy(wrong.url).get('/push/key')).status).toBe(500);
    expect((await ada.client.get('/push/key')).body).toMatchObject({ key, subscribed: true });
    expect(await subscriptionsOf(ada)).toHaveLength(1);
  });

  it('that a silent service holds are ended by a stop', async () => {
    const ada = await upstream.signUp();
    const other = await startUpstream({
      ...options(),
      databaseUrl: upstream.databaseUrl,
      push: { ...service.options, answerMs: hour, times: { pollMs: minute, leaseMs: minute } },
    });
    await subscribe(ada);
    const silence = Promise.withResolvers<void>();
    service.answer = () => silence.promise.then(() => ({ status: 201 }));
    const ben = await upstream.signUp();
    try {
      await ben.client.copy(other.url).post(`/request/interested/${ada.id}`);
      await expect.poll(() => service.asked.length).toBeGreaterThan(0);
    } finally {
      await other.close();
      await expect.poll(() => service.brokenOff).toEqual(service.asked);
      silence.resolve();
    }
  });
});

// @module-tag once
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { startOwnRedis } from '#tests/support/own-servers.ts';
import { eventually, type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from '#tests/support/upstream-process.ts';

/** The name `upstreams.test` then has two addresses, as that of two containers. */
const twoAddresses = fileURLToPath(new URL('../support/name-with-two-addresses.ts', import.meta.url));
const password = 'Test#Passw0rd';
const redis = await startOwnRedis();
const lacks = redis === undefined ? 'redis-server' : (await postgresAnswers()) ? undefined : 'PostgreSQL';
const title = 'two gateways and two upstreams over one PostgreSQL and one Redis';

describe.skipIf(lacks !== undefined && !process.env.CI)(lacks ? `${title} (skipped: no ${lacks})` : title, () => {
  let database: TestDatabase | undefined;
  const upstreams: UpstreamProcess[] = [];
  const gateways: Product[] = [];
  let [a, b] = ['', ''];
  const open: ChatClient[] = [];

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    const env = { DATABASE_URL: database.url, REDIS_URL: redis?.url ?? '' };
    const hosts = ['127.0.0.1', '127.0.0.2'];
    for (const UPSTREAM_HOST of hosts) {
      const UPSTREAM_PORT = String(upstreams[0]?.port ?? 0);
      upstreams.push(await startUpstreamProcess({ ...env, UPSTREAM_HOST, UPSTREAM_PORT }));
    }
    const UPSTREAM_URL = `http://upstreams.test:${upstreams[0]?.port}`;
    for (const _ of hosts) gateways.push(startProduct({ UPSTREAM_URL, NODE_OPTIONS: `--import=${twoAddresses}` }));
    [a = '', b = ''] = await Promise.all(gateways.map((gateway) => readyUrl(gateway)));
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.end()));
    await Promise.all(upstreams.map((upstream) => upstream.kill()));
    await database?.drop();
    await redis?.end();
  });

  let people = 0;
  async function signUp(url: string, firstName: string) {
    people += 1;
    const emailId = `${firstName.toLowerCase()}${people}@mail.test`;
    const client = new TestClient(url);
    const reply = await client.post('/api/signup', { firstName, lastName: 'Tester', emailId, password });
    expect(reply.status, reply.text).toBe(200);
    return { client, emailId, id: String(reply.body.data.savedUser._id) };
  }

  async function listen(url: string, client: TestClient): Promise<ChatClient> {
    const socket = chatClient(url, { prefix: '/api', cookie: client.cookieHeader, origin: url });
    open.push(socket);
    return connected(socket);
  }

  const callsAt = (upstream: UpstreamProcess) => upstream.output().split('"route"').length - 1;

  it('every gateway spreads its connections over both upstreams', async () => {
    for (const url of [a, b]) {
      const before = upstreams.map(callsAt);
      const answers = Array.from({ length: 24 }, () => new TestClient(url).get('/api/capabilities'));
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
      await eventually(() => upstreams.every((upstream, i) => callsAt(upstream) > (before[i] ?? 0)));
    }
  });

  it('a session that began at one is known at the other, and its end closes access and sockets there', async () => {
    const { client, emailId } = await signUp(a, 'Ada');
    const there = client.copy(b);
    expect((await there.get('/api/profile/view')).body.emailId).toBe(emailId);
    const sockets = await Promise.all([listen(b, client), listen(b, client), listen(a, client)]);
    const closed = Promise.all(sockets.map((socket) => socket.closed()));
    expect((await client.post('/api/signout')).status).toBe(200);
    await closed;
    expect((await there.get('/api/profile/view')).status).toBe(401);
    await expect(listen(b, there)).rejects.toThrow();
  });

  it('messages and news cross from one to the other', async () => {
    const [ada, ben] = [await signUp(a, 'Ada'), await signUp(b, 'Ben')];
    const bens = await Promise.all([listen(b, ben.client), listen(b, ben.client), listen(a, ben.client)]);
    await ada.client.post(`/api/request/interested/${ben.id}`);
    for (const socket of bens)
      expect(await socket.next('notification')).toMatchObject({ kind: 'request', actor: { _id: ada.id } });
    const adas = await listen(a, ada.client);
    expect((await ben.client.post(`/api/request/interested/${ada.id}`)).status).toBe(200);
    expect(await adas.next('notification')).toMatchObject({ kind: 'connected', actor: { _id: ben.id } });
    expect((await adas.ask('sendMessage', { targetUserId: ben.id, text: 'hello across' })).ok).toBe(true);
    for (const socket of bens) expect(await socket.next('messageReceived')).toMatchObject({ text: 'hello across' });
    const history = await ben.client.get(`/api/chat/${ada.id}`);
    expect(history.body.chat.messages).toMatchObject([{ text: 'hello across' }]);
  });
});

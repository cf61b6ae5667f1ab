import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AcknowledgedLoad } from '#tests/support/acknowledged-load.ts';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { type OwnServer, startOwnRedis } from '#tests/support/own-servers.ts';
import { eventually, type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { startTcpFront, type TcpFront } from '#tests/support/tcp-front.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from '#tests/support/upstream-process.ts';

const password = 'Test#Passw0rd';
const preload = fileURLToPath(new URL('../support/name-with-two-addresses.ts', import.meta.url));
const redis = await startOwnRedis();
const lacks = redis === undefined ? 'redis-server' : (await postgresAnswers()) ? undefined : 'PostgreSQL';
const title = 'two gateways and two upstreams over one PostgreSQL and one Redis';

describe.skipIf(lacks !== undefined && !process.env.CI)(lacks ? `${title} (skipped: no ${lacks})` : title, () => {
  let database: TestDatabase;
  let upstreams: [UpstreamProcess, UpstreamProcess];
  let gateways: [Product, Product];
  let a: string;
  let b: string;
  let front: TcpFront;
  const open: ChatClient[] = [];

  /** They are two addresses of one name, as two containers would be. */
  const startUpstreamAt = (host: string, port: string) =>
    startUpstreamProcess({
      DATABASE_URL: database.url,
      REDIS_URL: (redis as OwnServer).url,
      UPSTREAM_HOST: host,
      UPSTREAM_PORT: port,
    });
  const startGatewayAt = (port: string, workers: string) =>
    startProduct({
      PORT: port,
      WORKERS: workers,
      UPSTREAM_URL: `http://upstreams.test:${upstreams[0].port}`,
      REDIS_URL: (redis as OwnServer).url,
      NODE_OPTIONS: `--import=${preload}`,
    });

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    const first = await startUpstreamAt('127.0.0.1', '0');
    upstreams = [first, await startUpstreamAt('127.0.0.2', String(first.port))];
    gateways = [startGatewayAt('0', '1'), startGatewayAt('0', '2')];
    [a, b] = await Promise.all([readyUrl(gateways[0]), readyUrl(gateways[1])]);
    front = await startTcpFront([a, b]);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await front?.close();
    await Promise.all(gateways?.map((gateway) => gateway.end()) ?? []);
    await Promise.all(upstreams?.map((upstream) => upstream.kill()) ?? []);
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
    await expect(listen(b, there)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('messages and news cross from one to the other', async () => {
    const [ada, ben] = [await signUp(a, 'Ada'), await signUp(b, 'Ben')];
    const bens = await Promise.all([listen(b, ben.client), listen(b, ben.client), listen(a, ben.client)]);
    await ada.client.post(`/api/request/interested/${ben.id}`);
    for (const socket of bens)
      expect(await socket.next('notification')).toMatchObject({ kind: 'request', user: { _id: ada.id } });
    const adas = await listen(a, ada.client);
    expect((await ben.client.post(`/api/request/interested/${ada.id}`)).status).toBe(200);
    expect(await adas.next('notification')).toMatchObject({ kind: 'connected', user: { _id: ben.id } });
    expect((await adas.ask('sendMessage', { targetUserId: ben.id, text: 'hello across' })).ok).toBe(true);
    for (const socket of bens) expect(await socket.next('messageReceived')).toMatchObject({ text: 'hello across' });
    const history = await ben.client.get(`/api/chat/${ada.id}`);
    expect(history.body.chat.messages).toMatchObject([{ text: 'hello across' }]);
  });

  it('failed logins are counted together', async () => {
    const { emailId } = await signUp(a, 'Eve');
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const wrong = { emailId, password: 'Wrong#Passw0rd' };
      statuses.push((await new TestClient(i % 2 === 0 ? a : b).post('/api/login', wrong)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('one of each is killed under load and started again: nothing fails twice, is lost or doubled', async () => {
    const load = await AcknowledgedLoad.start(front.url);
    const goOn = async () => {
      const until = load.acknowledged + 15;
      await eventually(() => load.acknowledged >= until && load.connectedSockets === 4, 40_000);
    };
    await goOn();
    const [first] = upstreams;
    await first.kill();
    await goOn();
    upstreams[0] = await startUpstreamAt('127.0.0.1', String(first.port));
    await goOn();
    await upstreams[1].kill();
    await goOn();
    upstreams[1] = await startUpstreamAt('127.0.0.2', String(first.port));
    await gateways[0].end();
    await goOn();
    gateways[0] = startGatewayAt(new URL(a).port, '1');
    await readyUrl(gateways[0]);
    await goOn();
    const report = await load.stop();
    const { lost, doubled, acknowledged } = await load.compare(database.url);
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(acknowledged).toBeGreaterThan(50);
    expect(report.failedAfterRetry, JSON.stringify(report.codes)).toBe(0);
    expect(report.reconnects).toBeGreaterThan(0);
    expect(report.longestAwayMs).toBeLessThan(5000);
  }, 120_000);
});

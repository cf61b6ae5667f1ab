import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { ownRedis, redisIsExpected } from '#tests/support/redis-answers.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { createTestDatabase, postgresAnswers } from '#tests/support/test-database.ts';

async function open(upstream: StartedUpstream, person: SignedUp, transport: string): Promise<ChatClient> {
  const client = chatClient(upstream.url, {
    cookie: person.client.cookieHeader,
    transports: [transport],
    reconnection: true,
    reconnectionDelay: 20,
  });
  onTestFinished(() => client.close());
  return connected(client);
}

it.each(['websocket', 'polling'])('a stop closes a %s socket so that its client reconnects', async (transport) => {
  const upstream = await startUpstream();
  const ada = await upstream.signUp();
  const client = await open(upstream, ada, transport);
  const closed = client.closed();
  await upstream.close();
  expect(await closed).not.toBe('io server disconnect');
  // Socket.IO's word for "reconnects by itself".
  expect(client.socket.active).toBe(true);
});

it('a stop refuses new handshakes at once', async () => {
  const upstream = await startUpstream();
  const ada = await upstream.signUp();
  const stopped = upstream.close();
  const late = chatClient(upstream.url, { cookie: ada.client.cookieHeader });
  await expect(connected(late)).rejects.toThrow();
  await stopped;
});

it('a stop lets health say 503 for the delay, while calls are answered and their connections closed', async () => {
  const upstream = await startUpstream({ env: { SHUTDOWN_DELAY_MS: '500' } });
  const ada = await upstream.signUp();
  const stopped = upstream.close();
  const health = await ada.client.get('/health');
  expect([health.status, health.body.code]).toEqual([503, 'unavailable']);
  const view = await ada.client.get('/profile/view');
  expect([view.status, view.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(ada.client.get('/health')).rejects.toThrow();
});

const available = (await redisIsExpected()) && (process.env.CI !== undefined || (await postgresAnswers()));

describe.skipIf(!available)('of two instances over one Redis', () => {
  it('the one that stays keeps its sockets, and hears the news of the last call of the one that stops', async () => {
    const database = await createTestDatabase('postgres');
    const options = {
      databaseUrl: database.url,
      env: ownRedis(),
      chat: { offlineAfterMs: 0 },
    };
    const [stops, stays] = [await startUpstream(options), await startUpstream(options)];
    await Promise.all([stops.upstream.ready, stays.upstream.ready]);
    const [ada, ben] = [await stops.signUp(), await stops.signUp()];
    const bens = await open(stays, ben, 'websocket');
    const adas = await open(stops, ada, 'websocket');
    const arrived = once(stops.upstream.server, 'request');
    const asked = ada.client.post(`/request/interested/${ben.id}`);
    await arrived;
    await stops.close();
    expect((await asked).status).toBe(200);
    expect(await bens.next('notification')).toMatchObject({ kind: 'request' });
    expect(bens.socket.connected).toBe(true);
    expect(adas.socket.active).toBe(true);
    // The stopped instance's database connections go with it.
    bens.close();
    await stays.close();
    await database.drop();
  });
});

import { afterEach, expect, it } from 'vitest';
import { hostileAnswers } from '#tests/support/hostile-answers.ts';
import { answer, type Behaviour, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { Circuit } from './circuit.ts';
import { createRoundRobinLookup } from './round-robin-dns.ts';
import { createUpstreamClient } from './upstream-client.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import { parseUpstreamOrigin } from './upstream-origin.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const asker = {
  requestId: 'request-1',
  client: { ip: '192.0.2.1', proto: 'https', host: 'a.test', trustedPeer: false },
} as const;

async function start(behaviour: Behaviour, timeoutMs = 60_000) {
  const upstream = await startMisbehavingUpstream(behaviour);
  const circuit = new Circuit({ threshold: 1, pauseMs: 60_000, longestPauseMs: 60_000 });
  const faults: string[] = [];
  const client = createUpstreamClient({
    origin: parseUpstreamOrigin(new URL(`${upstream.url}/v1`)),
    lookup: createRoundRobinLookup(),
    viaToken: 'gateway',
    connections: { circuit, connectMs: 60_000 },
    timeoutMs,
    onFault: (_facts, { kind }) => faults.push(kind),
  });
  endings.push(async () => client.close(), upstream.close);
  return { ...client, upstream, circuit, faults };
}

const faultOf = (asked: Promise<unknown>) => asked.catch(({ kind }: UpstreamFault) => kind);

it('asks below the prefix over one connection, and says who asks only where somebody does', async () => {
  const { ask, upstream } = await start((_request, socket) => socket.write(answer('{"a":1}')));
  expect(await ask('health', {})).toMatchObject({ status: 200, body: { a: 1 } });
  await ask('public/project/1', { asker });
  const [own, forPage] = upstream.requests;
  expect([own?.target, forPage?.target, forPage?.connection]).toEqual(['/v1/health', '/v1/public/project/1', 0]);
  expect([own?.values('x-forwarded-for'), own?.values('x-request-id')]).toEqual([[], []]);
  expect([forPage?.values('x-forwarded-for'), forPage?.values('x-request-id'), forPage?.values('via')]).toEqual([
    ['192.0.2.1'],
    ['request-1'],
    ['1.1 gateway'],
  ]);
});

it('has no body for what is no JSON', async () => {
  const { ask } = await start((_request, socket) => socket.write(answer('<p>', { status: '404 None' })));
  expect(await ask('x', {})).toMatchObject({ status: 404, body: undefined });
});

it('asks again when a kept connection dies at the moment of its next use', async () => {
  const { ask, upstream } = await start((request, socket) => {
    if (upstream.requests.length === 2) socket.resetAndDestroy();
    else socket.write(answer(`{"at":"${request.target}"}`));
  });
  await ask('one', {});
  expect(await ask('two', { asker })).toMatchObject({ status: 200, body: { at: '/v1/two' } });
  expect(upstream.requests.map(({ target, connection }) => [target, connection])).toEqual([
    ['/v1/one', 0],
    ['/v1/two', 0],
    ['/v1/two', 1],
  ]);
});

it.each<[string, string, Behaviour]>([
  ['reset', 'a new connection breaks', (_request, socket) => socket.resetAndDestroy()],
  ['invalid', 'the body is too long', (_request, socket) => socket.write(answer('x'.repeat(2 * 1024 * 1024 + 1)))],
  ['reset', 'the body is cut', (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
])('is a fault, %s, when %s', async (kind, _when, behaviour) => {
  const { ask, upstream, faults } = await start(behaviour);
  expect(await faultOf(ask('x', {}))).toBe(kind);
  expect(faults).toEqual([]);
  expect(await faultOf(ask('x', { asker }))).toBe(kind);
  expect(faults).toEqual([kind]);
  expect(upstream.requests).toHaveLength(2);
});

it.each<[string, Behaviour]>([
  ['no answer', () => undefined],
  ['the rest of a body', (_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
])('does not wait for %s beyond its time, nor beyond that of the question', async (_what, behaviour) => {
  const { ask, upstream } = await start(behaviour, 50);
  expect(await faultOf(ask('x', { asker }))).toBe('timeout');
  expect(await faultOf(ask('x', { signal: AbortSignal.timeout(5) }))).toBe('timeout');
  await expect.poll(() => upstream.sockets.size).toBe(0);
});

it('is refused for a page while the circuit is open; a question of the gateway’s own closes the circuit', async () => {
  const { ask, circuit, upstream } = await start((_request, socket) => socket.write(answer()));
  circuit.failed();
  await expect(ask('x', { asker })).rejects.toMatchObject({ code: 'unavailable' });
  expect(upstream.requests).toEqual([]);
  await ask('health', {});
  expect((await ask('x', { asker })).status).toBe(200);
});

it('ends each question, whatever answers it', async () => {
  const behaviours = new Map(hostileAnswers.map(([, hostile], index) => [`/v1/${index}`, hostile]));
  const { ask } = await start((request, socket) => behaviours.get(request.target)?.(request, socket));
  const asked = await Promise.allSettled(hostileAnswers.map((_, index) => ask(String(index), {})));
  const unasked = hostileAnswers.findIndex(([name]) => name === '101 without being asked');
  expect(asked[unasked]).toMatchObject({ status: 'rejected', reason: { kind: 'invalid' } });
});

// 1,000 connected sockets, 500 messages a second: how long from sending a message to its receipt at the other person.
// `node bench/chat/load.ts [gateway|upstream] [sqlite|postgres] [seconds] [sockets]`
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { startGatewayProcess } from './gateway-child.ts';

const [through = 'gateway', engine = 'sqlite', seconds = '20', count = '1000'] = process.argv.slice(2);
const sockets = Number(count);
const perSecond = sockets / 2;

const database = await createTestDatabase(engine === 'postgres' ? 'postgres' : 'sqlite');
const connection = await connect(database.url);
await migrate(connection);
const people = await storePeople(connection, sockets);
const pairs = people.flatMap(({ id }, i) => (i % 2 === 0 ? [[id, people[i + 1]?.id ?? ''] as const] : []));
await storeConnections(connection, pairs);
await connection.close();

const upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error' });
const upstreamUrl = `http://127.0.0.1:${upstream.port}`;
const gateway = through === 'gateway' ? await startGatewayProcess(upstreamUrl) : undefined;

const url = gateway?.url ?? upstreamUrl;
// The gateway lets one address have 200 sockets: these come from as many houses.
const addressOf = (i: number) => ({ 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` });

const clients: ChatClient[] = [];
for (let start = 0; start < sockets; start += 50)
  clients.push(
    ...(await Promise.all(
      people
        .slice(start, start + 50)
        .map(({ cookie }, i) =>
          connected(
            chatClient(url, { cookie, prefix: gateway ? '/api' : '', origin: url, headers: addressOf(start + i) }),
          ),
        ),
    )),
  );

const latencies: number[] = [];
let sent = 0;
let acknowledged = 0;
let refused = 0;
let measuring = false;
clients.forEach(({ socket }, i) => {
  // What a test client notes would only be kept here.
  socket.offAny();
  socket.on('messageReceived', ({ text, senderId }: { text: string; senderId: string }) => {
    if (measuring && senderId !== people[i]?.id) latencies.push(performance.now() - Number(text));
  });
});

async function load(forSeconds: number): Promise<void> {
  const start = performance.now();
  const total = forSeconds * perSecond;
  for (let i = 0; i < total; i += 1) {
    const due = start + (i * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const index = (i * 7) % sockets;
    const targetUserId = people[index % 2 === 0 ? index + 1 : index - 1]?.id;
    sent += 1;
    clients[index]?.socket.emit(
      'sendMessage',
      { targetUserId, text: String(performance.now()), clientId: `load-${sent}` },
      (ack: { ok: boolean }) => {
        if (ack.ok) acknowledged += 1;
        else refused += 1;
      },
    );
  }
  const end = performance.now() + 10_000;
  while (acknowledged + refused < sent && performance.now() < end) await sleep(20);
}

await load(3);
measuring = true;
const [sentBefore, start] = [sent, performance.now()];
await load(Number(seconds));
const took = (performance.now() - start) / 1000;
latencies.sort((a, b) => a - b);
const percentile = (p: number) => Math.round((latencies[Math.floor((latencies.length - 1) * p)] ?? 0) * 10) / 10;
console.log(
  JSON.stringify({
    through,
    engine,
    sockets,
    messagesPerSecond: Math.round((sent - sentBefore) / took),
    sent: sent - sentBefore,
    received: latencies.length,
    refused,
    p50ms: percentile(0.5),
    p90ms: percentile(0.9),
    p99ms: percentile(0.99),
    maxMs: percentile(1),
  }),
);

for (const client of clients) client.close();
await gateway?.stop();
await upstream.kill();
await database.drop();

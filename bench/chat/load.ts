// 1,000 connected sockets, 200 messages a second on SQLite and 500 on PostgreSQL: how long from sending a message to its receipt at the other person.
// Upstream, gateway and the people's sockets are a process each.
// `node bench/chat/load.ts [sqlite|postgres] [seconds] [sockets]`
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cpuMicroseconds, runProgram } from '#bench/harness/processes.ts';
import { startGateway } from '#bench/proxy/peers.ts';
import { storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { startUpstreamProcess } from '#tests/support/start-product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import type { ChatLoad, ChatLoadResult } from './load-generator.ts';

const [engine = 'sqlite', seconds = '20', count = '1000'] = process.argv.slice(2);
const sockets = Number(count);

// Stops every process and drops the database on every way out.
await using leftovers = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leftovers.disposeAsync().finally(() => process.exit(1)));

const database = await createTestDatabase(engine === 'postgres' ? 'postgres' : 'sqlite');
leftovers.defer(() => database.drop());
const connection = await connect(database.url);
await migrate(connection);
const people = await storePeople(connection, sockets);
const pairs = people.flatMap(({ id }, i) => (i % 2 === 0 ? [[id, people[i + 1]?.id ?? ''] as const] : []));
await storeConnections(connection, pairs);
await connection.close();

const upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error' });
leftovers.defer(() => upstream.end());
const gateway = await startGateway(upstream.port, { RATE_LIMIT_FACTOR: '10000' }, 'any');
leftovers.defer(() => gateway.stop());

// The list of people is too long for a command line.
const folder = mkdtempSync(join(tmpdir(), 'dotcode-load-'));
leftovers.defer(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'load.json');
const load: ChatLoad = {
  port: gateway.port,
  people,
  seconds: Number(seconds),
  perSecond: sockets / (engine === 'postgres' ? 2 : 5),
};
writeFileSync(file, JSON.stringify(load), { mode: 0o600 });
const generator = runProgram(process.execPath, ['bench/chat/load-generator.ts', file]);
leftovers.defer(() => void generator.kill());

const used = () => [upstream.pid, gateway.pid].map(cpuMicroseconds);
let usedBefore: number[] | undefined;
let found: (ChatLoadResult & { cpu: number[] }) | undefined;
for await (const line of createInterface(generator.stdout as NodeJS.ReadableStream)) {
  if (usedBefore === undefined) usedBefore = used();
  else {
    const result = JSON.parse(line) as ChatLoadResult;
    const before = usedBefore;
    // Processor time of each message.
    found = { ...result, cpu: used().map((now, i) => Math.round((now - (before[i] ?? 0)) / result.sent)) };
  }
}
if (found === undefined) throw new Error('The people of the load ended before they had anything to tell.');
const { cpu, ...result } = found;
console.log(
  JSON.stringify({
    engine,
    sockets,
    ...result,
    upstreamCpuMicroseconds: cpu[0],
    gatewayCpuMicroseconds: cpu[1],
  }),
);

// The clients of `load.ts` in a separate process: all sockets, and the one clock that times every message.
// `load-generator.ts <file>`, whose JSON is a `ChatLoad`.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { quantile } from '#bench/harness/numbers.ts';

export interface ChatLoad {
  port: number;
  /** Each pair of neighbours is connected and writes to each other. */
  people: { id: string; cookie: string }[];
  seconds: number;
  perSecond: number;
}

export interface ChatLoadResult {
  messagesPerSecond: number;
  sent: number;
  received: number;
  acknowledged: number;
  refused: number;
  /** Sent to received, in milliseconds. */
  p50ms: number;
  p99ms: number;
  /** The delay of this process itself, p99. The figures are valid only where it is far below them. */
  lagP99ms: number;
}

const { port, people, seconds, perSecond } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ChatLoad;

const latencies: number[] = [];
let [sent, acknowledged, refused, isMeasuring] = [0, 0, 0, false];

const sockets: Socket[] = [];
for (let start = 0; start < people.length; start += 50)
  sockets.push(...(await Promise.all(people.slice(start, start + 50).map((person, i) => open(person, start + i)))));

// Warm-up: V8 compiles the programs within three seconds. Short measurements skip it.
await load(Math.min(seconds, 3));
await answered();
// All clients are connected and the programs compiled: counting processor time begins here.
process.stdout.write('measuring\n');
isMeasuring = true;
[sent, acknowledged, refused] = [0, 0, 0];
const lag = monitorEventLoopDelay({ resolution: 1 });
lag.enable();
const startedAt = performance.now();
await load(seconds);
const took = performance.now() - startedAt;
lag.disable();
await answered();

const rounded = (ms: number) => Math.round(ms * 10) / 10;
const result: ChatLoadResult = {
  messagesPerSecond: Math.round(sent / (took / 1000)),
  sent,
  received: latencies.length,
  acknowledged,
  refused,
  p50ms: rounded(quantile(latencies, 0.5)),
  p99ms: rounded(quantile(latencies, 0.99)),
  lagP99ms: rounded(lag.percentile(99) / 1e6),
};
for (const socket of sockets) socket.disconnect();
process.stdout.write(`${JSON.stringify(result)}\n`);

async function open({ id, cookie }: ChatLoad['people'][number], i: number): Promise<Socket> {
  const url = `http://127.0.0.1:${port}`;
  const socket = io(url, {
    path: '/api/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    // The gateway allows 500 sockets for each network, so the clients claim several addresses.
    extraHeaders: { cookie, origin: url, 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` },
  });
  socket.on('messageReceived', ({ text, senderId }: { text: string; senderId: string }) => {
    if (isMeasuring && senderId !== id && Number(text) >= startedAt) latencies.push(performance.now() - Number(text));
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return socket;
}

/** Whether every message has been acknowledged and received, or is lost. */
async function answered(): Promise<void> {
  const end = performance.now() + 10_000;
  while (performance.now() < end) {
    if (acknowledged + refused >= sent && (!isMeasuring || latencies.length >= acknowledged)) return;
    await sleep(20);
  }
}

async function load(forSeconds: number): Promise<void> {
  const start = performance.now();
  const total = forSeconds * perSecond;
  for (let i = 0; i < total; i += 1) {
    const due = start + (i * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const index = (i * 7) % people.length;
    const sentAt = performance.now();
    const isMeasured = isMeasuring;
    sent += 1;
    sockets[index]?.emit(
      'sendMessage',
      { targetUserId: people[index ^ 1]?.id, text: String(sentAt), clientId: `load-${crypto.randomUUID()}` },
      ({ ok }: { ok: boolean }) => {
        // Messages of the warm-up that arrive late are not counted.
        if (isMeasured !== isMeasuring) return;
        if (ok) acknowledged += 1;
        else refused += 1;
      },
    );
  }
}

// The clients of `load.ts` in a separate process: all sockets, and the one clock that times every message.
// `load-generator.ts <file>`, whose JSON is a `ChatLoad`.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#bench/harness/numbers.ts';
import { type LiveWire, openLiveWire } from './live-wire.ts';

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
  p90ms: number;
  p99ms: number;
  maxMs: number;
  /** Sent to acknowledged. */
  ackP99ms: number;
  /** The delay of this process itself, p99. The figures are valid only where it is far below them. */
  lagP99ms: number;
}

const { port, people, seconds, perSecond } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ChatLoad;

const latencies: number[] = [];
const ackLatencies: number[] = [];
let [sent, acknowledged, refused, isMeasuring] = [0, 0, 0, false];

const wires: LiveWire[] = [];
for (let start = 0; start < people.length; start += 50)
  wires.push(...(await Promise.all(people.slice(start, start + 50).map((person, i) => open(person, start + i)))));

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
  p90ms: rounded(quantile(latencies, 0.9)),
  p99ms: rounded(quantile(latencies, 0.99)),
  maxMs: rounded(quantile(latencies, 1)),
  ackP99ms: rounded(quantile(ackLatencies, 0.99)),
  lagP99ms: rounded(lag.percentile(99) / 1e6),
};
for (const wire of wires) wire.close();
process.stdout.write(`${JSON.stringify(result)}\n`);

function open({ id, cookie }: ChatLoad['people'][number], i: number): Promise<LiveWire> {
  return openLiveWire({
    port,
    cookie,
    // The gateway allows 200 sockets for each address, so the clients claim several addresses.
    address: `10.0.${i >> 8}.${i & 255}`,
    onEvent: (name, payload) => {
      if (name !== 'messageReceived' || !isMeasuring) return;
      const { text, senderId } = payload as { text: string; senderId: string };
      if (senderId !== id && Number(text) >= startedAt) latencies.push(performance.now() - Number(text));
    },
  });
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
    wires[index]?.emit(
      'sendMessage',
      { targetUserId: people[index ^ 1]?.id, text: String(sentAt), clientId: `load-${crypto.randomUUID()}` },
      ({ ok }) => {
        // Messages of the warm-up that arrive late are not counted.
        if (isMeasured !== isMeasuring) return;
        if (ok) acknowledged += 1;
        else refused += 1;
        if (isMeasuring) ackLatencies.push(performance.now() - sentAt);
      },
    );
  }
}

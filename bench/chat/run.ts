import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { runProgram } from '#bench/harness/processes.ts';

interface LoadResult {
  messagesPerSecond: number;
  sent: number;
  received: number;
  refused: number;
  p50ms: number;
  p99ms: number;
}

interface StormResult {
  sent: number;
  stored: number;
}

const budgetMs = 50;

export const chatPart: Part = {
  name: 'chat',
  title: 'Chat: 1,000 connected sockets, 500 messages a second, send to receive',
  async run({ rounds, isSmall }) {
    const ways = isSmall ? ['gateway'] : ['gateway', 'upstream'];
    const results = new Map<string, LoadResult[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const way of round % 2 === 0 ? ways : ways.toReversed())
        results
          .get(way)
          ?.push(
            await json<LoadResult>('bench/chat/load.ts', way, 'sqlite', ...(isSmall ? ['1', '20'] : ['10', '1000'])),
          );
    const storm = isSmall ? undefined : await json<StormResult>('bench/chat/storm.ts', 'sqlite');
    const p99 = median((results.get('gateway') ?? []).map(({ p99ms }) => p99ms));
    return [
      table(
        ['Way', 'messages/s', 'p50 ms', 'p99 ms', 'p99 range', 'sent', 'received', 'refused'],
        [...results].map(([way, found]) => {
          const sum = (key: keyof LoadResult): number => found.reduce((total, each) => total + each[key], 0);
          return [
            way === 'gateway' ? 'through the gateway' : 'straight to the upstream',
            median(found.map(({ messagesPerSecond }) => messagesPerSecond)),
            median(found.map(({ p50ms }) => p50ms)),
            median(found.map((each) => each.p99ms)),
            range(
              found.map((each) => each.p99ms),
              1,
            ),
            sum('sent'),
            sum('received'),
            sum('refused'),
          ];
        }),
      ),
      ...(storm === undefined
        ? []
        : [
            `The storm, 20 people with cut wires, one \`kill -9\` of the upstream and one restart of the gateway: ${storm.sent} messages sent, ${storm.stored} stored, each once and in order.`,
          ]),
      verdict(`send to receive p99 through the gateway: ${p99} ms, wanted ≤ ${budgetMs} ms`, p99 <= budgetMs),
    ].join('\n\n');
  },
};

async function json<Result>(path: string, ...args: string[]): Promise<Result> {
  const child = runProgram(process.execPath, [path, ...args]);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${path} ended with ${status}:\n${text}`);
  return JSON.parse(text) as Result;
}

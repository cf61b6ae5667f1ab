import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { runProgram } from '#bench/harness/processes.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import type { ChatLoadResult } from './load-generator.ts';

type LoadResult = ChatLoadResult & { upstreamCpuMicroseconds: number; gatewayCpuMicroseconds: number };

const budgetMs = 30;
const engines = ['sqlite', 'postgres'] as const;
type Results = ReadonlyMap<string, LoadResult[]>;

export const chatPart: Part = {
  name: 'chat',
  title: 'Chat: 1,000 connected sockets, 200 messages a second on SQLite and 500 on PostgreSQL, send to receive',
  async run({ rounds, isSmall }) {
    const hasPostgres = await postgresAnswers();
    const measured = engines.filter((engine) => engine === 'sqlite' || (hasPostgres && !isSmall));
    const results: Results = new Map(measured.map((engine) => [engine, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const engine of round % 2 === 0 ? measured : measured.toReversed())
        results.get(engine)?.push(await json('bench/chat/load.ts', engine, ...(isSmall ? ['1', '20'] : ['10'])));
    return [
      loadTable(results),
      'Each message is stored on disk, acknowledged to its sender and told to both people. Upstream, gateway and the thousand clients are a process each and share the machine: what the clients were late themselves is in every figure.',
      ...(hasPostgres ? [] : ['PostgreSQL was not there.']),
      verdictsOf(results).join('\n'),
    ].join('\n\n');
  },
};

function loadTable(results: Results): string {
  const head = [
    'Database',
    'messages/s',
    'p50 ms',
    'p99 ms',
    'p99 range',
    'clients late, p99',
    'CPU µs each: upstream',
  ];
  return table(
    [...head, 'gateway', 'sent', 'received', 'refused'],
    [...results].map(([engine, found]) => {
      const all = (key: keyof LoadResult): number[] => found.map((each) => each[key]);
      const sum = (key: keyof LoadResult): number => all(key).reduce((total, each) => total + each, 0);
      return [
        engine,
        median(all('messagesPerSecond')),
        median(all('p50ms')),
        median(all('p99ms')),
        range(all('p99ms'), 1),
        median(all('lagP99ms')),
        median(all('upstreamCpuMicroseconds')),
        median(all('gatewayCpuMicroseconds')),
        sum('sent'),
        sum('received'),
        sum('refused'),
      ];
    }),
  );
}

function verdictsOf(results: Results): string[] {
  return [...results].map(([engine, found]) => {
    const p99 = median(found.map(({ p99ms }) => p99ms));
    const isWhole = found.every(({ sent, received, acknowledged }) => sent === received && sent === acknowledged);
    return verdict(
      `${engine}: send to receive p99 ${p99} ms, wanted ≤ ${budgetMs} ms; ${isWhole ? 'everything' : 'not everything'} received`,
      p99 <= budgetMs && isWhole,
    );
  });
}

async function json<Result>(path: string, ...args: string[]): Promise<Result> {
  const child = runProgram(process.execPath, [path, ...args]);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (!text.startsWith('{')) throw new Error(`${path} ended with ${status}:\n${text}`);
  return JSON.parse(text) as Result;
}

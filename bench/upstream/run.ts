import { measureAt } from '#bench/harness/compare.ts';
import type { Sample } from '#bench/harness/load.ts';
import { median, spread, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import { type FilledUpstream, type Operation, operations, startFilledUpstream } from './filled-upstream.ts';

const million = 1_000_000;
/** Of a feed's median: at a million people against a thousand. */
const mostGrowth = 1.3;
const kinds = [
  ['alone', 1],
  ['many', 16],
] as const;

/** The times of one kind of call on one upstream: on one connection, and on sixteen at once. */
interface Found {
  alone: Sample[];
  many: Sample[];
}

export const upstreamPart: Part = {
  name: 'upstream',
  title: 'Upstream: calls over HTTP, by the size of the network',
  async run({ rounds, milliseconds, isSmall, isLarge }) {
    const sizes = isSmall ? [100] : [1000, 10_000, ...(isLarge ? [million] : [])];
    const engines = (await postgresAnswers()) ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
    const upstreams: FilledUpstream[] = [];
    const found = new Map<string, Found>();
    const foundOf = (operation: Operation, { engine, people }: FilledUpstream): Found => {
      const key = `${operation} ${engine} ${people}`;
      const samples = found.get(key) ?? { alone: [], many: [] };
      found.set(key, samples);
      return samples;
    };
    try {
      for (const engine of engines)
        for (const people of sizes) upstreams.push(await startFilledUpstream(engine, people));
      // The first round is the warm-up. Others begin with another upstream each, so that other load affects all alike.
      for (let round = isSmall ? 0 : -1; round < rounds; round += 1)
        for (const operation of Object.keys(operations) as Operation[])
          for (const [at] of upstreams.entries()) {
            const upstream = upstreams[(at + Math.max(round, 0)) % upstreams.length] as FilledUpstream;
            for (const [kind, connections] of kinds) {
              const headers = { 'Accept-Encoding': 'identity' };
              const load = {
                ...upstream.calls[operation],
                headers,
                port: upstream.port,
                connections,
                milliseconds: milliseconds / 2,
              };
              const sample = await measureAt({ isSmall }, load);
              if (round >= 0) foundOf(operation, upstream)[kind].push(sample);
            }
          }
    } finally {
      await Promise.all(upstreams.map(({ stop }) => stop()));
    }

    const growthOf = (operation: Operation, upstream: FilledUpstream): number[] => {
      const smallest = upstreams.find(({ engine }) => engine === upstream.engine) ?? upstream;
      const base = foundOf(operation, smallest).alone;
      return foundOf(operation, upstream).alone.map(({ p50 }, round) => p50 / (base[round]?.p50 ?? 1));
    };
    const rows = (Object.keys(operations) as Operation[]).flatMap((operation) =>
      upstreams.map((upstream) => {
        const { alone, many } = foundOf(operation, upstream);
        return [
          ...[operations[operation], upstream.engine, upstream.people.toLocaleString('en')],
          median(alone.map(({ p50 }) => p50)).toFixed(2),
          median(alone.map(({ p99 }) => p99)).toFixed(2),
          spread(growthOf(operation, upstream)),
          median(many.map(({ perSecond }) => perSecond)),
          median(many.map(({ p99 }) => p99)).toFixed(1),
          [...alone, ...many].reduce((sum, { failed }) => sum + failed, 0),
        ];
      }),
    );
    const verdicts = upstreams
      .filter(({ people }) => people === million)
      .map((upstream) => {
        const growth = median(growthOf('newest', upstream));
        const what = `the feed at a million people on ${upstream.engine}: p50 ${growth.toFixed(2)} × that of 1,000`;
        return verdict(`${what}, wanted ≤ ${mostGrowth}`, growth <= mostGrowth);
      });
    const head = [
      'Call',
      'Database',
      'People',
      'p50 ms',
      'p99 ms',
      'p50 × the smallest',
      'requests/s at 16',
      'p99 at 16',
    ];
    return [table([...head, 'failed'], rows), verdicts.join('\n')].join('\n\n');
  },
};

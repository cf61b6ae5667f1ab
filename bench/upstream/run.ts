import { measureAt } from '#bench/harness/compare.ts';
import type { Sample } from '#bench/harness/load.ts';
import { median, spread, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { feedBudgetMs, searchBudgetMs } from './budgets.ts';
import { type FilledUpstream, type Operation, operations, startFilledUpstream } from './filled-upstream.ts';

const million = 1_000_000;
/** At a million people, for the 99th percentile of one connection. */
const budgets: readonly { calls: readonly Operation[]; p99Ms: Record<Engine, number>; growth?: number }[] = [
  { calls: ['newest', 'fifty', 'skill', 'decided', 'match', 'deepest'], p99Ms: feedBudgetMs, growth: 1.3 },
  { calls: ['search', 'typo', 'projectSearch'], p99Ms: searchBudgetMs },
];

/** The times of one kind of call on one database: on one connection, and on sixteen at once. */
interface Found {
  alone: Sample[];
  many: Sample[];
}

export const upstreamPart: Part = {
  name: 'upstream',
  title: 'Upstream: calls over HTTP, by the size of the network',
  async run({ rounds, milliseconds, isSmall, isLarge, seeded = [] }) {
    const sizes = isSmall ? [100] : [1000, 100_000, ...(isLarge ? [million] : [])];
    const hasPostgres = await postgresAnswers();
    const upstreams: FilledUpstream[] = [];
    const found = new Map<string, Found>();
    const given = (engine: Engine) => seeded.find(({ url }) => url.startsWith('sqlite:') === (engine === 'sqlite'));
    const keyOf = (operation: Operation, { engine, people }: FilledUpstream): string =>
      `${operation} ${engine} ${people}`;
    try {
      for (const engine of hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))
        for (const people of sizes)
          upstreams.push(await startFilledUpstream(engine, people, people === million ? given(engine) : undefined));
      // The first round is the warm-up.
      for (let round = isSmall ? 0 : -1; round < rounds; round += 1) {
        for (const operation of Object.keys(operations) as Operation[]) {
          for (let i = 0; i < upstreams.length; i += 1) {
            const upstream = upstreams[(i + Math.max(round, 0)) % upstreams.length];
            if (upstream === undefined) continue;
            const key = keyOf(operation, upstream);
            const samples = found.get(key) ?? { alone: [], many: [] };
            found.set(key, samples);
            for (const [kind, connections] of [
              ['alone', 1],
              ['many', 16],
            ] as const) {
              const asked = upstream.calls[operation]();
              if (asked.paths?.length === 0) continue;
              // Uncompressed: the budgets are of the queries.
              const headers = { 'Accept-Encoding': 'identity' };
              const sample = await measureAt(
                { isSmall },
                {
                  ...asked,
                  headers,
                  port: upstream.port,
                  connections,
                  milliseconds: milliseconds / 2,
                },
              );
              if (round >= 0) samples[kind].push(sample);
            }
          }
        }
      }
    } finally {
      await Promise.all(upstreams.map(({ stop }) => stop()));
    }

    const of = (samples: Sample[], key: keyof Sample): number[] => samples.map((sample) => sample[key]);
    const growthOf = (operation: Operation, upstream: FilledUpstream): number[] => {
      const smallest = upstreams.find(({ engine }) => engine === upstream.engine) ?? upstream;
      const base = found.get(keyOf(operation, smallest))?.alone ?? [];
      const { alone } = found.get(keyOf(operation, upstream)) ?? { alone: [] };
      return alone.map(({ p50 }, round) => p50 / (base[round]?.p50 ?? 1));
    };
    const rows = (Object.keys(operations) as Operation[]).flatMap((operation) =>
      upstreams.map((upstream) => {
        const { alone, many } = found.get(keyOf(operation, upstream)) ?? { alone: [], many: [] };
        return [
          operations[operation],
          upstream.engine,
          upstream.people.toLocaleString('en'),
          median(of(alone, 'p50')).toFixed(2),
          median(of(alone, 'p99')).toFixed(2),
          spread(growthOf(operation, upstream)),
          median(of(many, 'perSecond')),
          median(of(many, 'p99')).toFixed(1),
          [...alone, ...many].reduce((sum, { failed }) => sum + failed, 0),
        ];
      }),
    );
    const judged = upstreams
      .filter(({ people }) => people === sizes.at(-1))
      .flatMap((upstream) =>
        budgets.flatMap(({ calls, p99Ms, growth: growthAtMost }) =>
          calls.map((operation) => {
            const p99 = median(of(found.get(keyOf(operation, upstream))?.alone ?? [], 'p99'));
            const growth = median(growthOf(operation, upstream));
            const line = `${operations[operation]}, at ${upstream.people.toLocaleString('en')} people on ${upstream.engine}: p99 ${p99.toFixed(2)} ms`;
            const budget = p99Ms[upstream.engine];
            if (!isLarge) return `- not judged: ${line}; the budget of ${budget} ms is for 1,000,000 (\`--large\`)`;
            if (growthAtMost === undefined) return verdict(`${line}, wanted ≤ ${budget} ms`, p99 <= budget);
            return verdict(
              `${line}, wanted ≤ ${budget} ms; p50 ${growth.toFixed(2)} × that of 1,000, wanted ≤ ${growthAtMost}`,
              p99 <= budget && growth <= growthAtMost,
            );
          }),
        ),
      );
    return [
      table(
        [
          'Call',
          'Database',
          'People',
          'p50 ms',
          'p99 ms',
          'p50 × that of the smallest',
          'requests/s at 16',
          'p99 at 16',
          'failed',
        ],
        rows,
      ),
      `p50 and p99 are of one connection. ${upstreams.map(seedingSentence).join(' ')}`,
      ...(hasPostgres ? [] : ['No PostgreSQL answers here: its rows are missing.']),
      judged.join('\n'),
    ].join('\n\n');
  },
};

function seedingSentence({ engine, people, seededInSeconds }: FilledUpstream): string {
  const who = `${people.toLocaleString('en')} people`;
  return seededInSeconds === undefined
    ? `${who} had been seeded before on ${engine}.`
    : `Seeding ${who} took ${seededInSeconds.toFixed(0)} s on ${engine}.`;
}

import { alignedTable } from '#bench/harness/numbers.ts';
import type { Engine } from '#upstream/db/connection.ts';

/** Processor time of one call, in microseconds. */
export interface CallCost {
  gateway: number;
  upstream: number;
  database: number;
}

/** The calls that are counted with, by their names in the results. */
export const countedCalls = {
  profile: 'own profile, lists of one’s own',
  newest: 'feed, newest first',
  match: 'feed, best match first',
  search: 'search',
  history: 'chat history',
  request: 'a write, a message',
} as const;
type Counted = keyof typeof countedCalls;
type Costs = Readonly<Record<Counted, CallCost>>;
/** With SQLite the database is in the upstream. */
export type CostsByEngine = Readonly<Record<Engine, Costs>>;

/** Shares of the calls that read; assumed. */
const readShares = { profile: 0.5, newest: 0.2, match: 0.05, search: 0.05, history: 0.2 } as const;
/** Of all people on one day, of their calls, and of the busiest minute against the average; assumed. */
const assumed = {
  activeShare: 0.1,
  callsADay: 120,
  writeShare: 1 / 12,
  messagesADay: 20,
  peak: 3,
  connectedShare: 0.08,
  utilisation: 0.6,
  socketBytes: 60_000,
  relations: 5,
  messagesKeptDays: 365,
};
/** On disk with every index, as PostgreSQL kept a seeded million: a person with their skills, a relation, a message. */
const bytes = { person: 2508, relation: 789, message: 306 };
const machine = { databaseCores: 64, diskBytes: 8e12, redisMessagesPerSecond: 150_000 };

/** Calls, messages, cores and bytes that this number of people needs at the busiest time of a day. */
function needsOf(people: number, costs: Costs) {
  const active = people * assumed.activeShare;
  const calls = (active * assumed.callsADay * assumed.peak) / 86_400;
  const messages = (active * assumed.messagesADay * assumed.peak) / 86_400;
  const reads = calls * (1 - assumed.writeShare);
  const writes = calls - reads + messages;
  const cores = (microseconds: number) => microseconds / 1e6 / assumed.utilisation;
  const gateway = averageRead(costs, 'gateway') * (1 - assumed.writeShare) + costs.request.gateway * assumed.writeShare;
  return {
    calls,
    messages,
    sockets: active * assumed.connectedShare,
    // The gateway carries a message in and out.
    gatewayCores: cores((calls + 2 * messages) * gateway),
    upstreamCores: cores(reads * averageRead(costs, 'upstream') + writes * costs.request.upstream),
    databaseReadCores: cores(reads * averageRead(costs, 'database')),
    databaseWriteCores: cores(writes * costs.request.database),
    diskBytes:
      people * (bytes.person + assumed.relations * bytes.relation) +
      active * assumed.messagesADay * assumed.messagesKeptDays * bytes.message,
    socketBytes: active * assumed.connectedShare * assumed.socketBytes,
    // A message is published once, and so is each news that it was delivered and read.
    redisMessages: messages * 3,
  };
}
type Needs = ReturnType<typeof needsOf>;

function averageRead(costs: Costs, program: keyof CallCost): number {
  return Object.entries(readShares).reduce((sum, [call, share]) => sum + share * costs[call as Counted][program], 0);
}

/** The parts that run on one machine until the data is split, and the share of that machine that each uses. */
const singleParts: readonly [name: string, used: (needs: Needs) => number][] = [
  ['PostgreSQL’s primary, disk', ({ diskBytes }) => diskBytes / machine.diskBytes],
  [
    'PostgreSQL’s primary, processor, reads and writes',
    ({ databaseReadCores, databaseWriteCores }) => (databaseReadCores + databaseWriteCores) / machine.databaseCores,
  ],
  [
    'PostgreSQL’s primary, processor, reads on replicas',
    ({ databaseWriteCores }) => databaseWriteCores / machine.databaseCores,
  ],
  ['one Redis, every message to every upstream', ({ redisMessages }) => redisMessages / machine.redisMessagesPerSecond],
];

type CountedPart = 'a thousand' | 'a hundred million' | 'costs';

/** The parts of docs/scaling.md that follow from the measured costs. */
function countedParts(costs: CostsByEngine): Record<CountedPart, string> {
  return {
    'a thousand': thousandActive(costs),
    'a hundred million': hundredMillion(costs.postgres),
    costs: costTable(costs.postgres),
  };
}

/** The document with these parts between their marks. */
export function withCountedParts(document: string, costs: CostsByEngine): string {
  return Object.entries(countedParts(costs)).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- counted: ${name} -->\n`, `\n<!-- /counted -->`];
    const [before, rest] = text.split(begin, 2);
    const after = rest?.slice(rest.indexOf(end));
    if (before === undefined || after === undefined) throw new Error(`The document has no place for ${name}.`);
    return `${before}${begin}\n${part}\n${after}`;
  }, document);
}

function thousandActive(costs: CostsByEngine): string {
  const [sqlite, postgres] = [costs.sqlite, costs.postgres].map((each) => needsOf(1000 / assumed.activeShare, each));
  if (sqlite === undefined || postgres === undefined) throw new Error('Both engines are counted.');
  const { socketBytes, diskBytes } = postgres;
  const [sockets, disk] = [`${(socketBytes / 1e6).toFixed(1)} MB`, `${(diskBytes / 1e9).toFixed(1)} GB`];
  const cores = (value: number) => `${value.toPrecision(2)} cores`;
  const onEach = (value: number) => `${cores(value)}, each machine ready for all of it`;
  const databaseCores = postgres.databaseReadCores + postgres.databaseWriteCores;
  const all = postgres.gatewayCores + postgres.upstreamCores + databaseCores;
  const table = alignedTable(
    ['For each 1,000 active people', 'One machine, SQLite', 'One machine, PostgreSQL', 'Three machines'],
    [
      ['gateway', cores(sqlite.gatewayCores), cores(postgres.gatewayCores), onEach(postgres.gatewayCores)],
      ['upstream', cores(sqlite.upstreamCores), cores(postgres.upstreamCores), onEach(postgres.upstreamCores)],
      ['database', 'in the upstream', cores(databaseCores), cores(databaseCores)],
      ['memory for sockets', sockets, sockets, `${sockets}, on either machine`],
      ['disk', disk, disk, `${disk}, and a backup`],
      [
        'fixed, for any number',
        '180 MB',
        '180 MB and PostgreSQL’s own',
        '180 MB on each of two, PostgreSQL’s own on the third',
      ],
    ],
  );
  const search = (readShares.search * costs.postgres.search.database) / averageRead(costs.postgres, 'database');
  return `${table}

By processor, two cores of one machine carry about ${round(2000 / (sqlite.gatewayCores + sqlite.upstreamCores))} active people with SQLite, as long as one writer is enough, and ${round(2000 / all)} with PostgreSQL; a disk of 1 TB carries ${round(1e15 / diskBytes)}. Search is one read in twenty, and ${percent(search)} of what all reads cost the database.`;
}

function hundredMillion(costs: Costs): string {
  const sizes = [1e5, 1e6, 1e7, 1e8].map((people) => ({ people, needs: needsOf(people, costs) }));
  const head = sizes.map(({ people }) => people.toLocaleString('en'));
  const row = (name: string, of: (needs: Needs) => number) => [name, ...sizes.map(({ needs }) => count(of(needs)))];
  const full = singleParts
    .map(([name, used]) => ({ name, people: 1e8 / used(needsOf(1e8, costs)) }))
    .sort((one, other) => one.people - other.people);
  return [
    alignedTable(
      ['At the busiest time', ...head],
      [
        row('calls a second', ({ calls }) => calls),
        row('chat messages a second', ({ messages }) => messages),
        row('open sockets', ({ sockets }) => sockets),
        row('gateway cores', ({ gatewayCores }) => gatewayCores),
        row('upstream cores', ({ upstreamCores }) => upstreamCores),
        row('database cores, reads', ({ databaseReadCores }) => databaseReadCores),
        row('database cores, writes', ({ databaseWriteCores }) => databaseWriteCores),
        row('database on disk, TB', ({ diskBytes }) => diskBytes / 1e12),
        row('socket memory, GB', ({ socketBytes }) => socketBytes / 1e9),
      ],
    ),
    alignedTable(
      ['How full, of one machine', ...head],
      singleParts.map(([name, used]) => [name, ...sizes.map(({ needs }) => percent(used(needs)))]),
    ),
    full.map(({ name, people }) => `- ${name}: full at ${round(people)} people`).join('\n'),
    `So what runs out first is **${full[0]?.name}**. Reading from replicas divides the primary's processor time by ${byReplicas(costs).toPrecision(2)}.`,
  ].join('\n\n');
}

function byReplicas(costs: Costs): number {
  const { databaseReadCores, databaseWriteCores } = needsOf(1000, costs);
  return (databaseReadCores + databaseWriteCores) / databaseWriteCores;
}

function costTable(costs: Costs): string {
  const shareOf = (call: Counted) => (call === 'request' ? '' : `${readShares[call] * 100} %`);
  const table = alignedTable(
    ['Call', 'Share of reads', 'Gateway', 'Upstream', 'Database'],
    (Object.keys(countedCalls) as Counted[]).map((call) => [
      countedCalls[call],
      shareOf(call),
      ...(['gateway', 'upstream', 'database'] as const).map((program) => costs[call][program].toLocaleString('en')),
    ]),
  );
  const { person, relation, message } = bytes;
  return `${table}

With every index, a person with five skills takes ${person.toLocaleString('en')} bytes on disk, a relation ${relation} and a message ${message}, in a seeded million on PostgreSQL.`;
}

function count(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}

function percent(used: number): string {
  return used >= 1 ? `**${Math.round(used * 100)} %**` : `${(used * 100).toPrecision(2)} %`;
}

function round(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

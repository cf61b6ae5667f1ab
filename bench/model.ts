// node bench/model.ts: a network of 10^8 people on paper, from measured costs and stated assumptions. Prints what each
// part of the service carries at the busiest time, and what runs out first as the network grows. docs/scaling.md
// shows its output.
import { table } from './harness/numbers.ts';

/** What people do; all assumed. */
const assumed = {
  /** Of all people, on one day. */
  activeShare: 0.1,
  callsPerActiveDay: 120,
  /** Of these calls: one in twelve changes something. */
  writeShare: 1 / 12,
  messagesPerActiveDay: 20,
  /** The busiest minute against the average. */
  peak: 3,
  /** Of the active, with an open socket at the peak. */
  connectedShare: 0.08,
  /** Machines are used to so much, to survive the loss of some. */
  utilisation: 0.6,
};

/** Processor time of one call, in microseconds, and its share of the calls that read: the shares are assumed. */
const reads = [
  { name: 'own profile, lists of one’s own', share: 0.5, upstream: 286, database: 239 },
  { name: 'feed, newest first', share: 0.2, upstream: 615, database: 410 },
  { name: 'feed, best match first', share: 0.05, upstream: 1533, database: 1457 },
  { name: 'search', share: 0.05, upstream: 1635, database: 4135 },
  { name: 'chat history', share: 0.2, upstream: 821, database: 709 },
];
const averageRead = (side: 'upstream' | 'database'): number =>
  reads.reduce((sum, read) => sum + read.share * read[side], 0);

/**
 * What one call and one row cost: as `node bench/model-costs.ts` measured on PostgreSQL with 20,000 people. A message
 * is taken to cost what sending a request does, and a socket's memory is assumed.
 */
const measured = {
  gatewayCpuMicroseconds: 100,
  upstreamReadMicroseconds: averageRead('upstream'),
  upstreamWriteMicroseconds: 800,
  socketKilobytes: 60,
  databaseReadMicroseconds: averageRead('database'),
  databaseWriteMicroseconds: 767,
  /** On disk with every index: a person with five skills and the terms they are found by, a relation, a message. */
  personBytes: 481 + 5 * 185 + 1077,
  relationBytes: 560,
  messageBytes: 334,
};

const perPerson = { relations: 5, messagesKeptDays: 365 };

/** Machines of today, as one buys or rents them. */
const machine = { cores: 32, databaseCores: 64, diskTerabytes: 8, redisMessagesPerSecond: 150_000 };

interface Needs {
  people: number;
  callsPerSecond: number;
  messagesPerSecond: number;
  sockets: number;
  gatewayCores: number;
  upstreamCores: number;
  databaseReadCores: number;
  databaseWriteCores: number;
  terabytes: number;
  redisMessagesPerSecond: number;
}

/** What so many people need at their busiest. */
export function needsOf(people: number): Needs {
  const active = people * assumed.activeShare;
  const atPeak = (perDay: number): number => (active * perDay * assumed.peak) / 86_400;
  const callsPerSecond = atPeak(assumed.callsPerActiveDay);
  const messagesPerSecond = atPeak(assumed.messagesPerActiveDay);
  const cores = (microseconds: number): number => microseconds / 1e6 / assumed.utilisation;
  const writes = callsPerSecond * assumed.writeShare + messagesPerSecond;
  const keptMessages = active * assumed.messagesPerActiveDay * perPerson.messagesKeptDays;
  const bytes =
    people * (measured.personBytes + perPerson.relations * measured.relationBytes) +
    keptMessages * measured.messageBytes;
  return {
    people,
    callsPerSecond,
    messagesPerSecond,
    sockets: active * assumed.connectedShare,
    gatewayCores: cores((callsPerSecond + messagesPerSecond * 2) * measured.gatewayCpuMicroseconds),
    upstreamCores: cores(
      (callsPerSecond - callsPerSecond * assumed.writeShare) * measured.upstreamReadMicroseconds +
        writes * measured.upstreamWriteMicroseconds,
    ),
    databaseReadCores: cores(callsPerSecond * (1 - assumed.writeShare) * measured.databaseReadMicroseconds),
    databaseWriteCores: cores(writes * measured.databaseWriteMicroseconds),
    terabytes: bytes / 1e12,
    // A message is published once, and so is each news that it was delivered and read.
    redisMessagesPerSecond: messagesPerSecond * 3,
  };
}

/** The parts that one machine must carry whole until they are split, and how full each is. */
export function singleParts(needs: Needs): { name: string; used: number }[] {
  return [
    {
      name: 'PostgreSQL’s primary, processor, reads and writes',
      used: (needs.databaseReadCores + needs.databaseWriteCores) / machine.databaseCores,
    },
    {
      name: 'PostgreSQL’s primary, processor, reads on replicas',
      used: needs.databaseWriteCores / machine.databaseCores,
    },
    { name: 'PostgreSQL’s primary, disk', used: needs.terabytes / machine.diskTerabytes },
    {
      name: 'one Redis, every message to every upstream',
      used: needs.redisMessagesPerSecond / machine.redisMessagesPerSecond,
    },
  ];
}

if (import.meta.main) {
  const sizes = [1e5, 1e6, 1e7, 1e8].map(needsOf);
  const count = (value: number): string =>
    value >= 10 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
  const row = (name: string, of: (needs: Needs) => number): string[] => [
    name,
    ...sizes.map((needs) => count(of(needs))),
  ];
  const percent = (used: number): string =>
    used >= 1 ? `**${Math.round(used * 100)} %**` : `${(used * 100).toPrecision(2)} %`;
  const head = sizes.map(({ people }) => people.toLocaleString('en'));
  process.stdout.write(
    `${table(
      ['At the busiest time', ...head],
      [
        row('calls a second', (needs) => needs.callsPerSecond),
        row('chat messages a second', (needs) => needs.messagesPerSecond),
        row('open sockets', (needs) => needs.sockets),
        row('gateway cores', (needs) => needs.gatewayCores),
        row('upstream cores', (needs) => needs.upstreamCores),
        row('database cores, reads', (needs) => needs.databaseReadCores),
        row('database cores, writes', (needs) => needs.databaseWriteCores),
        row('database on disk, TB', (needs) => needs.terabytes),
        row('socket memory, GB', (needs) => (needs.sockets * measured.socketKilobytes) / 1e6),
      ],
    )}\n\n${table(
      ['How full, of one machine', ...head],
      singleParts(needsOf(1)).map(({ name }, at) => [
        name,
        ...sizes.map((needs) => percent(singleParts(needs)[at]?.used ?? 0)),
      ]),
    )}\n\n`,
  );
  const first = singleParts(needsOf(1)).map(({ name, used }) => ({ name, people: 1 / used }));
  first.sort((a, b) => a.people - b.people);
  for (const { name, people } of first)
    process.stdout.write(`- ${name}: full at ${Number(people.toPrecision(2)).toLocaleString('en')} people\n`);
}

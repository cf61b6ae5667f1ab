import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { quotas } from '#upstream/limits/quotas.ts';
import { connectPeople, decide, disconnect, review, withdraw } from './decide.ts';
import { listConnections, listReceived, listSent } from './relation-lists.ts';
import { areConnected, connectedAmong, presentDecision, relationOf, type Seen, seenOf } from './relations.ts';

let database: StoreDatabase;
beforeAll(async () => {
  database = await openStoreDatabase();
});
afterAll(() => database.close());

type Side = 'ann' | 'ben';
const sides = ['ann', 'ben'] as const;
const otherOf = (side: Side): Side => (side === 'ann' ? 'ben' : 'ann');
const acts = ['ask', 'ignore', 'take back', 'accept', 'reject', 'disconnect', 'join a project'] as const;
type Act = (typeof acts)[number];

/** The decisions of the two, as a reader of the rules would keep them: the model that the store is held to. */
interface Relation {
  connected: boolean;
  own: Record<Side, 'nothing' | 'asked' | 'ignored'>;
  /** Has rejected the other's request. */
  rejected: Record<Side, boolean>;
}

const strangers: Relation = {
  connected: false,
  own: { ann: 'nothing', ben: 'nothing' },
  rejected: { ann: false, ben: false },
};

function modelSeenBy({ connected, own, rejected }: Relation, side: Side): Seen {
  if (connected) return 'connected';
  if (rejected[side]) return 'rejected-by-me';
  return own[otherOf(side)] === 'asked' ? 'asks-me' : own[side];
}

/** The relation after the act, and how the store must answer it. */
function modelStep(before: Relation, side: Side, act: Act): { after: Relation; answer: string; isTold?: boolean } {
  const after = structuredClone(before);
  const seen = modelSeenBy(before, side);
  const other = otherOf(side);
  const connected = { ...strangers, connected: true };
  switch (act) {
    case 'ask':
      if (seen === 'asks-me' || (seen === 'rejected-by-me' && before.own[other] === 'asked'))
        return { after: connected, answer: 'connected', isTold: true };
      if (seen === 'connected' || seen === 'asked') return { after, answer: 'already-related' };
      after.own[side] = 'asked';
      after.rejected[side] = false;
      return { after, answer: 'requested', isTold: !before.rejected[other] };
    case 'ignore':
      if (seen === 'ignored') return { after, answer: 'ignored' };
      if (seen !== 'nothing') return { after, answer: 'already-related' };
      after.own[side] = 'ignored';
      return { after, answer: 'ignored' };
    case 'take back':
      if (seen === 'connected') return { after, answer: 'connected' };
      if (seen !== 'asked' && seen !== 'ignored') return { after, answer: 'not-found' };
      after.own[side] = 'nothing';
      return { after, answer: 'withdrawn' };
    case 'accept':
      if (seen !== 'asks-me') return { after, answer: 'not reviewed' };
      return { after: connected, answer: 'reviewed', isTold: true };
    case 'reject':
      if (seen !== 'asks-me') return { after, answer: 'not reviewed' };
      after.rejected[side] = true;
      after.own[side] = 'nothing';
      return { after, answer: 'reviewed', isTold: false };
    case 'disconnect':
      return seen === 'connected' ? { after: strangers, answer: 'true' } : { after, answer: 'false' };
    case 'join a project':
      return { after: connected, answer: seen === 'connected' ? 'connected before' : 'connected' };
  }
}

/** Longer than every wait after a withdrawal, and than the time in which one notification of a kind is allowed. */
const eightDays = 8 * day;

/** Two people in the database, on whom acts are performed one after the other. */
class Pair {
  readonly ids: Record<Side, string>;
  /** The request or `ignored` that each of them was told last. */
  readonly #told: Record<Side, { id: string; at: number }> = {
    ann: { id: 'none', at: 0 },
    ben: { id: 'none', at: 0 },
  };
  now = Date.UTC(2026, 0, 1);

  constructor(ids: Record<Side, string>) {
    this.ids = ids;
  }

  static async make(): Promise<Pair> {
    return new Pair({ ann: await database.addPerson(), ben: await database.addPerson() });
  }

  relation(side: Side): ReturnType<typeof relationOf> {
    return relationOf(database.db, this.ids[side], this.ids[otherOf(side)]);
  }

  /** The store's answer, and whether somebody was notified. */
  async perform(side: Side, act: Act): Promise<{ answer: string; isTold: boolean | undefined }> {
    this.now += eightDays;
    const [own, other, now] = [this.ids[side], this.ids[otherOf(side)], this.now];
    const { connection, theirs } = await this.relation(side);
    return database.db.transaction().execute(async (trx) => {
      if (act === 'ask' || act === 'ignore') {
        const status = act === 'ask' ? 'interested' : 'ignored';
        const outcome = await decide(trx, { fromId: own, toId: other, status, now, quotas });
        if (outcome.kind === 'already-related') return { answer: outcome.kind, isTold: undefined };
        if (outcome.kind !== 'connected') this.#told[side] = { id: outcome.decision.id, at: outcome.decision.at };
        const isTold = outcome.kind === 'ignored' ? undefined : outcome.notificationId !== undefined;
        return { answer: outcome.kind, isTold };
      }
      if (act === 'take back') {
        const requestId = connection?.id ?? this.#told[side].id;
        const outcome = await withdraw(trx, 'sqlite', { requestId, viewerId: own });
        if (outcome.kind === 'withdrawn') expect(outcome.toId).toBe(other);
        // Only the person who asked knows the request of a connection by its id.
        if (connection) expect(outcome.kind).toBe(connection.from_id === own ? 'connected' : 'not-found');
        return { answer: connection ? 'connected' : outcome.kind, isTold: undefined };
      }
      if (act === 'disconnect') return { answer: String(await disconnect(trx, own, other)), isTold: undefined };
      if (act === 'join a project') {
        const id = await connectPeople(trx, { askedId: own, acceptedId: other, now });
        return { answer: id === undefined ? 'connected before' : 'connected', isTold: undefined };
      }
      const status = act === 'accept' ? 'accepted' : 'rejected';
      const outcome = await review(trx, 'sqlite', { requestId: theirs?.id ?? 'none', viewerId: own, status, now });
      if (outcome.kind !== status) return { answer: 'not reviewed', isTold: undefined };
      const isTold = outcome.kind === 'accepted' && outcome.notificationId !== undefined;
      return { answer: 'reviewed', isTold };
    });
  }

  /** Everything that a person may see of the relation agrees with the model. */
  async check(relation: Relation, path: string): Promise<void> {
    for (const side of sides) {
      const between = await this.relation(side);
      const [own, other] = [this.ids[side], this.ids[otherOf(side)]];
      const seen = modelSeenBy(relation, side);
      const received = (await listReceived(database.db, own, { limit: 10 })).rows;
      const sent = (await listSent(database.db, own, { limit: 10 })).rows;
      const connections = (await listConnections(database.db, own, { limit: 10 })).rows;
      expect(
        {
          seen: seenOf(between),
          received: received.map(({ by_id }) => by_id),
          sent: sent.map(presentDecision),
          connections: connections.length,
          areConnected: await areConnected(database.db, own, other),
          among: await connectedAmong(database.db, own, [other, own, other]),
        },
        `${path}, seen by ${side}`,
      ).toEqual({
        seen,
        received: seen === 'asks-me' ? [other] : [],
        sent: seen === 'asked' ? [this.#own(side, 'interested')] : [],
        connections: relation.connected ? 1 : 0,
        areConnected: relation.connected,
        among: relation.connected ? [other] : [],
      });
      if (between.own && seen === 'ignored')
        expect(presentDecision(between.own), path).toEqual(this.#own(side, 'ignored'));
      if (between.theirs && seen === 'asks-me')
        expect(presentDecision(between.theirs), path).toEqual(this.#own(otherOf(side), 'interested'));
      const asks = await database.db
        .selectFrom('notifications')
        .select('read_at')
        .where('user_id', '=', own)
        .where('kind', '=', 'request')
        .where('read_at', 'is', null)
        .execute();
      expect(asks.length, `${path}: unread requests of ${side}`).toBe(seen === 'asks-me' ? 1 : 0);
    }
  }

  #own(side: Side, status: 'interested' | 'ignored') {
    const at = new Date(this.#told[side].at).toISOString();
    const people = { fromUserID: this.ids[side], toUserID: this.ids[otherOf(side)] };
    return { _id: this.#told[side].id, ...people, status, createdAt: at, updatedAt: at };
  }
}

type Step = readonly [Side, Act];
const steps: readonly Step[] = sides.flatMap((side) => acts.map((act) => [side, act] as const));

const inWords = (path: readonly Step[]) => path.map((step) => step.join(' does: ')).join(', ');

/** An `ignored` that stands behind a later decision, and shows again when that decision is taken back. */
const hasHiddenIgnored = (relation: Relation) =>
  sides.some((side) => relation.own[side] === 'ignored' && modelSeenBy(relation, side) !== 'ignored');

/** Performs the acts on two new people, and holds every answer and the end to the model. */
async function walk(path: readonly Step[]): Promise<Relation> {
  const pair = await Pair.make();
  let model = strangers;
  for (const [side, act] of path) {
    const { after, answer, isTold } = modelStep(model, side, act);
    expect(await pair.perform(side, act), inWords(path)).toEqual({ answer, isTold });
    model = after;
  }
  await pair.check(model, inWords(path));
  return model;
}

describe('the relation of two people', () => {
  it('follows the rules from every state by every act, and shows each of them no more than they may know', async () => {
    const paths = new Map<string, readonly Step[]>([[JSON.stringify(strangers), []]]);
    for (const path of paths.values())
      for (const step of steps) {
        const longer = [...path, step];
        const relation = await walk(longer);
        if (hasHiddenIgnored(relation))
          for (const side of sides) await walk([...longer, [side, 'take back'], [otherOf(side), 'take back']]);
        const state = JSON.stringify(relation);
        if (!paths.has(state)) paths.set(state, longer);
      }
    expect(paths.size).toBeGreaterThan(10);
  });
});

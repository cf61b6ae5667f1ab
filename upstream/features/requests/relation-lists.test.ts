import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { findLookalikes } from './lookalikes.ts';
import { newRequest } from './new-request.ts';
import { listConnections, listReceived, listSent, otherThan } from './relation-lists.ts';
import { areConnected, connectedAmong } from './request-store.ts';

let database: StoreDatabase;
let me: string;
beforeAll(async () => {
  database = await openStoreDatabase();
});
beforeEach(async () => {
  me = await database.addPerson();
});
afterAll(() => database.close());

type Given = Partial<RequestRow> & { from?: string; to?: string; at: number; name?: string };

/** A relation of this person with somebody new; answers the row. */
async function add({ from, to, at, name = 'Ben', ...values }: Given): Promise<RequestRow> {
  const other = await database.addPerson({ firstName: name });
  const status = values.status ?? 'interested';
  const row = { note: '', ...newRequest({ fromId: from ?? other, toId: to ?? other, status, askedAt: at }), ...values };
  await database.db.insertInto('requests').values(row).execute();
  return row;
}

const idsOf = (rows: readonly RequestRow[]) => rows.map(({ id }) => id);

describe('a list of relations', () => {
  it('of received requests is newest first by their last change, one longer than asked for when there are more', async () => {
    const old = await add({ to: me, at: 1, updated_at: 30 });
    const middle = await add({ to: me, at: 20 });
    const first = await add({ to: me, at: 10, id: 'a'.repeat(24) });
    const second = await add({ to: me, at: 10, id: 'b'.repeat(24) });
    for (const status of ['accepted', 'rejected', 'ignored'] as const) await add({ to: me, at: 40, status });
    const newest = [old, middle, second, first];
    expect(idsOf(await listReceived(database.db, me, 10, undefined))).toEqual(idsOf(newest));
    expect(idsOf(await listReceived(database.db, me, 2, undefined))).toEqual(idsOf(newest.slice(0, 3)));
    expect(idsOf(await listReceived(database.db, me, 2, { time: 10, id: second.id }))).toEqual([first.id]);
  });

  it('of sent requests keeps the rejected ones, by the time of asking, and leaves out the withdrawn', async () => {
    const rejected = await add({ from: me, at: 10, status: 'rejected', updated_at: 99 });
    const pending = await add({ from: me, at: 20 });
    await add({ from: me, at: 30, status: 'rejected', withdrawn: 1 });
    for (const status of ['accepted', 'ignored'] as const) await add({ from: me, at: 40, status });
    expect(idsOf(await listSent(database.db, me, 10, undefined))).toEqual([pending.id, rejected.id]);
    expect(idsOf(await listSent(database.db, me, 10, { time: 20, id: pending.id }))).toEqual([rejected.id]);
  });

  it('of connections merges both directions, newest first, each once over the pages', async () => {
    const rows: RequestRow[] = [];
    // Some of the same time, which alternate between the directions: their ids order them.
    for (const [i, letter] of [...'456789ab'].entries()) {
      const direction = i % 2 === 0 ? { from: me } : { to: me };
      rows.push(
        await add({ ...direction, id: letter.repeat(12).padEnd(24, 'c'), at: i < 2 ? 90 : 100, status: 'accepted' }),
      );
    }
    await add({ from: me, at: 200 });
    const expected = rows.toSorted((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1));
    const seen: RequestRow[] = [];
    for (;;) {
      const last = seen.at(-1);
      const page = await listConnections(database.db, me, 3, last && { time: last.updated_at, id: last.id });
      expect(page.length).toBeLessThanOrEqual(4);
      seen.push(...page.slice(0, 3));
      if (page.length <= 3) break;
    }
    expect(idsOf(seen)).toEqual(idsOf(expected));
    for (const row of seen) expect([row.from_id, row.to_id].filter((id) => id !== me)).toEqual([otherThan(me, row)]);
  });
});

describe('connectedAmong', () => {
  it('answers those of the people who are connected to the person, whichever id is lower', async () => {
    const connected: string[] = [];
    for (let at = 1; at <= 6; at++) connected.push(otherThan(me, await add({ from: me, at, status: 'accepted' })));
    const lower = '0'.repeat(24);
    await database.db
      .updateTable('users')
      .set({ id: lower })
      .where('id', '=', await database.addPerson())
      .execute();
    const row = newRequest({ fromId: lower, toId: me, status: 'accepted', askedAt: 1 });
    await database.db.insertInto('requests').values(row).execute();
    const pending = otherThan(me, await add({ from: me, at: 1 }));
    const among = await connectedAmong(database.db, me, [...connected.slice(0, 3), lower, pending, me, 'f'.repeat(24)]);
    expect(among.toSorted()).toEqual([...connected.slice(0, 3), lower].toSorted());
    expect(await connectedAmong(database.db, me, [])).toEqual([]);
    expect(await areConnected(database.db, lower, me)).toBe(true);
    expect(await areConnected(database.db, me, pending)).toBe(false);
  });
});

describe('findLookalikes', () => {
  const stranger = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'Example' }) as never;

  it('names those who look like somebody the viewer is connected with, in either direction', async () => {
    const sent = await add({ from: me, at: 1, status: 'accepted', name: 'Ada' });
    await add({ to: me, at: 1, status: 'accepted', name: 'Linus' });
    await add({ to: me, at: 1, status: 'interested', name: 'Grace' });
    const people = [
      stranger('1', 'Ada'),
      stranger('2', 'L\u0456nus'),
      stranger('3', 'Grace'),
      stranger(otherThan(me, sent), 'Ada'),
    ];
    expect([...(await findLookalikes(database.db, me, people))].toSorted()).toEqual(['1', '2']);
    expect(await findLookalikes(database.db, me, [])).toEqual(new Set());
  });
});

describe('a new request', () => {
  it('was last changed when it was answered, or asked', () => {
    const relation = { fromId: 'b', toId: 'a', status: 'accepted', askedAt: 5 } as const;
    expect(newRequest(relation)).toMatchObject({ pair_low: 'a', pair_high: 'b', created_at: 5, updated_at: 5 });
    expect(newRequest({ ...relation, answeredAt: 9 })).toMatchObject({ created_at: 5, updated_at: 9, withdrawn: 0 });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeCrowd } from '#bench/crowd.ts';
import { storeConnections, storeIgnored } from '#tests/support/chat-people.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { belowDecided } from '#upstream/features/people/feed-store.ts';

const people = 1500;

// The feed skips long runs of decided people by counting: nobody undecided may be lost.
await describeOnEachDatabase('the feed of a viewer who has decided on nearly everybody', (engine) => {
  let database: StoreDatabase;
  let everybody: string[];
  let suspended: string[];
  /** People who do not want to be found, or to be asked by a viewer with whom they share no skill. */
  let hidden: string[];
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
    await storeCrowd(database, people);
    const { db } = database;
    everybody = (await db.selectFrom('users').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);
    const gone = everybody.filter((_, i) => i % 97 === 5);
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', 'in', gone).execute();
    everybody = everybody.filter((id) => !gone.includes(id));
    suspended = everybody.filter((_, i) => i % 31 === 7);
    await db.updateTable('users').set({ suspended_at: 1 }).where('id', 'in', suspended).execute();
    everybody = everybody.filter((id) => !suspended.includes(id));
    hidden = everybody.filter((_, i) => i % 29 === 3);
    const preferences = hidden.map((id, i) => ({
      user_id: id,
      discoverable: i % 3 === 0 ? 0 : 1,
      who_may_ask: (['nobody', 'nobody', 'sharedSkill'] as const)[i % 3] ?? 'nobody',
    }));
    // Some have stored their time zone already.
    await db.deleteFrom('preferences').where('user_id', 'in', hidden).execute();
    await db.insertInto('preferences').values(preferences).execute();
    // Viewers who ask for a shared skill get no candidate here.
    const withoutSkills = hidden.filter((_, i) => i % 3 === 2);
    await db.deleteFrom('user_skills').where('user_id', 'in', withoutSkills).execute();
    everybody = everybody.filter((id) => !hidden.includes(id));
  });
  afterAll(() => database.close());

  /**
   * Replaces all relations: the viewer decides on these people except every `leaveOneIn`-th. Returns those, newest
   * first.
   */
  async function decide(viewerId: string, on: readonly string[], leaveOneIn: number): Promise<string[]> {
    await database.db.deleteFrom('decisions').execute();
    await database.db.deleteFrom('connections').execute();
    const others = everybody.filter((id) => id !== viewerId);
    const decided = new Set(on.filter((id, i) => id !== viewerId && (i + 1) % leaveOneIn > 0));
    // Of the suspended people, and of those who do not want to be found or asked, some were decided on before, and some were not.
    const decidedBefore = [...suspended, ...hidden].filter((id, i) => i % 2 === 0 && id !== viewerId);
    const relatedTo = [...decided, ...decidedBefore];
    // An `ignored` of the other person does not count.
    const ignoringViewer = others.filter((id) => !decided.has(id) && Number.parseInt(id.slice(-1), 16) % 2 === 0);
    await storeIgnored(database, [
      ...relatedTo.filter((_, i) => i % 6 === 0).map((id) => [viewerId, id] as const),
      ...ignoringViewer.map((id) => [id, viewerId] as const),
    ]);
    const connected = relatedTo.filter((_, i) => i % 6 !== 0);
    const pairs = connected.map((id) => [viewerId, id] as const);
    await storeConnections(database, pairs);
    return others.filter((id) => !decided.has(id));
  }

  async function walk(viewerId: string, query: object): Promise<string[]> {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const asked = { page: 1, limit: 50, order: 'newest' as const, ...query, ...(cursor && { cursor }) };
      const page = await feedPage(database.db, viewerId, asked);
      seen.push(...page.items.map(({ _id }) => _id));
      if (page.nextCursor === null) return seen;
      cursor = page.nextCursor;
    }
  }

  async function haveSkill(ids: readonly string[], key: string): Promise<string[]> {
    const rows = await database.db.selectFrom('user_skills').select('user_id').where('skill_key', '=', key).execute();
    const having = new Set(rows.map(({ user_id }) => user_id));
    return ids.filter((id) => having.has(id));
  }

  it('skips a run in which some are suspended or keep out of the feed, decided on or not', async () => {
    const viewerId = everybody.at(-1) ?? '';
    const run = everybody.slice(0, 1200);
    await decide(viewerId, run, 1e9);
    const below = await belowDecided(database.db, viewerId, 'g');
    // Spans have 256 people, so the last one or two of the run are walked.
    expect(run.filter((id) => id < below).length).toBeLessThan(512);
  });

  it('shows a viewer who keeps out of the feed everybody who is left', async () => {
    const viewerId = hidden[4] ?? '';
    const left = await decide(viewerId, everybody, 300);
    expect(await walk(viewerId, {})).toEqual(left);
  });

  it.each([
    ['the oldest', -1, 0, 1400, 400],
    ['the newest', 0, 0, 1400, 400],
    ['one in between', 700, 0, 1300, 300],
    ['one in between, of a run in the middle', 600, 300, 1200, 500],
    ['one in between, of everybody', 650, 0, 1500, 1e9],
  ])('shows %s everybody who is left, in each order', async (_, place, from, until, leaveOneIn) => {
    const viewerId = everybody.at(place) ?? '';
    const left = await decide(viewerId, everybody.slice(from, until), leaveOneIn);
    expect(await walk(viewerId, {})).toEqual(left);
    expect(await walk(viewerId, { skill: 'TypeScript' })).toEqual(await haveSkill(left, 'typescript'));
    expect((await walk(viewerId, { order: 'match' })).toSorted()).toEqual(left.toSorted());
    expect((await walk(viewerId, { page: 3, limit: 4 })).slice(0, 4)).toEqual(left.slice(8, 12));
  });
});

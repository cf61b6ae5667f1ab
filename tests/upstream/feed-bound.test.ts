import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { replaceMutedWords } from '#upstream/features/safety/mute-store.ts';
import { indexPeople } from '#upstream/features/search/search-index.ts';
import { newId } from '#upstream/ids.ts';

/** People between the newest and the only one whom the viewer may meet: all say a word that the viewer has muted. */
const people = 5000;
const batch = 500;

await describeOnEachDatabase('the feed of a viewer who has muted a word that nearly everybody says', (engine) => {
  let database: StoreDatabase;
  let viewerId: string;
  let oldest: string;
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
    const ids = Array.from({ length: people + 1 }, (_, index) => newId(index + 1));
    oldest = ids[0] ?? '';
    for (let from = 0; from <= people; from += batch)
      await transact(database.db, async (trx) => {
        const some = ids.slice(from, from + batch);
        const user = { ...emptyProfile, last_name: 'Tester', created_at: 0, updated_at: 0 };
        const rows = some.map((id) => ({ ...user, id, first_name: id === oldest ? 'Ann' : 'Javascript' }));
        await trx.insertInto('users').values(rows).execute();
        const skills = some.map((user_id) => ({ user_id, skill_key: 'go', label: 'Go', position: 0 }));
        await trx.insertInto('user_skills').values(skills).execute();
        await indexPeople(trx, some);
      });
    viewerId = await database.addPerson();
    await transact(database.db, async (trx) => {
      await trx
        .insertInto('user_skills')
        .values({ user_id: viewerId, skill_key: 'go', label: 'Go', position: 0 })
        .execute();
      await replaceMutedWords(trx, viewerId, ['javascript']);
    });
  });
  afterAll(() => database.close());

  it.each([
    { order: 'newest' as const },
    { order: 'newest' as const, skill: 'Go' },
    { order: 'match' as const },
    { order: 'match' as const, skill: 'Go' },
  ])('reads a part at a time and goes on by cursor, until the last person: $order $skill', async (query) => {
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined | null; cursor !== null; pages += 1) {
      let statements = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const page = await feedPage(database.db.withPlugin(plugin), viewerId, {
        page: 1,
        limit: 10,
        ...query,
        ...(cursor && { cursor }),
      });
      expect(statements).toBeLessThan(40);
      if (pages === 0) expect([page.items.length, page.nextCursor === null]).toEqual([0, false]);
      found.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
      expect(pages).toBeLessThan(12);
    }
    expect(found).toEqual([oldest]);
  });
});

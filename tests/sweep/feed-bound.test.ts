import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from '#tests/support/count-statements.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { listProjects } from '#upstream/features/projects/present-projects.ts';
import { muteWord } from '#upstream/features/safety/mute-store.ts';
import { indexPeople, indexProjects } from '#upstream/features/search/search-index.ts';
import { searchIds } from '#upstream/features/search/search-store.ts';
import { newId } from '#upstream/ids.ts';

/** How many statements a call that reads a list may take, however many people there are. */
const mostStatements = 40;
/** People between the newest and the only one whom the viewer may meet: all say a word that the viewer has muted. */
const people = 5000;
const batch = 500;

await describeOnEachDatabase('for a viewer who has muted a word that nearly everybody says', (engine) => {
  let database: StartedUpstream;
  let viewer: SignedUp;
  let viewerId: string;
  let oldest: string;
  beforeAll(async () => {
    database = await startUpstream({ engine });
    const ids = Array.from({ length: people + 1 }, (_, index) => newId(index + 1));
    oldest = ids[0] ?? '';
    for (let from = 0; from <= people; from += batch)
      await transact(database.db, async (trx) => {
        const some = ids.slice(from, from + batch);
        const user = { ...emptyProfile, last_name: 'Tester', created_at: 0, updated_at: 0 };
        const rows = some.map((id) => ({ ...user, id, first_name: id === oldest ? 'Ann' : 'Javascript' }));
        await trx.insertInto('users').values(rows).execute();
        const skills = some.map((user_id) => ({ user_id, skill_key: 'go', label: 'Go', spelling: 'Go', position: 0 }));
        await trx.insertInto('user_skills').values(skills).execute();
        await indexPeople(trx, some);
      });
    viewer = await database.signUp({ firstName: 'Vera', lastName: 'Watching' });
    viewerId = viewer.id;
    await addProjects(database.db, oldest);
    await transact(database.db, async (trx) => {
      await trx
        .insertInto('user_skills')
        .values({ user_id: viewerId, skill_key: 'go', label: 'Go', spelling: 'Go', position: 0 })
        .execute();
      await muteWord(trx, viewerId, 'javascript');
    });
  });
  afterAll(() => database.close());

  it.each([
    { order: 'newest' as const },
    { order: 'newest' as const, skill: 'Go' },
    { order: 'match' as const },
    { order: 'match' as const, skill: 'Go' },
  ])('the feed reads a part at a time and goes on by cursor, until the last person: $order $skill', async (query) => {
    const { found, pages } = await readAll(async (db, cursor) => {
      const page = await feedPage(db, viewerId, { page: 1, limit: 10, ...query, ...cursor });
      return { ids: page.items.map(({ _id }) => _id), nextCursor: page.nextCursor };
    });
    expect(pages[0]).toEqual([]);
    expect(found).toEqual([oldest]);
  });

  it('everybody’s projects are read a part at a time, and the list goes on by cursor, until the last one', async () => {
    const { found, pages } = await readAll(async (db, cursor) => {
      const { rows, nextCursor } = await listProjects(db, viewerId, { limit: 20, ...cursor });
      return { ids: rows.map(({ id }) => id), nextCursor };
    });
    expect(pages[0]).toEqual([]);
    expect(found).toEqual([oldest]);
  });

  // PostgreSQL looks at more entries for a page than this test has.
  it.each(['people_search', 'project_search'] as const)(
    '%s is read a part at a time, and the search goes on by cursor, until the last entry',
    async (table) => {
      const { found, pages } = await readAll((db, cursor) =>
        searchIds(db, engine, table, { viewerId, q: 'tester', limit: 20, ...cursor }),
      );
      expect(pages.length).toBeGreaterThan(engine === 'sqlite' ? 1 : 0);
      expect(found).toEqual([oldest]);
    },
  );

  it.each([
    '/user/feed?order=newest',
    '/user/feed?order=match',
    '/projects',
    '/search/people?q=tester',
    '/search/projects?q=tester',
  ])('a client that asks for %s gets the last one at once', async (path) => {
    const { body } = await viewer.client.get(path);
    const items = body.project ?? body.items ?? body;
    expect(items.map(({ _id }: { _id: string }) => _id)).toEqual([oldest]);
  });

  /** Reads page after page, each with a bounded number of statements. */
  async function readAll(
    read: (db: Db, page: { cursor?: string }) => Promise<{ ids: string[]; nextCursor: string | null }>,
  ): Promise<{ found: string[]; pages: string[][] }> {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { db, count } = countStatements(database.db);
      const page: { ids: string[]; nextCursor: string | null } = await read(db, cursor === '' ? {} : { cursor });
      expect(count()).toBeLessThanOrEqual(mostStatements);
      pages.push(page.ids);
      cursor = page.nextCursor;
      expect(pages.length).toBeLessThan(12);
    }
    return { found: pages.flat(), pages };
  }
});

/** The same number of projects. Only the first, whose id is `oldest`, does not contain the word. */
async function addProjects(db: Db, oldest: string): Promise<void> {
  const { id: creatorId } = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', oldest)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const ids = [oldest, ...Array.from({ length: people }, (_, index) => newId(index + 2))];
  for (let from = 0; from <= people; from += batch)
    await transact(db, async (trx) => {
      const some = ids.slice(from, from + batch);
      const project = { creator_id: creatorId, image_url: '', image_alt: '', created_at: 0, updated_at: 0 };
      await trx
        .insertInto('projects')
        .values(
          some.map((id) => ({
            ...{ ...project, id, name: 'Tester' },
            description: id === oldest ? 'Quiet' : 'In JavaScript',
          })),
        )
        .execute();
      await indexProjects(trx, some);
    });
}

import { expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { countAskers } from '#upstream/features/notifications/project-asks.ts';
import { memberIds, mostCounted, waitingCounts } from '#upstream/features/projects/interest-store.ts';
import { newId } from '#upstream/ids.ts';

await describeOnEachDatabase('a project that many people ask to join', (engine) => {
  it('counts them to a bound, and names its first members in their order', async () => {
    const database = await openStoreDatabase(engine);
    const { db } = database;
    const [creatorId = '', ...ids] = await storeUsers(database, 301);
    const projectId = newId(1);
    const texts = { name: 'Raft', image_url: '', image_alt: '', description: '' };
    const times = { created_at: 0, updated_at: 0 };
    await db
      .insertInto('projects')
      .values({ id: projectId, creator_id: creatorId, ...texts, ...times })
      .execute();
    const asks = ids.map((user_id, index) => {
      const status = index < 150 ? ('interested' as const) : ('accepted' as const);
      return { id: newId(index + 1), project_id: projectId, user_id, status, note: '', ...times };
    });
    await db.insertInto('project_interests').values(asks).execute();
    expect((await waitingCounts(db, creatorId, [projectId])).get(projectId)).toBe(mostCounted);
    expect(await countAskers(db, creatorId)).toBe(mostCounted);
    expect((await memberIds(db, creatorId, [projectId])).get(projectId)).toEqual(ids.slice(150, 200));
    await database.close();
  });
});

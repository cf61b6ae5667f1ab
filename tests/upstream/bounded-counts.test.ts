import { expect, it } from 'vitest';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { countAskers } from '#upstream/features/notifications/project-asks.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { memberIds, mostCounted, waitingCounts } from '#upstream/features/projects/interest-store.ts';
import { newId } from '#upstream/ids.ts';

await describeOnEachDatabase('a project that many people ask to join', (engine) => {
  it('counts them to a bound, and names its first members in their order', async () => {
    const { db, addPerson, close } = await openStoreDatabase(engine);
    const creatorId = await addPerson();
    const project = {
      id: newId(1),
      creator_id: creatorId,
      name: 'Raft',
      image_url: '',
      image_alt: '',
      description: '',
    };
    await db
      .insertInto('projects')
      .values({ ...project, created_at: 0, updated_at: 0 })
      .execute();
    const ids = Array.from({ length: 300 }, (_, index) => newId(index + 1));
    const user = { ...emptyProfile, first_name: 'Ann', last_name: 'Tester', created_at: 0, updated_at: 0 };
    await db
      .insertInto('users')
      .values(ids.map((id) => ({ ...user, id })))
      .execute();
    const asks = ids.map((user_id, index) => ({
      id: newId(index + 1),
      project_id: project.id,
      user_id,
      status: index < 150 ? ('interested' as const) : ('accepted' as const),
      note: '',
      created_at: 0,
      updated_at: 0,
    }));
    await db.insertInto('project_interests').values(asks).execute();
    expect((await waitingCounts(db, creatorId, [project.id])).get(project.id)).toBe(mostCounted);
    expect(await countAskers(db, creatorId)).toBe(mostCounted);
    expect((await memberIds(db, creatorId, [project.id])).get(project.id)).toEqual(ids.slice(150, 200));
    await close();
  });
});

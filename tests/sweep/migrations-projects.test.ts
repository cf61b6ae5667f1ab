import { expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import { listActivity } from '#upstream/features/projects/activity-store.ts';
import { findInvite, insertInvite } from '#upstream/features/projects/invite-store.ts';
import { offeredTo, offerProject } from '#upstream/features/projects/member-store.ts';
import { presentProject } from '#upstream/features/projects/present-projects.ts';
import { findProject } from '#upstream/features/projects/project-store.ts';
import { listUpdates } from '#upstream/features/projects/update-store.ts';
import { newId } from '#upstream/ids.ts';

await describeOnBothDatabases('projects of a database from before members had roles', (engine) => {
  it('keep their members, who can be offered the project and invite; nothing has happened yet in them', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    const { db } = connection;
    try {
      const before = migrations.findIndex(({ name }) => name === '056-project-members');
      await migrate(connection, migrations.slice(0, before));
      const [creator = '', member = ''] = await storeUsers(connection, 2);
      const times = { created_at: 1, updated_at: 1 };
      // Rows as the version before writes them, without the columns of the later ones.
      const write = async (name: string) => {
        const id = newId();
        const project = { id, creator_id: creator, name, image_url: '', image_alt: '', description: '', ...times };
        await db.insertInto('projects').values(project).execute();
        const accepted = {
          id: newId(),
          project_id: id,
          user_id: member,
          status: 'accepted',
          note: '',
          ...times,
        } as const;
        await db.insertInto('project_interests').values(accepted).execute();
        return id;
      };
      const old = await write('Old');
      await migrate(connection);
      for (const id of [old, await write('Beside')]) {
        const row = await findProject(db, member, id);
        if (!row) throw new Error('The project is lost.');
        expect(await presentProject(db, row, member)).toMatchObject({
          members: [{ _id: member }],
          viewer: { relation: 'accepted', follows: false },
        });
        expect(await listActivity(db, { id: creator, relation: 'owner' }, row, { limit: 20 })).toEqual([]);
        expect(await listUpdates(db, member, row, { limit: 20 })).toEqual([]);
        await db.transaction().execute(async (trx) => {
          expect(await offeredTo(trx, id)).toBeUndefined();
          expect(await offerProject(trx, creator, { projectId: id, userId: member }, 2)).toBe(true);
          const { token } = await insertInvite(trx, { projectId: id, inviterId: member, days: 1, uses: 1, now: 2 });
          expect(await findInvite(trx, token, 3)).toMatchObject({ project_id: id, used: 0 });
        });
      }
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});

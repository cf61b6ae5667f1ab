import type { ProjectRole } from '#shared/api/projects.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';

/** Replaces the roles that a project looks for. */
export async function storeRoles(trx: Trx, projectId: string, roles: readonly ProjectRole[]): Promise<void> {
  await trx.deleteFrom('project_roles').where('project_id', '=', projectId).execute();
  if (roles.length === 0) return;
  const rows = roles.map(({ name, filled }, position) => ({
    project_id: projectId,
    role_key: skillKey(name),
    name,
    is_filled: Number(filled),
    position,
  }));
  await trx.insertInto('project_roles').values(rows).execute();
}

/** The roles of each project, in the creator's order. */
export async function projectRoles(db: Db, projectIds: readonly string[]): Promise<Map<string, ProjectRole[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_roles')
    .select(['project_id', 'name', 'is_filled'])
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .execute();
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  return new Map(
    [...byProject].map(([id, roles]) => [id, roles.map(({ name, is_filled }) => ({ name, filled: is_filled === 1 }))]),
  );
}

/** The name of an open role as its creator has written it; undefined where the project does not look for it. */
export async function findOpenRole(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('project_roles')
    .select('name')
    .where('project_id', '=', projectId)
    .where('role_key', '=', skillKey(name))
    .where('is_filled', '=', 0)
    .executeTakeFirst();
  return row?.name;
}

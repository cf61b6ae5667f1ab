import type { Db, Trx } from '#upstream/db/connection.ts';
import { isNameHidden } from '../people/shown-name.ts';
import { termsOf } from './search-text.ts';

/**
 * Updates the search terms of these people, except suspended ones. Call in the transaction that changed them. The engines' own indexes follow
 * by triggers and generated columns (`db/tables/search.ts`).
 */
export async function indexPeople(trx: Trx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const users = await trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'headline', 'location', 'about', 'hidden_at', 'hidden_name'])
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .execute();
  if (users.length === 0) return;
  const skills = await trx
    .selectFrom('user_skills')
    .select(['user_id', 'label'])
    .where('user_id', 'in', userIds)
    .execute();
  const labels = Map.groupBy(skills, (skill) => skill.user_id);
  const rows = users.map((user) => ({
    user_id: user.id,
    terms: termsOf({
      names: isNameHidden(user) ? [] : [user.first_name, user.last_name],
      skills: user.hidden_at === null ? (labels.get(user.id) ?? []).map((skill) => skill.label) : [],
      texts: user.hidden_at === null ? [user.headline, user.location, user.about] : [],
    }),
  }));
  await trx
    .insertInto('people_search')
    .values(rows)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ terms: (row) => row.ref('excluded.terms') }))
    .execute();
}

/** Removes a deleted or suspended account from the search; its row in `users` stays. */
export async function unindexPerson(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('people_search').where('user_id', '=', userId).execute();
}

/** Like `indexPeople`, by the creator, except hidden ones. The entry of a deleted project is removed by a foreign key. */
export async function indexProjects(trx: Trx, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  const projects = await trx
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.creator_id')
    .select(['projects.id', 'projects.name', 'projects.description'])
    .where('projects.id', 'in', projectIds)
    .where('projects.hidden_at', 'is', null)
    .where('projects.erase_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
  if (projects.length === 0) return;
  const skills = await trx
    .selectFrom('project_skills')
    .select(['project_id', 'label'])
    .where('project_id', 'in', projectIds)
    .execute();
  const roles = Map.groupBy(await openRoles(trx, projectIds), (role) => role.project_id);
  const labels = Map.groupBy(skills, (skill) => skill.project_id);
  const rows = projects.map((project) => ({
    project_id: project.id,
    terms: termsOf({
      names: [project.name],
      skills: (labels.get(project.id) ?? []).map((skill) => skill.label),
      texts: [project.description, ...(roles.get(project.id) ?? []).map((role) => role.name)],
    }),
  }));
  await trx
    .insertInto('project_search')
    .values(rows)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ terms: (row) => row.ref('excluded.terms') }))
    .execute();
}

function openRoles(trx: Trx, projectIds: readonly string[]) {
  return trx
    .selectFrom('project_roles')
    .select(['project_id', 'name'])
    .where('project_id', 'in', projectIds)
    .where('is_filled', '=', 0)
    .execute();
}

/** Removes the projects of a suspended creator from the search. */
export async function unindexProjectsOf(db: Db, creatorId: string): Promise<void> {
  await db
    .deleteFrom('project_search')
    .where('project_id', 'in', (builder) =>
      builder.selectFrom('projects').select('id').where('creator_id', '=', creatorId),
    )
    .execute();
}

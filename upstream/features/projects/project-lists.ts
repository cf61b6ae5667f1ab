import { sql } from 'kysely';
import type { ProjectFilter } from '#shared/api/projects.ts';
import { canonicalKey } from '#shared/skills/canonical-skill.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import { cutIdPage, type IdPage } from '#upstream/http/paging.ts';
import { notMuted, withoutMutedWords } from '../safety/mute-store.ts';
import { type VisibleProject, visibleProjects } from '../visibility/projects.ts';

export interface ListedProjects {
  rows: VisibleProject[];
  nextCursor: string | null;
}

/** One person's projects, newest first. There are no more than the quota allows. */
export async function listProjectsOf(
  db: Db,
  viewerId: string,
  page: IdPage,
  creatorId: string,
): Promise<ListedProjects> {
  const rows = await newestProjects(db, viewerId, page).where('projects.creator_id', '=', creatorId).execute();
  return cutIdPage(rows, page.limit);
}

/** The most projects read for one page. Without a bound, a viewer whose muted words hide every project would read them all. */
const projectsSeen = 1000;

/** Everybody's projects, newest first, without those that the viewer has muted. A page may be short, with a cursor. */
export async function listProjects(
  db: Db,
  viewerId: string,
  page: IdPage,
  filter: ProjectFilter = {},
): Promise<ListedProjects> {
  const last = db
    .selectFrom('projects')
    .select('id')
    .$if(page.cursor !== undefined, (query) => query.where('id', '<', page.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .offset(projectsSeen - 1);
  const rows = await newestProjects(db, viewerId, page)
    .where('projects.id', '>=', sql<string>`coalesce((${last}), '')`)
    .where(notMuted(viewerId, 'projects.creator_id'))
    .where(saysNoMutedWord(viewerId))
    .where(matches(filter))
    .execute();
  if (rows.length > page.limit) return cutIdPage(rows, page.limit);
  return { rows, nextCursor: (await last.executeTakeFirst())?.id ?? null };
}

/** Those of the given projects that the filter takes. */
export async function filterProjects(
  db: Db,
  ids: readonly string[],
  { status, role }: ProjectFilter,
): Promise<readonly string[]> {
  if (ids.length === 0 || (status === undefined && !role)) return ids;
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', ids)
    .where(matches({ status, role }))
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => taken.has(id));
}

function matches({ status, role, skill }: ProjectFilter) {
  const parts = [sql<boolean>`1 = 1`];
  if (status !== undefined) parts.push(sql`projects.stage = ${status}`);
  if (role)
    parts.push(sql`exists (select 1 from project_roles
      where project_id = projects.id and role_key = ${skillKey(role)} and is_filled = 0)`);
  if (skill)
    parts.push(sql`exists (select 1 from project_skills
      where project_id = projects.id and skill_key = ${canonicalKey(skill)})`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** One row more than asked for. */
function newestProjects(db: Db, viewerId: string, { cursor, limit }: IdPage) {
  const query = visibleProjects(db, viewerId)
    .orderBy('projects.id', 'desc')
    .limit(limit + 1);
  return cursor === undefined ? query : query.where('projects.id', '<', cursor);
}

function saysNoMutedWord(viewerId: string) {
  return sql<boolean>`not exists (select 1 from project_search
    where project_search.project_id = projects.id and not ${withoutMutedWords(viewerId, 'project_search.terms')})`;
}

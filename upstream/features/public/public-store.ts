import { sql } from 'kysely';
import type { PublicProfile, PublicProject } from '#shared/api/public-pages.ts';
import type { Db } from '#upstream/db/connection.ts';
import { type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { skillsOf } from '../people/people-store.ts';
import { shownName } from '../people/shown-name.ts';
import { projectFace, projectFacts } from '../projects/present-projects.ts';
import { projectRoles, projectSkills } from '../projects/project-store.ts';
import { updateWords } from '../projects/update-routes.ts';
import { listPublicUpdates } from '../projects/update-store.ts';

/** How many projects a public profile shows. */
const projectsShown = 12;
/** How many updates the public page of a project shows. */
const updatesShown = 3;

/**
 * A project that its creator shows to everybody. One statement decides, so that the time of the
 * answer does not tell an unknown project from a hidden one. People without an account read these columns and no others.
 */
export async function findPublicProject(db: Db, id: string): Promise<PublicProject | undefined> {
  const row = await db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.creator_id')
    .select([
      'projects.id',
      'projects.name',
      'projects.image_url',
      'projects.image_alt',
      'projects.description',
      'projects.stage',
      'projects.repository_url',
      'projects.demo_url',
      'projects.hours_per_week',
      'users.id as creator_id',
      'users.first_name',
      'users.last_name',
      'users.hidden_name',
      'users.photo_url',
      'users.is_public as shows_creator',
    ])
    .where('projects.id', '=', id)
    .where('projects.is_public', '=', sql.lit(1))
    .where('projects.hidden_at', 'is', null)
    .where('projects.erase_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firstName, lastName } = shownName(row);
  const [skills, roles, updates] = await Promise.all([
    projectSkills(db, [row.id]),
    projectRoles(db, [row.id]),
    listPublicUpdates(db, row.id, updatesShown),
  ]);
  return {
    ...projectFace(row),
    ...projectFacts(row),
    skills: skills.get(row.id) ?? [],
    ...(roles.has(row.id) && { roles: roles.get(row.id) ?? [] }),
    ...(updates.length > 0 && { updates: updates.map(updateWords) }),
    creator: {
      firstName,
      ...(row.shows_creator === 1 && {
        _id: row.creator_id,
        lastName,
        ...(row.photo_url && { photoUrl: row.photo_url }),
      }),
    },
  };
}

/** A person who shows themselves to everybody; as above. */
export async function findPublicProfile(db: Db, id: string): Promise<PublicProfile | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'photo_url', 'cover_url', 'headline', 'about', 'hidden_at'])
    .select('hidden_name')
    .where('id', '=', id)
    .where('is_public', '=', sql.lit(1))
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isShown = row.hidden_at === null;
  const [skills, projects] = await Promise.all([skillsOf(db, [id]), publicProjectsOf(db, id)]);
  return {
    _id: row.id,
    ...shownName(row),
    ...(row.photo_url && { photoUrl: row.photo_url }),
    ...(row.cover_url && { coverUrl: row.cover_url }),
    ...(isShown && row.headline && { headline: row.headline }),
    ...(isShown && row.about && { about: row.about }),
    skills: isShown ? (skills.get(id) ?? []) : [],
    projects,
  };
}

async function publicProjectsOf(db: Db, creatorId: string): Promise<PublicProfile['projects']> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'image_url', 'image_alt'])
    .where('creator_id', '=', creatorId)
    .where('is_public', '=', sql.lit(1))
    .where('hidden_at', 'is', null)
    .where('erase_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(projectsShown)
    .execute();
  return rows.map(projectFace);
}

/** The ids of public projects, newest first. A bound 1 would not match the partial index. */
export function listPublicProjects(db: Db, page: IdPage): Promise<Page<{ id: string }>> {
  const shown = db
    .selectFrom('projects')
    .select('projects.id')
    .where('projects.is_public', '=', sql.lit(1))
    .where('projects.hidden_at', 'is', null)
    .where('projects.erase_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select(sql`1`.as('one'))
          .whereRef('users.id', '=', 'projects.creator_id')
          .where('users.deleted_at', 'is', null)
          .where('users.suspended_at', 'is', null),
      ),
    );
  return idPage(shown, page, 'projects.id');
}

/** The ids of public people, newest first. */
export function listPublicProfiles(db: Db, page: IdPage): Promise<Page<{ id: string }>> {
  const shown = db
    .selectFrom('users')
    .select('id')
    .where('is_public', '=', sql.lit(1))
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null);
  return idPage(shown, page);
}

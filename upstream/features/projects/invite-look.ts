import type { InviteLook } from '#shared/api/project-invites.ts';
import type { Db } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import { tokenHash } from '../auth/session-store.ts';
import { shownName } from '../people/shown-name.ts';
import { workingInvites } from './invite-store.ts';
import { projectSkills } from './project-store.ts';

/**
 * What somebody reads who holds the token of an invitation: the project, and who invites. One statement
 * decides, so that the time of the answer does not tell an unknown token from an ended one.
 */
export async function lookAtInvite(db: Db, token: string, now: number): Promise<InviteLook | undefined> {
  const row = await workingInvites(db, now)
    .innerJoin('users', 'users.id', 'project_invites.inviter_id')
    .select([
      'project_invites.ends_at',
      'projects.id as project_id',
      'projects.name',
      'projects.image_url',
      'projects.image_alt',
      'projects.description',
      'users.first_name',
      'users.last_name',
      'users.hidden_name',
      'users.photo_url',
      'users.is_public as shows_inviter',
    ])
    .where('project_invites.token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firstName, lastName } = shownName(row);
  const skills = await projectSkills(db, [row.project_id]);
  return {
    project: {
      _id: row.project_id,
      projectName: row.name,
      ...(row.image_url && { projectImage: row.image_url }),
      ...(row.image_alt && { projectImageAlt: row.image_alt }),
      skills: skills.get(row.project_id) ?? [],
      description: row.description,
    },
    inviter: {
      firstName,
      ...(row.shows_inviter === 1 && { lastName, ...(row.photo_url && { photoUrl: row.photo_url }) }),
    },
    endsAt: iso(row.ends_at),
  };
}

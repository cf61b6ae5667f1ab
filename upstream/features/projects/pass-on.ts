import { sql } from 'kysely';
import { pictureIdOf } from '#shared/pictures.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { countUses } from '../media/media-store.ts';
import { notify, removeNotice } from '../notifications/notification-store.ts';
import { holdAsks } from '../notifications/project-asks.ts';
import { indexProjects } from '../search/search-index.ts';
import { isHere, visibleTo } from '../visibility/people.ts';
import { noteActivity } from './activity-store.ts';
import { type MemberKey, makeMember, membership, offerSubject } from './membership.ts';

/** Subjects of notifications: the project is the person's now; the offer of the person was accepted. */
const ownerSubject = (projectId: string) => `project-owner:${projectId}`;
export const handedSubject = (projectId: string) => `project-handed:${projectId}`;

/** Offers the project to this member, in place of whom it was offered before. False where the creator sees no such member. */
export async function offerProject(trx: Trx, creatorId: string, key: MemberKey, now: number): Promise<boolean> {
  await endOffer(trx, key.projectId);
  const offered = await trx
    .updateTable('project_interests')
    .set({ offered_at: now })
    .where('id', 'in', membership(trx, creatorId, key))
    .returning('id')
    .executeTakeFirst();
  return offered !== undefined;
}

/** To whom the project is offered. */
export async function offeredTo(trx: Trx, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project_interests')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('offered_at', 'is not', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Takes the offer back, with its notification. Answers to whom the project was offered. */
export async function endOffer(trx: Trx, projectId: string): Promise<string | undefined> {
  const ended = await trx
    .updateTable('project_interests')
    .set({ offered_at: null })
    .where('project_id', '=', projectId)
    .where('offered_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  if (ended) await removeNotice(trx, { userId: ended.user_id, kind: 'account', subject: offerSubject(projectId) });
  return ended?.user_id;
}

interface Change {
  projectId: string;
  fromId: string;
  toId: string;
  /** The creator before becomes a member; an erased one leaves no row. */
  staysMember: boolean;
  /** The creator before has offered it. Otherwise what was theirs alone to give is taken off: its picture, and its public page. */
  isOffered: boolean;
  now: number;
}

/**
 * Makes a member the creator. People with a block between them and the new creator leave, as they do when one of the two
 * blocks the other. Call with the project held by `holdAsks`.
 */
export async function changeCreator(trx: Trx, change: Change): Promise<void> {
  const { projectId, fromId, toId, staysMember, isOffered, now } = change;
  await endOffer(trx, projectId);
  await trx.deleteFrom('project_interests').where('project_id', '=', projectId).where('user_id', '=', toId).execute();
  const { image_url } = await trx
    .updateTable('projects')
    .set({ creator_id: toId, updated_at: now })
    .where('id', '=', projectId)
    .returning('image_url')
    .executeTakeFirstOrThrow();
  if (isOffered) await sharePicture(trx, { url: image_url, fromId, toId, now });
  else {
    const cleared = { image_url: '', image_alt: '', is_public: null };
    await trx.updateTable('projects').set(cleared).where('id', '=', projectId).execute();
    await countUses(trx, fromId, [image_url], now);
  }
  if (staysMember) await makeMember(trx, { projectId, userId: fromId, now });
  await trx
    .deleteFrom('project_interests')
    .where('project_id', '=', projectId)
    .where('status', '<>', 'rejected')
    .where(sql<boolean>`not ${visibleTo(toId, 'project_interests.user_id')}`)
    .execute();
  await noteActivity(trx, { projectId, kind: 'owner', actorId: toId, now });
  await removeNotice(trx, { userId: fromId, kind: 'interest', subject: projectId });
  await indexProjects(trx, [projectId]);
}

/** The new creator becomes an owner of the project's picture, which would be deleted as unused otherwise. */
async function sharePicture(
  trx: Trx,
  { url, fromId, toId, now }: { url: string; fromId: string; toId: string; now: number },
): Promise<void> {
  const mediaId = pictureIdOf(url);
  if (mediaId === undefined) return;
  await sql`
    insert into media_owners (media_id, user_id, created_at, used_at)
    select media_id, cast(${toId} as text), cast(${now} as bigint), cast(${now} as bigint) from media_owners
    where media_id = ${mediaId} and user_id = ${fromId}
    on conflict (user_id, media_id) do update set used_at = excluded.used_at`.execute(trx);
  await countUses(trx, toId, [url], now);
  await countUses(trx, fromId, [url], now);
}

/** Projects that a moderator hides, or whose deletion can be taken back, stay with their creator. */
function ownProjects(trx: Trx, creatorId: string) {
  return trx
    .selectFrom('projects')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('hidden_at', 'is', null)
    .where('erase_at', 'is', null);
}

/**
 * When the creator is suspended or erased: each of their projects passes to the member of the longest standing who is
 * here, and that person is told. Without one, a suspended creator's project is archived, and an erased one's is erased with
 * the account.
 */
export async function passProjectsOn(
  trx: Trx,
  { creatorId, staysMember, now }: { creatorId: string; staysMember: boolean; now: number },
): Promise<void> {
  const withMembers = await ownProjects(trx, creatorId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('project_interests')
          .select('project_interests.id')
          .whereRef('project_interests.project_id', '=', 'projects.id')
          .where('project_interests.status', '=', 'accepted'),
      ),
    )
    .orderBy('id')
    .execute();
  for (const { id: projectId } of withMembers) {
    await holdAsks(trx, projectId);
    const toId = await longestMember(trx, projectId);
    if (toId === undefined) continue;
    await changeCreator(trx, { projectId, fromId: creatorId, toId, staysMember, isOffered: false, now });
    await notify(trx, { userId: toId, kind: 'account', subject: ownerSubject(projectId), projectId, now });
  }
  if (!staysMember) return;
  await trx.updateTable('projects').set({ stage: 'archived' }).where('id', 'in', ownProjects(trx, creatorId)).execute();
}

/** Locked, so that this account is not suspended or erased at the same moment. */
async function longestMember(trx: Trx, projectId: string): Promise<string | undefined> {
  const members = await trx
    .selectFrom('project_interests')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'accepted')
    .where(isHere('project_interests.user_id'))
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
  for (const { user_id: id } of members) {
    const held = await trx
      .updateTable('users')
      .set({ id })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (held.numUpdatedRows > 0n) return id;
  }
  return undefined;
}

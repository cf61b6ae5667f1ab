import { sql } from 'kysely';
import { pictureUrl } from '#shared/pictures.ts';
import { iso, isoOrNull } from '#upstream/iso.ts';
import { mailKind } from '#upstream/mail/outbox.ts';
import { actionsOn } from '../admin/admin-store.ts';
import { listSessions } from '../auth/session-store.ts';
import { shownText } from '../chat/present-messages.ts';
import { actionsAbout } from '../moderation/case-log.ts';
import { passkeysOf, presentPasskey } from '../passkeys/passkey-store.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { projectRoles } from '../projects/project-store.ts';
import { newAsksOf } from '../requests/ask-quota.ts';
import { presentConnection, presentDecision } from '../requests/relations.ts';
import { listMutedWords } from '../safety/mute-store.ts';
import { countRecoveryCodes, findSecondFactor } from '../totp/second-factor-store.ts';
import { readPictureFile } from '../visibility/pictures.ts';
import {
  blocks,
  chatPictures,
  type ExportPart,
  inBase64,
  messages,
  mutes,
  ownDecisions,
  ownRows,
  ownRowsOfProjects,
  part,
  reports,
  skillsOfProject,
  unansweredRequests,
  whole,
  withdrawals,
} from './export-rows.ts';

/** Secrets, keys and codes are left out, and everything that tells what other people have decided. */
export const exportParts: readonly ExportPart[] = [
  // With the spelling of the person, which others do not see.
  part('skills', ownRows('user_skills', 'user_id', { order: ['position'] }), ({ label, spelling }) => ({
    name: label,
    spelling,
  })),
  part(
    'sessions',
    whole(({ db, now }, userId) => listSessions(db, userId, now())),
    (row) => ({
      device: row.device,
      address: row.address,
      createdAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
    }),
  ),
  part(
    'passkeys',
    whole(({ db }, userId) => passkeysOf(db, userId)),
    (row) => {
      const { _id, ...passkey } = presentPasskey(row);
      return passkey;
    },
  ),
  part(
    'secondFactor',
    whole(async ({ db }, userId) => [await findSecondFactor(db, userId)]),
    async (factor, { db }, userId) =>
      factor && { since: iso(factor.confirmed_at), recoveryCodesLeft: await countRecoveryCodes(db, userId) },
  ),
  part(
    'history',
    ownRows('account_events', 'user_id', { order: ['created_at', 'id'] }),
    ({ kind, device, address, created_at }) => ({ kind, device, address, at: iso(created_at) }),
  ),
  part(
    'preferences',
    whole(async ({ db }, userId) => [await preferencesOf(db, userId)]),
  ),
  // Each by its ids, which tell nothing of what other people have decided.
  {
    name: 'requestsAndConnections',
    async *items(deps, userId) {
      for await (const row of ownDecisions(deps, userId)) yield presentDecision(row);
      for await (const row of unansweredRequests(deps, userId)) yield presentDecision(row);
      for (const side of ['low_id', 'high_id'])
        for await (const row of ownRows('connections', side)(deps, userId)) yield presentConnection(row);
    },
  },
  part('projects', ownRows('projects', 'creator_id'), async (row, { db }) => {
    const skills = await skillsOfProject(db, row.id);
    return {
      _id: row.id,
      projectName: row.name,
      projectImage: row.image_url,
      projectImageAlt: row.image_alt,
      description: row.description,
      skills: skills.map(({ label }) => label),
      skillSpellings: skills.map(({ spelling }) => spelling),
      isPublic: row.is_public === 1,
      status: row.stage,
      repositoryUrl: row.repository_url,
      demoUrl: row.demo_url,
      roles: (await projectRoles(db, [row.id])).get(row.id) ?? [],
      hoursPerWeek: row.hours_per_week,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
  }),
  part('projectInterests', ownRowsOfProjects('project_interests', 'user_id'), (row) => ({
    projectId: row.project_id,
    note: row.note,
    role: row.role,
    answer: row.answer,
    status: row.status,
    createdAt: iso(row.created_at),
    ...(row.offered_at !== null && { projectOfferedAt: iso(row.offered_at) }),
  })),
  part('projectActivity', ownRowsOfProjects('project_activity', 'actor_id'), (row) => ({
    projectId: row.project_id,
    kind: row.kind,
    ...(row.detail && { detail: row.detail }),
    createdAt: iso(row.created_at),
  })),
  part('projectInvites', ownRowsOfProjects('project_invites', 'inviter_id'), (row) => ({
    projectId: row.project_id,
    uses: row.uses,
    used: row.used,
    createdAt: iso(row.created_at),
    endsAt: iso(row.ends_at),
  })),
  // Also of projects that the person may no longer see: the words are theirs.
  part('projectUpdates', ownRows('project_updates', 'author_id'), (row) => ({
    projectId: row.project_id,
    text: row.text,
    ...(row.picture_url && { picture: row.picture_url, pictureAlt: row.picture_alt }),
    createdAt: iso(row.created_at),
  })),
  part('followedProjects', ownRowsOfProjects('project_follows', 'user_id', ['project_id']), (row) => ({
    projectId: row.project_id,
    since: iso(row.created_at),
  })),
  // With the largest file of each, in base64.
  part('pictures', ownRows('media_owners', 'user_id', { order: ['media_id'] }), async (row, { db }) => {
    const bytes = (await readPictureFile(db, row.media_id, 'cover.webp'))?.bytes;
    return bytes && { url: pictureUrl(row.media_id), createdAt: iso(row.created_at), ...inBase64(bytes) };
  }),
  part('notifications', ownRows('notifications', 'user_id', { order: ['created_at', 'id'] }), (row) => ({
    kind: row.kind,
    about: row.subject,
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
  })),
  // Without what a message could be sent with.
  part('pushSubscriptions', ownRows('push_subscriptions', 'user_id'), (row) => ({
    service: row.service,
    createdAt: iso(row.created_at),
  })),
  // Without the time of the latest notice: the other person's rejection would show in it.
  part('withdrawals', withdrawals, (row) => ({
    from: row.for_id,
    about: row.about,
    latestAt: iso(row.withdrawn_at),
  })),
  part(
    'newAsksOfTheDay',
    whole(({ db, now }, userId) => newAsksOf(db, userId, now())),
    (row) => ({ userId: row.for_id, at: iso(row.asked_at) }),
  ),
  part('blockedPeople', blocks, (row) => ({ userId: row.blocked_id, createdAt: iso(row.created_at) })),
  part('mutedPeople', mutes, (row) => ({ userId: row.muted_id, createdAt: iso(row.created_at) })),
  part(
    'mutedWords',
    whole(({ db }, userId) => listMutedWords(db, userId)),
  ),
  // Reports about the person belong to other people.
  part('reports', reports, (row) => ({
    kind: row.kind,
    about: row.subject,
    reason: row.reason,
    details: row.details,
    createdAt: iso(row.created_at),
    outcome: row.outcome,
    answer: row.answer,
  })),
  part(
    'mailsOnTheirWay',
    ownRows('jobs', 'user_id', { order: ['key'], condition: () => sql`kind = ${mailKind}` }),
    (row) => ({ kind: row.label, createdAt: iso(row.created_at) }),
  ),
  part('linksSentByMail', ownRows('account_tokens', 'user_id'), (row) => ({
    purpose: row.purpose,
    to: row.email,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
  })),
  // Without the operator's name, which is another person's.
  part(
    'operatorActions',
    whole(({ db }, userId) => actionsOn(db, userId)),
    (row) => ({ action: row.action, reason: row.reason, createdAt: iso(row.created_at) }),
  ),
  part('warnings', ownRows('warnings', 'user_id'), (row) => ({
    reason: row.reason,
    createdAt: iso(row.created_at),
    acknowledgedAt: isoOrNull(row.acknowledged_at),
  })),
  // Without dismissals, which tell what others have reported, and without the moderator.
  part(
    'moderatorActions',
    whole(async ({ db }, userId) => {
      const rows = await actionsAbout(db, userId);
      const dismissed = new Set(rows.filter(({ action }) => action === 'dismiss').map(({ id }) => id));
      return rows.filter(({ id, undoes }) => !dismissed.has(id) && !dismissed.has(undoes));
    }),
    (row) => ({
      action: row.action,
      about: row.kind,
      reason: row.reason,
      until: isoOrNull(row.until),
      createdAt: iso(row.created_at),
    }),
  ),
  part('messages', messages, (row, _, userId) => ({
    ...(row.room_id === undefined ? { with: row.other_id } : { room: row.room_id }),
    from: row.sender_id === userId ? 'me' : 'them',
    // Own messages are exported as written; those of others as the chat shows them, which leaves out hidden ones.
    text: row.sender_id === userId ? row.text : shownText(row).text,
    _id: row.id,
    createdAt: iso(row.created_at),
    ...(row.edited_at !== null && { editedAt: iso(row.edited_at) }),
    ...(row.deleted_at !== null && { deletedAt: iso(row.deleted_at) }),
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    ...(row.picture_count > 0 && { pictures: row.picture_count }),
  })),
  part('reactions', ownRows('message_reactions', 'user_id', { order: ['message_id', 'emoji'] }), (row) => ({
    messageId: row.message_id,
    emoji: row.emoji,
    createdAt: iso(row.created_at),
  })),
  part('chatPictures', chatPictures, (row) => ({
    ...(row.message_id !== null && { messageId: row.message_id }),
    description: row.alt,
    createdAt: iso(row.created_at),
    ...inBase64(row.bytes),
  })),
];

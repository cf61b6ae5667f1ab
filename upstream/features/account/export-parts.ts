import { pictureUrl } from '#shared/pictures.ts';
import type { Deps } from '#upstream/deps.ts';
import { actionsOn } from '#upstream/features/admin/admin-store.ts';
import { iso } from '#upstream/iso.ts';
import { waitingMailsOf } from '#upstream/mail/mail-store.ts';
import { listSessions } from '../auth/session-store.ts';
import { shownText } from '../chat/hidden-message.ts';
import { tokensOf } from '../email/token-store.ts';
import { actionsAbout } from '../moderation/case-log.ts';
import { warningsOf } from '../moderation/warning-store.ts';
import { passkeysOf, presentPasskey } from '../passkeys/passkey-store.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { subscriptionsOf } from '../push/subscription-store.ts';
import { newAsksOf } from '../requests/ask-quota.ts';
import { listMutedWords } from '../safety/mute-store.ts';
import { countRecoveryCodes, findSecondFactor } from '../totp/second-factor-store.ts';
import { readPictureFile } from '../visibility/pictures.ts';
import { historyOf, notificationsOf, picturesOf, storedSkillsOf } from './export-account-rows.ts';
import { messagesOf, ownChatPicturesOf, ownReactionsOf } from './export-chat-rows.ts';
import { activityOf, followsOf, interestsOf, invitesOf, projectsOf, updatesOf } from './export-project-rows.ts';
import { blocksOf, mutesOf, reportsOf, requestsOf, withdrawalsOf } from './export-relation-rows.ts';

/** With the spelling of the person, which others do not see. */
export async function* exportSkills({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await storedSkillsOf(db, userId)) yield { name: row.label, spelling: row.spelling };
}

export async function* exportSessions({ db, now }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await listSessions(db, userId, now()))
    yield {
      device: row.device,
      address: row.address,
      createdAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
    };
}

export async function* exportHistory({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of historyOf(db, userId))
    yield { kind: row.kind, device: row.device, address: row.address, at: iso(row.created_at) };
}

export async function* exportPasskeys({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const { _id, ...passkey } of (await passkeysOf(db, userId)).map(presentPasskey)) yield passkey;
}

/** Without the secret and the codes. */
export async function* exportSecondFactor({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  const factor = await findSecondFactor(db, userId);
  if (factor) yield { since: iso(factor.confirmed_at), recoveryCodesLeft: await countRecoveryCodes(db, userId) };
}

export async function* exportPreferences({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  yield await preferencesOf(db, userId);
}

export async function* exportRequests({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  yield* requestsOf(db, userId);
}

export async function* exportProjects({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of projectsOf(db, userId))
    yield {
      _id: row.id,
      projectName: row.name,
      projectImage: row.image_url,
      projectImageAlt: row.image_alt,
      description: row.description,
      skills: row.skills,
      skillSpellings: row.skillSpellings,
      isPublic: row.is_public === 1,
      status: row.stage,
      repositoryUrl: row.repository_url,
      demoUrl: row.demo_url,
      roles: row.roles,
      hoursPerWeek: row.hours_per_week,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
}

/** With the largest file of each, in base64. */
export async function* exportPictures({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const { mediaId, createdAt } of picturesOf(db, userId)) {
    const bytes = (await readPictureFile(db, mediaId, 'cover.webp'))?.bytes;
    if (bytes === undefined) continue;
    yield {
      url: pictureUrl(mediaId),
      createdAt: iso(createdAt),
      type: 'image/webp',
      data: Buffer.from(bytes).toString('base64'),
    };
  }
}

export async function* exportInterests({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of interestsOf(db, userId))
    yield {
      projectId: row.project_id,
      note: row.note,
      role: row.role,
      answer: row.answer,
      status: row.status,
      createdAt: iso(row.created_at),
      ...(row.offered_at !== null && { projectOfferedAt: iso(row.offered_at) }),
    };
}

export async function* exportActivity({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const { project_id, kind, detail, created_at } of activityOf(db, userId))
    yield { projectId: project_id, kind, ...(detail && { detail }), createdAt: iso(created_at) };
}

/** Without what opens the project. */
export async function* exportInvites({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const { project_id, uses, used, created_at, ends_at } of invitesOf(db, userId))
    yield { projectId: project_id, uses, used, createdAt: iso(created_at), endsAt: iso(ends_at) };
}

export async function* exportUpdates({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const { project_id, text, picture_url, picture_alt, created_at } of updatesOf(db, userId))
    yield {
      projectId: project_id,
      text,
      ...(picture_url && { picture: picture_url, pictureAlt: picture_alt }),
      createdAt: iso(created_at),
    };
}

export async function* exportFollows({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const { project_id, created_at } of followsOf(db, userId))
    yield { projectId: project_id, since: iso(created_at) };
}

export async function* exportNotifications({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of notificationsOf(db, userId))
    yield {
      kind: row.kind,
      about: row.subject,
      createdAt: iso(row.created_at),
      readAt: row.read_at === null ? null : iso(row.read_at),
    };
}

/** Without the time of the latest notice: the other person's rejection would show in it. */
export async function* exportWithdrawals({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of withdrawalsOf(db, userId))
    yield { from: row.for_id, about: row.about, withdrawals: row.withdrawals, latestAt: iso(row.withdrawn_at) };
}

export async function* exportNewAsks({ db, now }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await newAsksOf(db, userId, now())) yield { userId: row.for_id, at: iso(row.asked_at) };
}

export async function* exportBlocks({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of blocksOf(db, userId)) yield { userId: row.blocked_id, createdAt: iso(row.created_at) };
}

/** Without the address and the keys, with which messages could be sent. */
export async function* exportSubscriptions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await subscriptionsOf(db, userId)) yield { service: row.service, createdAt: iso(row.created_at) };
}

export async function* exportMails({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await waitingMailsOf(db, userId)) yield { kind: row.kind, createdAt: iso(row.created_at) };
}

/** Without what opens the account. */
export async function* exportTokens({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await tokensOf(db, userId))
    yield { purpose: row.purpose, to: row.email, createdAt: iso(row.created_at), expiresAt: iso(row.expires_at) };
}

export async function* exportMutes({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of mutesOf(db, userId)) yield { userId: row.muted_id, createdAt: iso(row.created_at) };
}

export async function* exportMutedWords({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  yield* await listMutedWords(db, userId);
}

/** The reports that the person has made. Reports about the person belong to other people. */
export async function* exportReports({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of reportsOf(db, userId))
    yield {
      kind: row.kind,
      about: row.subject,
      reason: row.reason,
      details: row.details,
      createdAt: iso(row.created_at),
      outcome: row.outcome,
      answer: row.answer,
    };
}

/** Leaves out who acted, because that is another person's name. */
export async function* exportOperatorActions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await actionsOn(db, userId))
    yield { action: row.action, reason: row.reason, createdAt: iso(row.created_at) };
}

export async function* exportWarnings({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await warningsOf(db, userId))
    yield {
      reason: row.reason,
      createdAt: iso(row.created_at),
      acknowledgedAt: row.acknowledged_at === null ? null : iso(row.acknowledged_at),
    };
}

/** Without dismissals, which tell what others have reported, and without the moderator. */
export async function* exportModeratorActions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  const rows = await actionsAbout(db, userId);
  const dismissed = new Set(rows.filter(({ action }) => action === 'dismiss').map(({ id }) => id));
  for (const row of rows.filter(({ id, undoes }) => !dismissed.has(id) && !dismissed.has(undoes)))
    yield {
      action: row.action,
      about: row.kind,
      reason: row.reason,
      until: row.until === null ? null : iso(row.until),
      createdAt: iso(row.created_at),
    };
}

export async function* exportMessages({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of messagesOf(db, userId))
    yield {
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
    };
}

export async function* exportReactions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of ownReactionsOf(db, userId))
    yield { messageId: row.message_id, emoji: row.emoji, createdAt: iso(row.created_at) };
}

/** The person's own, with the largest file of each, in base64. */
export async function* exportChatPictures({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of ownChatPicturesOf(db, userId))
    yield {
      ...(row.message_id !== null && { messageId: row.message_id }),
      description: row.alt,
      createdAt: iso(row.created_at),
      type: 'image/webp',
      data: Buffer.from(row.bytes).toString('base64'),
    };
}

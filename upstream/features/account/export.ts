import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import type { OwnUser } from '#shared/api/users.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Deps } from '#upstream/deps.ts';
import { actionsOn } from '#upstream/features/admin/admin-store.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { waitingMailsOf } from '#upstream/mail/mail-store.ts';
import { listSessions } from '../auth/session-store.ts';
import { shownText } from '../chat/hidden-message.ts';
import { tokensOf } from '../email/token-store.ts';
import { actionsAbout } from '../moderation/case-log.ts';
import { warningsOf } from '../moderation/warning-store.ts';
import { passkeysOf, presentPasskey } from '../passkeys/passkey-store.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { subscriptionsOf } from '../push/subscription-store.ts';
import { newAsksOf } from '../requests/new-asks.ts';
import { presentRequest } from '../requests/request-view.ts';
import { listMutedWords } from '../safety/mute-store.ts';
import { countRecoveryCodes, findSecondFactor } from '../totp/second-factor-store.ts';
import { readPictureFile } from '../visibility/pictures.ts';
import {
  blocksOf,
  historyOf,
  interestsOf,
  messagesOf,
  mutesOf,
  notificationsOf,
  picturesOf,
  projectsOf,
  reportsOf,
  requestsOf,
  withdrawalsOf,
} from './export-rows.ts';

const chunkLength = 64 * 1024;

type Part = readonly [name: string, items: AsyncIterable<unknown>];

/** Sends a person's export; an instance sends each person one at a time. */
export type SendExport = (profile: OwnUser, res: Response) => Promise<void>;

export function createExport(deps: Deps): SendExport {
  const running = new Set<string>();
  return async (profile, res) => {
    const userId = profile._id;
    if (running.has(userId))
      throw new ApiError('rate_limited', 'Your export is being made already. Wait until it is complete.', {
        headers: { 'Retry-After': '10' },
      });
    running.add(userId);
    try {
      await sendExport(deps, profile, res);
    } finally {
      running.delete(userId);
    }
  };
}

/** Streams the file, so its size costs no memory. A client that disconnects midway is not an error. */
async function sendExport(deps: Deps, profile: OwnUser, res: Response): Promise<void> {
  res.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="dotcode-export.json"',
  });
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(inChunks(exportText(deps, profile)), { highWaterMark: 2 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

async function* exportText(deps: Deps, profile: OwnUser): AsyncGenerator<string> {
  const userId = profile._id;
  const parts: Part[] = [
    ['sessions', exportSessions(deps, userId)],
    ['passkeys', exportPasskeys(deps, userId)],
    ['secondFactor', exportSecondFactor(deps, userId)],
    ['history', exportHistory(deps, userId)],
    ['preferences', exportPreferences(deps, userId)],
    ['requestsAndConnections', exportRequests(deps, userId)],
    ['projects', exportProjects(deps, userId)],
    ['projectInterests', exportInterests(deps, userId)],
    ['pictures', exportPictures(deps, userId)],
    ['notifications', exportNotifications(deps, userId)],
    ['pushSubscriptions', exportSubscriptions(deps, userId)],
    ['withdrawals', exportWithdrawals(deps, userId)],
    ['newAsksOfTheDay', exportNewAsks(deps, userId)],
    ['blockedPeople', exportBlocks(deps, userId)],
    ['mutedPeople', exportMutes(deps, userId)],
    ['mutedWords', exportMutedWords(deps, userId)],
    ['reports', exportReports(deps, userId)],
    ['mailsOnTheirWay', exportMails(deps, userId)],
    ['linksSentByMail', exportTokens(deps, userId)],
    ['operatorActions', exportOperatorActions(deps, userId)],
    ['warnings', exportWarnings(deps, userId)],
    ['moderatorActions', exportModeratorActions(deps, userId)],
    ['messages', exportMessages(deps, userId)],
  ];
  yield `{"exportedAt":${JSON.stringify(iso(deps.now()))},"profile":${JSON.stringify(profile)}`;
  for (const [name, items] of parts) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/**
 * In pieces of some size. Every piece ends the turn of the event loop: SQLite answers at once, so that a long export
 * would otherwise let no other call in.
 */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  if (chunk !== '') yield chunk;
}

async function* exportSessions({ db, now }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await listSessions(db, userId, now()))
    yield {
      device: row.device,
      address: row.address,
      createdAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
    };
}

async function* exportHistory({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of historyOf(db, userId))
    yield { kind: row.kind, device: row.device, address: row.address, at: iso(row.created_at) };
}

async function* exportPasskeys({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const { _id, ...passkey } of (await passkeysOf(db, userId)).map(presentPasskey)) yield passkey;
}

/** Without the secret and the codes. */
async function* exportSecondFactor({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  const factor = await findSecondFactor(db, userId);
  if (factor) yield { since: iso(factor.confirmed_at), recoveryCodesLeft: await countRecoveryCodes(db, userId) };
}

async function* exportPreferences({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  yield await preferencesOf(db, userId);
}

async function* exportRequests({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of requestsOf(db, userId)) yield presentRequest(row, userId);
}

async function* exportProjects({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of projectsOf(db, userId))
    yield {
      _id: row.id,
      projectName: row.name,
      projectImage: row.image_url,
      projectImageAlt: row.image_alt,
      description: row.description,
      skills: row.skills,
      isPublic: row.is_public === 1,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
}

/** With the largest file of each, in base64. */
async function* exportPictures({ db }: Deps, userId: string): AsyncGenerator<unknown> {
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

async function* exportInterests({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of interestsOf(db, userId))
    yield { projectId: row.project_id, note: row.note, status: row.status, createdAt: iso(row.created_at) };
}

async function* exportNotifications({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of notificationsOf(db, userId))
    yield {
      kind: row.kind,
      about: row.subject,
      createdAt: iso(row.created_at),
      readAt: row.read_at === null ? null : iso(row.read_at),
    };
}

/** Without the time of the latest notice: the other person's rejection would show in it. */
async function* exportWithdrawals({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of withdrawalsOf(db, userId))
    yield { from: row.for_id, about: row.about, withdrawals: row.withdrawals, latestAt: iso(row.withdrawn_at) };
}

async function* exportNewAsks({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await newAsksOf(db, userId)) yield { userId: row.for_id, at: iso(row.asked_at) };
}

async function* exportBlocks({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of blocksOf(db, userId)) yield { userId: row.blocked_id, createdAt: iso(row.created_at) };
}

/** Without the address and the keys, with which messages could be sent. */
async function* exportSubscriptions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await subscriptionsOf(db, userId)) yield { service: row.service, createdAt: iso(row.created_at) };
}

async function* exportMails({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await waitingMailsOf(db, userId)) yield { kind: row.kind, createdAt: iso(row.created_at) };
}

/** Without what opens the account. */
async function* exportTokens({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await tokensOf(db, userId))
    yield { purpose: row.purpose, to: row.email, createdAt: iso(row.created_at), expiresAt: iso(row.expires_at) };
}

async function* exportMutes({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of mutesOf(db, userId)) yield { userId: row.muted_id, createdAt: iso(row.created_at) };
}

async function* exportMutedWords({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  yield* await listMutedWords(db, userId);
}

/** Those the person has made. Reports about them are other people's. */
async function* exportReports({ db }: Deps, userId: string): AsyncGenerator<unknown> {
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
async function* exportOperatorActions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await actionsOn(db, userId))
    yield { action: row.action, reason: row.reason, createdAt: iso(row.created_at) };
}

async function* exportWarnings({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for (const row of await warningsOf(db, userId))
    yield {
      reason: row.reason,
      createdAt: iso(row.created_at),
      acknowledgedAt: row.acknowledged_at === null ? null : iso(row.acknowledged_at),
    };
}

/** Without those that dismiss, which are about what others have reported, and without who acted. */
async function* exportModeratorActions({ db }: Deps, userId: string): AsyncGenerator<unknown> {
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

async function* exportMessages({ db }: Deps, userId: string): AsyncGenerator<unknown> {
  for await (const row of messagesOf(db, userId))
    yield {
      with: row.other_id,
      from: row.sender_id === userId ? 'me' : 'them',
      // Their own words are theirs; those of others are shown as in the chat.
      text: row.sender_id === userId ? row.text : shownText(row).text,
      createdAt: iso(row.created_at),
    };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

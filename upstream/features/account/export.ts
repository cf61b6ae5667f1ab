import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { OwnUser } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connect.ts';
import type { Deps } from '#upstream/deps.ts';
import { listSessions } from '../auth/session-store.ts';
import { presentRequest, seenBy } from '../requests/request-view.ts';
import { messagesOf } from './account-store.ts';

const chunkLength = 64 * 1024;

type Part = readonly [name: string, items: AsyncIterable<unknown> | Iterable<unknown>];

/** Streams the file, so its size costs no memory. A client that disconnects midway is not an error. */
export async function sendExport(deps: Deps, userId: string, profile: OwnUser, res: Response): Promise<void> {
  res.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="dotcode-export.json"',
  });
  try {
    await pipeline(Readable.from(inChunks(exportText(deps, userId, profile))), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

async function* exportText(deps: Deps, userId: string, profile: OwnUser): AsyncGenerator<string> {
  const { db } = deps;
  const parts: Part[] = [
    ['sessions', await exportSessions(deps, userId)],
    ['requestsAndConnections', await exportRequests(db, userId)],
    ['projects', await exportProjects(db, userId)],
    ['projectInterests', await exportInterests(db, userId)],
    ['notifications', await exportNotifications(db, userId)],
    ['withdrawals', await exportWithdrawals(db, userId)],
    ['messages', exportMessages(db, userId)],
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

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function exportSessions(deps: Deps, userId: string): Promise<unknown[]> {
  const rows = await listSessions(deps.db, userId, deps.now());
  return rows.map((row) => ({ device: row.device, createdAt: iso(row.created_at), lastSeenAt: iso(row.last_seen_at) }));
}

/** Decisions of others about the person are included only where the person can see them in the product. */
async function exportRequests(db: Db, userId: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where(({ eb, or }) => or([eb('from_id', '=', userId), eb('to_id', '=', userId)]))
    .execute();
  const shown = rows.filter((row) => seenBy(row, userId) !== 'nothing').map((row) => presentRequest(row, userId));
  // The database's order would tell which rows were changed after the request.
  return shown.sort((a, b) => (a._id < b._id ? -1 : 1));
}

async function exportProjects(db: Db, userId: string): Promise<unknown[]> {
  const rows = await db.selectFrom('projects').selectAll().where('creator_id', '=', userId).orderBy('id').execute();
  const skills = await db
    .selectFrom('project_skills')
    .innerJoin('projects', 'projects.id', 'project_skills.project_id')
    .select(['project_id', 'label'])
    .where('projects.creator_id', '=', userId)
    .orderBy('position')
    .execute();
  const byProject = Map.groupBy(skills, (row) => row.project_id);
  return rows.map((row) => ({
    _id: row.id,
    projectName: row.name,
    projectImage: row.image_url,
    description: row.description,
    skills: (byProject.get(row.id) ?? []).map((skill) => skill.label),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }));
}

async function exportInterests(db: Db, userId: string): Promise<unknown[]> {
  const rows = await db.selectFrom('project_interests').selectAll().where('user_id', '=', userId).execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    note: row.note,
    status: row.status,
    createdAt: iso(row.created_at),
  }));
}

async function exportNotifications(db: Db, userId: string): Promise<unknown[]> {
  const rows = await db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  return rows.map((row) => ({
    kind: row.kind,
    about: row.subject,
    createdAt: iso(row.created_at),
    readAt: row.read_at === null ? null : iso(row.read_at),
  }));
}

/** Without the time of the latest notice: the other person's rejection would show in it. */
async function exportWithdrawals(db: Db, userId: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('notice_limits')
    .selectAll()
    .where('by_id', '=', userId)
    .where('withdrawals', '>', 0)
    .orderBy('for_id')
    .orderBy('about')
    .execute();
  return rows.map((row) => ({
    from: row.for_id,
    about: row.about,
    withdrawals: row.withdrawals,
    latestAt: iso(row.withdrawn_at),
  }));
}

async function* exportMessages(db: Db, userId: string): AsyncGenerator<unknown> {
  for await (const row of messagesOf(db, userId))
    yield {
      with: row.other_id,
      from: row.sender_id === userId ? 'me' : 'them',
      text: row.text,
      createdAt: iso(row.created_at),
    };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

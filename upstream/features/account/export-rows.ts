import { sql } from 'kysely';
import type { Db } from '#upstream/db/connect.ts';
import type { ConversationRow, MessageRow, ProjectInterestRow, ProjectRow, RequestRow } from '#upstream/db/schema.ts';

/** Rows read at once: few enough that reading and writing them holds the event loop for some milliseconds only. */
const pageSize = 200;

/** Reads page after page, each beginning after the last row of the one before, until one is not full. */
async function* rowsOf<Row>(readPage: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let page: Row[] = [];
  do {
    page = await readPage(page.at(-1));
    yield* page;
  } while (page.length === pageSize);
}

/** What the person asked and was asked; decisions of others only where the person can see them in the product. */
export async function* requestsOf(db: Db, userId: string): AsyncGenerator<RequestRow> {
  for (const side of ['from_id', 'to_id'] as const)
    for (const status of ['interested', 'accepted', 'rejected', 'ignored'] as const) {
      if (side === 'to_id' && status === 'ignored') continue;
      const rows = rowsOf<RequestRow>((last) => {
        const page = db.selectFrom('requests').selectAll().where(side, '=', userId).where('status', '=', status);
        return (last ? page.where(sql<boolean>`(updated_at, id) > (${last.updated_at}, ${last.id})`) : page)
          .orderBy('updated_at')
          .orderBy('id')
          .limit(pageSize)
          .execute();
      });
      for await (const row of rows) if (side === 'to_id' || row.withdrawn === 0) yield row;
    }
}

/** With the labels of their skills, in the person's order. */
export async function* projectsOf(db: Db, userId: string): AsyncGenerator<ProjectRow & { skills: string[] }> {
  let after = '';
  for (let isLast = false; !isLast; ) {
    const projects = await db
      .selectFrom('projects')
      .selectAll()
      .where('creator_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    isLast = projects.length < pageSize;
    if (projects.length === 0) return;
    const ids = projects.map(({ id }) => id);
    after = ids.at(-1) ?? after;
    const skills = await db
      .selectFrom('project_skills')
      .select(['project_id', 'label'])
      .where('project_id', 'in', ids)
      .orderBy('project_id')
      .orderBy('position')
      .execute();
    const byProject = Map.groupBy(skills, (skill) => skill.project_id);
    for (const project of projects)
      yield { ...project, skills: (byProject.get(project.id) ?? []).map(({ label }) => label) };
  }
}

export async function* interestsOf(db: Db, userId: string): AsyncGenerator<ProjectInterestRow> {
  for (const status of ['interested', 'accepted', 'rejected'] as const)
    yield* rowsOf<ProjectInterestRow>((last) =>
      db
        .selectFrom('project_interests')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', '=', status)
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(pageSize)
        .execute(),
    );
}

/** A person's own messages and those to them: conversation after conversation, oldest first. */
export async function* messagesOf(db: Db, userId: string): AsyncGenerator<MessageRow & { other_id: string }> {
  for await (const { id, user_low, user_high } of conversationsOf(db, userId)) {
    const other_id = user_low === userId ? user_high : user_low;
    const rows = rowsOf<MessageRow>((last) =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('conversation_id', '=', id)
        .where('seq', '>', last?.seq ?? 0)
        .orderBy('seq')
        .limit(pageSize)
        .execute(),
    );
    for await (const row of rows) yield { ...row, other_id };
  }
}

/** Longest silent first. A message that comes meanwhile moves its conversation to the end, where it is not repeated. */
async function* conversationsOf(db: Db, userId: string): AsyncGenerator<ConversationRow> {
  const seen = new Set<string>();
  for (const side of ['user_low', 'user_high'] as const) {
    const rows = rowsOf<ConversationRow>((last) => {
      const page = db.selectFrom('conversations').selectAll().where(side, '=', userId);
      return (last ? page.where(sql<boolean>`(last_message_at, id) > (${last.last_message_at}, ${last.id})`) : page)
        .orderBy('last_message_at')
        .orderBy('id')
        .limit(pageSize)
        .execute();
    });
    for await (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      yield row;
    }
  }
}

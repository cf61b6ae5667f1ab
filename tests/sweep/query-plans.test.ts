import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import type { Db } from '#upstream/db/connection.ts';
import { countUnread, listConversations } from '#upstream/features/chat/conversation-list.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { listActivity } from '#upstream/features/projects/activity-store.ts';
import { findProject } from '#upstream/features/projects/project-store.ts';
import { listConnections, listReceived, listSent } from '#upstream/features/requests/relation-lists.ts';
import { areConnected } from '#upstream/features/requests/relations.ts';
import { newId } from '#upstream/ids.ts';

await describeOnBothDatabases('query plans', (engine) => {
  let upstream: StartedUpstream;
  let viewerId: string;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    const viewer = await upstream.signUp();
    viewerId = viewer.id;
    await viewer.client.patch('/profile/edit', { skills: ['Go', 'Rust'] });
  });
  afterAll(() => upstream.close());

  it('reads few more people for the ranked feed than its page holds', async () => {
    const people = Array.from({ length: 80 }, () => ({
      ...emptyProfile,
      id: newId(1),
      first_name: 'Go',
      last_name: 'Pher',
      created_at: 1,
      updated_at: 1,
    }));
    await upstream.db.insertInto('users').values(people).execute();
    const skills = people.map(({ id }) => ({ user_id: id, skill_key: 'go', label: 'Go', spelling: 'Go', position: 0 }));
    await upstream.db.insertInto('user_skills').values(skills).execute();
    const read: number[] = [];
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read.push(result.rows.length);
        return result;
      },
    };
    const { items } = await feedPage(upstream.db.withPlugin(count), viewerId, { page: 1, limit: 10, order: 'match' });
    expect(items).toHaveLength(10);
    expect(Math.max(...read)).toBeLessThanOrEqual(20);
  });

  it('reads hardly more for the deepest page by number, and as much for each page by cursor', async () => {
    const people = Array.from({ length: 600 }, () => ({
      ...emptyProfile,
      id: newId(2),
      first_name: 'Deep',
      last_name: 'Down',
      created_at: 2,
      updated_at: 2,
    }));
    await upstream.db.insertInto('users').values(people).execute();
    const skills = people.map(({ id }) => ({
      user_id: id,
      skill_key: 'rust',
      label: 'Rust',
      spelling: 'Rust',
      position: 0,
    }));
    await upstream.db.insertInto('user_skills').values(skills).execute();
    for (const order of ['newest', 'match'] as const) {
      const cost = async (query: { page: number; cursor?: string }) => {
        const work = { rows: 0, statements: 0 };
        const count: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            work.rows += result.rows.length;
            work.statements += 1;
            return result;
          },
        };
        const page = await feedPage(upstream.db.withPlugin(count), viewerId, { limit: 10, order, ...query });
        expect(page.items).toHaveLength(10);
        return { ...work, next: page.nextCursor ?? '' };
      };
      const first = await cost({ page: 1 });
      const deepest = await cost({ page: limits.feedDepth / 10 + 1 });
      expect(deepest.statements, order).toBeLessThanOrEqual(first.statements + 2);
      expect(deepest.rows, order).toBeLessThanOrEqual(first.rows + limits.feedDepth + 100);
      for (let i = 0, cursor = first.next; i < 30; i += 1) {
        const page = await cost({ page: 1, cursor });
        expect(page.statements, `${order}, page ${i} by cursor`).toBeLessThanOrEqual(first.statements + 2);
        expect(page.rows, `${order}, page ${i} by cursor`).toBeLessThanOrEqual(first.rows + 20);
        cursor = page.next;
      }
    }
  });

  /** The plan of every statement that `work` runs. */
  async function plansOf(work: (db: Db) => Promise<unknown>): Promise<{ statement: string; plan: string }[]> {
    const queries: CompiledQuery[] = [];
    const executor = upstream.db.getExecutor();
    const capture: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        queries.push(executor.compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(upstream.db.withPlugin(capture));
    return Promise.all(queries.map(async (query) => ({ statement: query.sql, plan: await explain(query) })));
  }

  function explain(query: CompiledQuery): Promise<string> {
    return upstream.db.transaction().execute(async (trx) => {
      // The tables are almost empty, so a sequential scan and a sort would be the right plan. Disabled to see whether
      // an index can serve the query.
      if (engine === 'postgres')
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      const prefix = engine === 'postgres' ? 'explain' : 'explain query plan';
      const { rows } = await trx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${prefix} ${query.sql}`, [...query.parameters]),
      );
      return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n');
    });
  }

  const page = { page: 1, limit: 10 };
  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the feed, newest first', (db) => feedPage(db, viewerId, { ...page, order: 'newest' })],
    ['the feed of one skill', (db) => feedPage(db, viewerId, { ...page, order: 'newest', skill: 'Go' })],
    ['the feed, ranked', (db) => feedPage(db, viewerId, { ...page, order: 'match' })],
    ['received requests', (db) => listReceived(db, viewerId, 20, { time: 1, id: 'f' })],
    ['sent requests', (db) => listSent(db, viewerId, 20, { time: 1, id: 'f' })],
    ['connections', (db) => listConnections(db, viewerId, 20, { time: 1, id: 'f' })],
    ['whether two are connected', (db) => areConnected(db, viewerId, 'f'.repeat(24))],
  ])('has an index for %s, in its order', async (_, work) => {
    const plans = await plansOf(work);
    expect(plans.length).toBeGreaterThan(0);
    for (const { statement, plan } of plans) {
      expect(plan).not.toMatch(/Seq Scan|^SCAN (?!.*USING (COVERING )?INDEX|newest|candidate|span|run)/m);
      // With a million people, a limit must be reached by walking an index. Sorting one person's few skills is fine.
      if (statement.includes(' limit ')) expect(plan).not.toMatch(/Sort Key|TEMP B-TREE/);
    }
  });

  it('walks both sides of a person’s conversations down their indexes', async () => {
    const [found] = await plansOf((db) => listConversations(db, viewerId, { limit: 20, after: { time: 1, id: 'f' } }));
    for (const side of ['low', 'high']) expect(found?.plan).toContain(`conversations_by_user_${side}`);
    // The merge sorts at most two pages of rows.
    expect(found?.plan).not.toMatch(/Seq Scan|SCAN [cmr]\b(?! USING)/);
  });

  it.each(['accepted', 'none'] as const)(
    'reads a project’s activity for others than its creator by an index without requests to join (relation: %s)',
    async (relation) => {
      const { client } = await upstream.signUp();
      const { project } = (await client.post('/create-project', { projectName: 'Raft' })).body;
      const seen = await findProject(upstream.db, viewerId, project._id);
      const [found] = await plansOf(
        async (db) => seen && listActivity(db, { id: viewerId, relation }, seen, { limit: 20 }),
      );
      expect(found?.plan).toContain('project_activity_for_visitors');
    },
  );

  it('has an index that holds only conversations with unread messages', async () => {
    const [found] = await plansOf((db) => countUnread(db, viewerId));
    for (const side of ['low', 'high']) expect(found?.plan).toContain(`conversations_unread_${side}`);
  });
});

import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { signUpProjectCast } from '#tests/support/project-cast.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { deleteStatement } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

/** How PostgreSQL could answer without an index in the order of the page. */
const withoutIndex = ['seqscan', 'bitmapscan', 'sort'];
/** Lists that must be walked down an index: among a million people, nothing may be sorted for a page. */
const isWalked = /^\/user\/(feed|request|connections)/;

await describeOnBothDatabases('query plans', (engine) => {
  let upstream: StartedUpstream;
  let viewer: SignedUp;
  let peer: SignedUp;
  let projectId: string;
  let viewerId: string;
  let captured: CompiledQuery[] = [];
  /** A plan that reads a table from its beginning to its end. SQLite names views and aliases in the same way. */
  let wholeTable: RegExp;

  beforeAll(async () => {
    upstream = await startUpstream({
      engine,
      watch: (db) => {
        const executor = db.getExecutor();
        return db.withPlugin({
          transformQuery: ({ node, queryId }) => {
            captured.push(executor.compileQuery(node, queryId));
            return node;
          },
          transformResult: async ({ result }) => result,
        });
      },
    });
    const cast = await signUpProjectCast(upstream, () => undefined, { isPublic: true });
    [viewer, peer, projectId, viewerId] = [cast.ada, cast.ben, cast.id, cast.ada.id];
    await cast.join(peer);
    await cast.ask(cast.cho);
    for (const { client } of [viewer, peer])
      await client.patch('/profile/edit', { skills: ['Go', 'Rust'], isPublic: true });
    await cast.dan.client.post('/report', { kind: 'person', id: peer.id, reason: 'spam' });
    await addModerator(upstream.db, viewer.id, Date.now());
    const tables = (await upstream.db.introspection.getTables()).map(({ name }) => name);
    wholeTable = new RegExp(`Seq Scan on|^SCAN (${tables.join('|')})\\b(?! (USING|VIRTUAL TABLE INDEX))`, 'm');
  });
  afterAll(() => upstream.close());

  /** Stores so many people of a skill, of one moment. */
  async function addPeople(count: number, skill: string, at: number): Promise<void> {
    const named = { first_name: skill, last_name: 'Pher', created_at: at, updated_at: at };
    const people = Array.from({ length: count }, () => ({ ...emptyProfile, ...named, id: newId(at) }));
    await upstream.db.insertInto('users').values(people).execute();
    const own = { skill_key: skill.toLowerCase(), label: skill, spelling: skill, position: 0 };
    await upstream.db
      .insertInto('user_skills')
      .values(people.map(({ id }) => ({ ...own, user_id: id })))
      .execute();
  }

  /** A page of the feed, with the number of rows of each statement that was made for it. */
  async function readFeed(query: Parameters<typeof feedPage>[2]) {
    const rows: number[] = [];
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows.push(result.rows.length);
        return result;
      },
    };
    const { items, nextCursor } = await feedPage(upstream.db.withPlugin(count), viewerId, query);
    expect(items).toHaveLength(10);
    return {
      most: Math.max(...rows),
      rows: rows.reduce((sum, each) => sum + each, 0),
      statements: rows.length,
      nextCursor,
    };
  }

  it('reads few more people for the ranked feed than its page holds', async () => {
    await addPeople(80, 'Go', 1);
    expect((await readFeed({ page: 1, limit: 10, order: 'match' })).most).toBeLessThanOrEqual(20);
  });

  it('reads hardly more for the deepest page by number, and as much for each page by cursor', async () => {
    await addPeople(600, 'Rust', 2);
    for (const order of ['newest', 'match'] as const) {
      const first = await readFeed({ page: 1, limit: 10, order });
      const deepest = await readFeed({ page: limits.feedDepth / 10 + 1, limit: 10, order });
      expect(deepest.statements, order).toBeLessThanOrEqual(first.statements + 2);
      expect(deepest.rows, order).toBeLessThanOrEqual(first.rows + limits.feedDepth + 100);
      for (let i = 0, cursor = first.nextCursor ?? ''; i < 30; i += 1) {
        const page = await readFeed({ page: 1, limit: 10, order, cursor });
        expect(page.statements, `${order}, page ${i} by cursor`).toBeLessThanOrEqual(first.statements + 2);
        expect(page.rows, `${order}, page ${i} by cursor`).toBeLessThanOrEqual(first.rows + 20);
        cursor = page.nextCursor ?? '';
      }
    }
  });

  /** The plan of every statement that `work` runs. */
  async function plansOf(
    work: () => Promise<unknown>,
    ways = withoutIndex,
  ): Promise<{ statement: string; plan: string }[]> {
    captured = [];
    await work();
    const queries = captured.filter(({ sql: text }) => !/^\s*(set |select set_config|begin|commit)/.test(text));
    return Promise.all(queries.map(async (query) => ({ statement: query.sql, plan: await explain(query, ways) })));
  }

  function explain(query: CompiledQuery, ways = withoutIndex): Promise<string> {
    return upstream.connection.db.transaction().execute(async (trx) => {
      // The tables are almost empty, so a sequential scan and a sort would be the right plan. Disabled to see whether
      // an index can serve the query.
      if (engine === 'postgres')
        for (const way of ways) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      const prefix = engine === 'postgres' ? 'explain' : 'explain query plan';
      const { rows } = await trx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${prefix} ${query.sql}`, [...query.parameters]),
      );
      return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n');
    });
  }

  it.each([
    ...['/profile/view', '/profile/PEER', '/profile/sessions', '/profile/history', '/profile/preferences'],
    ...['/user/feed?order=newest', '/user/feed?order=newest&skill=Go', '/user/feed?order=match'],
    ...[
      '/user/feed?order=newest&intent=pair',
      '/user/feed?order=match&intent=pair',
      '/user/feed?order=match&overlap=9',
    ],
    ...['/user/request/received', '/user/request/sent', '/user/connections', '/user/muted', '/user/blocked'],
    ...['/user/updates', '/chats', '/chat/PEER', '/room/PROJECT', '/notifications'],
    ...['/notifications?kinds=request,connected&unread=true', '/reports', '/push/key', '/moderation/cases?state=open'],
    ...['/moderation/cases?state=closed', '/projects', '/projects?role=Design&status=live'],
    ...['/myprojects', '/projects/interested&accepted', '/project/view/PROJECT', '/project/interest/PROJECT'],
    ...['/project/PROJECT/activity', '/project/PROJECT/update', '/project/PROJECT/invite', '/public/project/PROJECT'],
    ...['/public/profile/PEER', '/public/pages?kind=project', '/public/pages?kind=profile'],
    ...[
      '/search/people?q=person',
      '/search/people?q=kuberntes',
      '/search/projects?q=raft',
      '/search/projects?q=kuberntes',
    ],
  ])('GET %s reads no table from end to end', async (path) => {
    const address = path.replace('PEER', peer.id).replace('PROJECT', projectId);
    let status = 0;
    const plans = await plansOf(
      async () => {
        status = (await viewer.client.get(address)).status;
      },
      // PostgreSQL reads the words of the search by bitmaps alone.
      path.startsWith('/search') ? ['seqscan'] : withoutIndex,
    );
    expect(status).toBe(200);
    expect(plans.length).toBeGreaterThan(0);
    for (const { statement, plan } of plans) {
      expect(plan, statement).not.toMatch(wholeTable);
      if (isWalked.test(path) && statement.includes(' limit '))
        expect(plan, statement).not.toMatch(/Sort Key|TEMP B-TREE/);
    }
  });

  it('a project’s activity is read for visitors and members by an index without requests to join', async () => {
    for (const { client } of [peer, await upstream.signUp()]) {
      const plans = await plansOf(() => client.get(`/project/${projectId}/activity`));
      expect(plans.map(({ plan }) => plan).join()).toContain('project_activity_for_visitors');
    }
  });

  it.each(Object.entries(retentions))('the %s to delete are found by their index', async (_, retention) => {
    const plan = await explain(deleteStatement(retention, Date.now()).compile(upstream.db));
    expect(plan).not.toMatch(wholeTable);
    // SQLite chooses any index for an empty table.
    if (engine === 'postgres') expect(plan).toContain(retention.index);
  });
});

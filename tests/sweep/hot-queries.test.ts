import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeCrowd } from '#bench/crowd.ts';
import { plansOf, readsWholeTable } from '#tests/support/explain.ts';
import { hotQueries, storeSessions } from '#tests/support/hot-queries.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';

/** Enough that PostgreSQL prefers an index wherever there is one. */
const people = 5000;

/**
 * The index that carries each query, where both engines choose it at this size: one name where the index has a name of ours, else those that
 * SQLite and PostgreSQL give to a key.
 */
const indexOf: Readonly<Record<string, string | { sqlite: string; postgres: string }>> = {
  'the session of a call': { sqlite: 'sqlite_autoindex_sessions_2', postgres: 'sessions_token_hash_key' },
  'sessions of a person': 'sessions_by_user',
  'history of an account': 'account_events_by_user',
  'own profile': 'warnings_by_user',
  'names for a list': { sqlite: 'sqlite_autoindex_users_1', postgres: 'users_pkey' },
  'feed, newest first': { sqlite: 'sqlite_autoindex_users_1', postgres: 'users_pkey' },
  'feed of one skill': 'user_skills_by_skill',
  'feed, best match first': 'user_skills_by_skill',
  'feed of an intent, newest first': 'user_intents_by_intent',
  'feed of an intent, best match first': 'user_intents_by_intent',
  'requests received': 'decisions_received',
  'requests sent': 'decisions_own',
  connections: 'connections_newest_of_low',
  'whether two are connected': { sqlite: 'sqlite_autoindex_connections_2', postgres: 'connections_of_high' },
  conversations: 'conversations_by_user_low',
  'unread messages': 'conversations_unread_low',
  'people whom somebody blocks': 'blocks_newest',
  'people whom somebody mutes': 'mutes_newest',
  'muted words': { sqlite: 'sqlite_autoindex_muted_words_1', postgres: 'muted_words_pk' },
  'notifications to mail': 'sessions_by_user',
  'push subscriptions of a person': 'push_subscriptions_by_user',
  'own reports': 'reports_by_reporter',
  'the queue of moderators': 'cases_open',
  'cases that moderators have decided': 'cases_closed',
  'acts of operators that no metric has counted': 'admin_actions_uncounted',
  'projects, newest first': { sqlite: 'sqlite_autoindex_projects_1', postgres: 'projects_pkey' },
  'projects of a person': 'projects_by_creator',
  'members of projects': 'project_interests_by_project_id',
  'projects that a person asked to join': 'project_interests_by_user_id',
  'public projects': 'projects_public',
  'public profiles': 'users_public',
  'search, a common name': { sqlite: 'VIRTUAL TABLE INDEX', postgres: 'people_search_pkey' },
  'search of projects, a common word': { sqlite: 'VIRTUAL TABLE INDEX', postgres: 'project_search_pkey' },
};

await describeOnEachDatabase('the plans of the hot queries', (engine) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    connection = await connect(database.url);
    await migrate(connection);
    await storeCrowd(connection, people);
    await storeSessions(connection);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const names = hotQueries({ engine }, people).map(({ name }) => name);
  it('have no index expected of a query that is gone', () => {
    expect(Object.keys(indexOf).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(names)('read no table from end to end, and use the index that is there for it: %s', async (name) => {
    const query = hotQueries(connection, people).find((one) => one.name === name);
    const plans = await plansOf(connection, (db) => query?.work(db) ?? Promise.resolve());
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter(({ plan }) => readsWholeTable(plan))).toEqual([]);
    const index = indexOf[name];
    if (index === undefined) return;
    const wanted = typeof index === 'string' ? index : index[engine];
    expect(plans.map(({ plan }) => plan).join('\n')).toMatch(new RegExp(`\\b${wanted}\\b`));
  });

  // The walk is PostgreSQL's alone: SQLite searches its FTS5 index (sqlite-hits.ts).
  if (engine === 'sqlite') return;
  it('walk the newest entries of the search down their key', async () => {
    const query = hotQueries(connection, people).find(({ name }) => name === 'search, nothing');
    const plans = await plansOf(connection, (db) => query?.work(db) ?? Promise.resolve());
    const walks = plans.filter(({ statement }) => /order by seq desc limit \$\d\s+\) as entry/.test(statement));
    expect(walks.length).toBeGreaterThan(2);
    for (const { plan } of walks) expect(plan).toMatch(/Index Scan Backward using people_search_pkey/);
  });
});

it('a plan that reads a whole table is recognised on both engines', () => {
  expect(readsWholeTable('Limit\n  ->  Seq Scan on users')).toBe(true);
  expect(readsWholeTable('SCAN messages')).toBe(true);
  expect(readsWholeTable('SCAN users USING INDEX users_newest')).toBe(false);
  expect(readsWholeTable('SEARCH users USING INDEX users_pk (id=?)')).toBe(false);
});

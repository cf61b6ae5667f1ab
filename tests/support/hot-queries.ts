import { sql } from 'kysely';
import { personId, projectId as projectIdOf } from '#bench/crowd.ts';
import { limits } from '#shared/limits.ts';
import type { Connection, Db } from '#upstream/db/connection.ts';
import { takeUncountedActs } from '#upstream/features/admin/admin-store.ts';
import { findSession, insertSession, listSessions } from '#upstream/features/auth/session-store.ts';
import { countUnread, listConversations } from '#upstream/features/chat/conversation-list.ts';
import { listHistory, noteEvent } from '#upstream/features/history/history-store.ts';
import { countCases, listCases } from '#upstream/features/moderation/case-store.ts';
import { presentCase } from '#upstream/features/moderation/present-case.ts';
import { findSendable } from '#upstream/features/notification-mails/notice-store.ts';
import { listNotifications } from '#upstream/features/notifications/notification-store.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { findOwnUser, findUsers } from '#upstream/features/people/people-store.ts';
import { preferencesOfMany } from '#upstream/features/preferences/preferences-store.ts';
import { mayNotAsk } from '#upstream/features/preferences/reserve.ts';
import { listActivity } from '#upstream/features/projects/activity-store.ts';
import { listInterestsOf, memberIds, waitingCounts } from '#upstream/features/projects/interest-store.ts';
import { lookAtInvite } from '#upstream/features/projects/invite-look.ts';
import { listInvites } from '#upstream/features/projects/invite-store.ts';
import { memberRows } from '#upstream/features/projects/member-store.ts';
import { listProjects, listProjectsOf } from '#upstream/features/projects/project-lists.ts';
import { findProject, projectSkills } from '#upstream/features/projects/project-store.ts';
import { projectRoles } from '#upstream/features/projects/role-store.ts';
import { listFollowedUpdates, listPublicUpdates } from '#upstream/features/projects/update-store.ts';
import {
  findPublicProfile,
  findPublicProject,
  listPublicProfiles,
  listPublicProjects,
} from '#upstream/features/public/public-store.ts';
import {
  findSubscription,
  isSubscribed,
  type Subscription,
  subscriptionsOf,
} from '#upstream/features/push/subscription-store.ts';
import { newAsksOf } from '#upstream/features/requests/ask-quota.ts';
import { listConnections, listReceived, listSent } from '#upstream/features/requests/relation-lists.ts';
import { areConnected } from '#upstream/features/requests/relations.ts';
import { isBlockedBetween, listBlocks } from '#upstream/features/safety/block-store.ts';
import { listMutedWords, listMutes } from '#upstream/features/safety/mute-store.ts';
import { listOwnReports } from '#upstream/features/safety/report-store.ts';
import { searchIds } from '#upstream/features/search/search-store.ts';
import type { SearchedTable } from '#upstream/features/search/searched-tables.ts';
import { findConversation } from '#upstream/features/visibility/messages.ts';
import { findBlockedPeople } from '#upstream/features/visibility/people.ts';
import { pairOf } from '#upstream/ids.ts';

export interface HotQuery {
  name: string;
  work: (db: Db) => Promise<unknown>;
}

/** The most frequent calls, in a crowd of so many people: their time must not grow with the number. */
export function hotQueries({ engine }: Pick<Connection, 'engine'>, people: number): HotQuery[] {
  const [viewer, other] = [personId(0), personId(Math.floor(people / 2))];
  const projectId = projectIdOf(0);
  const before = { time: Date.now(), id: 'f' };
  const page = { page: 1, limit: 10 };
  const search = (q: string, table: SearchedTable = 'people_search') => {
    return (db: Db) => searchIds(db, engine, table, { viewerId: viewer, q, limit: 20 });
  };
  return [
    { name: 'the session of a call', work: (db) => findSession(db, { token: 'x' }, Date.now()) },
    { name: 'sessions of a person', work: (db) => listSessions(db, viewer, Date.now()) },
    {
      name: 'history of an account',
      work: (db) => listHistory(db, viewer, { limit: 20, after: before, since: 0 }),
    },
    { name: 'own profile', work: (db) => findOwnUser(db, viewer) },
    { name: 'names for a list', work: (db) => findUsers(db, viewer, [viewer, other]) },
    { name: 'feed, newest first', work: (db) => feedPage(db, viewer, { ...page, order: 'newest' }) },
    { name: 'feed of one skill', work: (db) => feedPage(db, viewer, { ...page, order: 'newest', skill: 'Go' }) },
    { name: 'feed, best match first', work: (db) => feedPage(db, viewer, { ...page, order: 'match' }) },
    {
      name: 'feed of an intent, newest first',
      work: (db) => feedPage(db, viewer, { ...page, order: 'newest', intent: 'pair' }),
    },
    {
      name: 'feed of an intent, best match first',
      work: (db) => feedPage(db, viewer, { ...page, order: 'match', intent: 'pair' }),
    },
    {
      name: 'feed of hours in common',
      work: (db) => feedPage(db, viewer, { ...page, order: 'match', overlap: 9 }),
    },
    {
      name: 'feed, best match first, the deepest page by number',
      work: (db) => feedPage(db, viewer, { page: limits.feedDepth / 10 + 1, limit: 10, order: 'match' }),
    },
    { name: 'requests received', work: (db) => listReceived(db, viewer, 20, before) },
    { name: 'requests sent', work: (db) => listSent(db, viewer, 20, before) },
    { name: 'connections', work: (db) => listConnections(db, viewer, 20, before) },
    { name: 'whether two are connected', work: (db) => areConnected(db, viewer, other) },
    { name: 'a conversation', work: (db) => findConversation(db, viewer, other) },
    { name: 'conversations', work: (db) => listConversations(db, viewer, { limit: 20, after: { time: 1, id: 'f' } }) },
    { name: 'unread messages', work: (db) => countUnread(db, viewer) },
    { name: 'notifications', work: (db) => listNotifications(db, viewer, { limit: 20, after: before }) },
    {
      name: 'unread notifications about people',
      work: (db) =>
        listNotifications(db, viewer, { limit: 20, after: before, kinds: ['request', 'connected'], isUnread: true }),
    },
    { name: 'people whom somebody blocks', work: (db) => listBlocks(db, viewer, 20, before) },
    { name: 'whether two are blocked', work: (db) => isBlockedBetween(db, viewer, other) },
    { name: 'names of blocked people', work: (db) => findBlockedPeople(db, viewer, [other]) },
    { name: 'people whom somebody mutes', work: (db) => listMutes(db, viewer, 20, before) },
    { name: 'muted words', work: (db) => listMutedWords(db, viewer) },
    { name: 'the new people of a day', work: (db) => newAsksOf(db, viewer, Date.now()) },
    { name: 'whether a person takes requests', work: (db) => mayNotAsk(db, viewer, other) },
    { name: 'preferences of people', work: (db) => preferencesOfMany(db, [viewer, other]) },
    { name: 'notifications to mail', work: (db) => findSendable(db, viewer) },
    { name: 'the push subscription of a session', work: (db) => isSubscribed(db, viewer) },
    { name: 'push subscriptions of a person', work: (db) => subscriptionsOf(db, viewer) },
    { name: 'a push subscription', work: (db) => findSubscription(db, viewer) },
    { name: 'own reports', work: (db) => listOwnReports(db, viewer, { limit: 20 }) },
    {
      name: 'the queue of moderators',
      work: (db) => listCases(db, viewer, { state: 'open', limit: 20, after: { time: 1, id: 'f' } }),
    },
    {
      name: 'cases that moderators have decided',
      work: (db) => listCases(db, viewer, { state: 'closed', limit: 20, after: before }),
    },
    { name: 'a case, with what is known of the people in it', work: (db) => readCase(db, viewer) },
    { name: 'the numbers of moderation', work: (db) => countCases(db, Date.now()) },
    { name: 'acts of operators that no metric has counted', work: (db) => takeUncountedActs(db) },
    { name: 'projects, newest first', work: (db) => listProjects(db, viewer, { limit: 20 }) },
    { name: 'projects of a person', work: (db) => listProjectsOf(db, viewer, { limit: 20 }, viewer) },
    { name: 'skills of projects', work: (db) => projectSkills(db, [projectId]) },
    { name: 'roles of projects', work: (db) => projectRoles(db, [projectId]) },
    {
      name: 'projects that look for a role',
      work: (db) => listProjects(db, viewer, { limit: 20 }, { role: 'Design', status: 'live' }),
    },
    { name: 'members of projects', work: (db) => memberIds(db, viewer, [projectId]) },
    { name: 'what the members of a project do', work: (db) => memberRows(db, projectId, [viewer]) },
    {
      name: 'activity of a project',
      work: async (db) => {
        const project = await findProject(db, viewer, projectId);
        if (project) await listActivity(db, { id: viewer, relation: 'owner' }, project, { limit: 20 });
      },
    },
    {
      name: 'activity of a project, for a visitor',
      work: async (db) => {
        const project = await findProject(db, viewer, projectId);
        if (project) await listActivity(db, { id: viewer, relation: 'none' }, project, { limit: 20 });
      },
    },
    { name: 'updates of followed projects', work: (db) => listFollowedUpdates(db, viewer, { limit: 20 }) },
    { name: 'updates on a public page', work: (db) => listPublicUpdates(db, projectId, 3) },
    { name: 'who invites into which project', work: (db) => lookAtInvite(db, 'token', Date.now()) },
    { name: 'invitations into a project', work: (db) => listInvites(db, { projectId, now: Date.now() }) },
    { name: 'people who ask to join projects', work: (db) => waitingCounts(db, viewer, [projectId]) },
    { name: 'projects that a person asked to join', work: (db) => listInterestsOf(db, viewer, { limit: 20 }) },
    { name: 'a public project', work: (db) => findPublicProject(db, projectId) },
    { name: 'a public profile', work: (db) => findPublicProfile(db, viewer) },
    { name: 'public projects', work: (db) => listPublicProjects(db, { limit: 1000 }) },
    { name: 'public profiles', work: (db) => listPublicProfiles(db, { limit: 1000 }) },
    { name: 'search, a common name', work: search('an') },
    { name: 'search, a skill', work: search('react') },
    { name: 'search, with a typing mistake', work: search('kuberntes') },
    { name: 'search, a letter and a word', work: search('c education') },
    { name: 'search, nothing', work: search('zzqqzz') },
    { name: 'search of projects, a skill', work: search('react', 'project_search') },
    { name: 'search of projects, a common word', work: search('an', 'project_search') },
    { name: 'search of projects, with a typing mistake', work: search('kuberntes', 'project_search') },
  ];
}

async function readCase(db: Db, moderatorId: string) {
  const [row] = await listCases(db, moderatorId, { state: 'open', limit: 1, after: undefined });
  return row && presentCase({ db, secret: '', config: {} }, row, Date.now());
}

/** A report of each person, by the next one: a third is decided. Some people are suspended, some are leaving. */
async function storeCases(db: Db, users: readonly { id: string }[], now: number): Promise<void> {
  const moderatorId = 'm'.repeat(24);
  await db
    .insertInto('moderators')
    .values({ id: moderatorId, user_id: null, granted_at: now, removed_at: now })
    .execute();
  for (let start = 0; start < users.length; start += 250) {
    const some = users.slice(start, start + 250).map(({ id }, i) => ({
      id,
      time: now - start - i,
      reporterId: users[(start + i + 1) % users.length]?.id ?? id,
      isClosed: i % 3 === 0,
    }));
    await db
      .insertInto('reports')
      .values(
        some.map(({ id, time, reporterId, isClosed }) => ({
          ...{
            id,
            reporter_id: reporterId,
            kind: 'person' as const,
            subject: id,
            accused_id: id,
            reason: 'spam' as const,
          },
          ...{ details: '', evidence: '{}', created_at: time, closed_at: isClosed ? time : null },
          ...{ outcome: isClosed ? ('acted' as const) : ('' as const), answer: '', closed_by: isClosed ? id : '' },
        })),
      )
      .execute();
    await db
      .insertInto('cases')
      .values(
        some.map(({ id, time, isClosed }) => ({
          ...{ id, kind: 'person' as const, subject: id, accused_id: id, version: 1, opened_at: time, due_at: time },
          ...{ first_seen_at: isClosed ? time : null, closed_at: isClosed ? time : null },
        })),
      )
      .execute();
    await db
      .insertInto('case_actions')
      .values(
        some.map(({ id, time }) => ({
          ...{ id, case_id: id, version: 1, kind: 'person' as const, accused_id: id, moderator_id: moderatorId },
          ...{ operator: '', action: 'warn', reason: 'Why.', until: null, undoes: '', created_at: time },
        })),
      )
      .execute();
    await db
      .insertInto('warnings')
      .values(some.map(({ id, time }) => ({ id, user_id: id, reason: '', created_at: time, acknowledged_at: time })))
      .execute();
    await db
      .insertInto('admin_actions')
      .values(
        some.map(({ id, time }) => ({
          ...{ id, user_id: id, action: 'suspend', operator: 'ops', reason: '', created_at: time, counted: 1 },
        })),
      )
      .execute();
  }
}

/**
 * Sessions, histories, blocks, mutes, preferences and cases, which a crowd lacks, with statistics: an empty table is rightly read
 * from end to end.
 */
export async function storeSessions({ db, engine }: Connection): Promise<void> {
  const users = await db.selectFrom('users').select('id').limit(2000).execute();
  const now = Date.now();
  const subscriptions: Subscription[] = [];
  for (const { id: userId } of users.slice(0, 2000)) {
    const session = { userId, token: userId, device: '', passwordVersion: 1, now, expiresAt: now + 1e9 };
    subscriptions.push({
      id: userId,
      user_id: userId,
      session_id: await insertSession(db, session),
      endpoint: '',
      endpoint_hash: userId,
      service: '',
      p256dh: '',
      auth: '',
      created_at: now,
    });
    await noteEvent(db, { userId, kind: 'signed-in', visit: { device: '', address: '' }, now });
  }
  for (let start = 0; start < subscriptions.length; start += 500)
    await db
      .insertInto('push_subscriptions')
      .values(subscriptions.slice(start, start + 500))
      .execute();
  const [first = { id: '' }, ...others] = users;
  const blocks = others.map(({ id }, i) => ({
    blocker_id: i % 3 === 0 ? first.id : id,
    blocked_id: i % 3 === 0 ? id : (others[(i + 1) % others.length]?.id ?? first.id),
    created_at: now,
  }));
  for (let start = 0; start < blocks.length; start += 500)
    await db
      .insertInto('blocks')
      .values(blocks.slice(start, start + 500))
      .execute();
  const mutes = blocks.map(({ blocker_id, blocked_id, created_at }) => ({
    user_id: blocker_id,
    muted_id: blocked_id,
    created_at,
  }));
  const chosen = users.map(({ id }, i) => ({
    user_id: id,
    discoverable: i % 50 === 1 ? 0 : 1,
    who_may_ask: i % 50 === 2 ? ('sharedSkill' as const) : ('everybody' as const),
  }));
  // Each person has some of each, as otherwise reading the whole table would be right.
  const notifications = mutes.map(({ user_id, muted_id }, i) => ({
    ...{
      id: others[i]?.id ?? '',
      user_id,
      kind: 'request' as const,
      subject: muted_id,
      actor_id: muted_id,
      detail: '',
    },
    ...{ project_id: null, created_at: now, read_at: i % 9 === 0 ? null : now },
  }));
  const conversations = mutes.map(({ user_id, muted_id }, i) => {
    const { low, high } = pairOf(user_id, muted_id);
    const id = others[i]?.id ?? '';
    return {
      ...{ id, user_low: low, user_high: high, last_seq: 1, last_message_at: now, created_at: now },
      ...{ unread_low: i % 9 === 0 ? 1 : 0, unread_high: 0, blocked: 0 },
    };
  });
  const messages = conversations.map(({ id, user_low }) => {
    return { id, conversation_id: id, seq: 1, sender_id: user_low, text: 'Hello', client_id: null, created_at: now };
  });
  const words = users.map(({ id }, i) => ({ user_id: id, word_key: `word${i}`, word: `word${i}` }));
  for (let start = 0; start < users.length; start += 500) {
    const some = <Row>(rows: readonly Row[]) => rows.slice(start, start + 500);
    if (start < mutes.length) {
      await db.insertInto('mutes').values(some(mutes)).execute();
      await db.insertInto('notifications').values(some(notifications)).execute();
      await db.insertInto('conversations').values(some(conversations)).execute();
      await db.insertInto('messages').values(some(messages)).execute();
    }
    await db
      .insertInto('muted_words')
      .values(words.slice(start, start + 500))
      .execute();
    await db
      .insertInto('preferences')
      .values(chosen.slice(start, start + 500))
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(({ ref }) => ({
          discoverable: ref('excluded.discoverable'),
          who_may_ask: ref('excluded.who_may_ask'),
        })),
      )
      .execute();
  }
  await storeCases(db, users, now);
  if (engine === 'postgres')
    await sql`analyze sessions, account_events, blocks, mutes, muted_words, preferences, reports, cases, case_actions,
      warnings, notifications, conversations, messages, admin_actions`.execute(db);
}

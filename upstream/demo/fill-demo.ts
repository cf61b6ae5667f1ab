import { sql, type Transaction } from 'kysely';
import { demoAccount } from '#shared/account/demo-account.ts';
import { skillKey } from '#shared/skills.ts';
import type { Connection, Db } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { newRequest } from '../features/requests/new-request.ts';
import { indexPeople, indexProjects } from '../features/search/search-index.ts';
import { demoPeople } from './people.ts';
import { demoProjects } from './projects.ts';
import { demoConnections, demoPending } from './relations.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** PostgreSQL advisory lock: an arbitrary number, the same in every instance. */
const advisoryLock = 7_777_002;

/**
 * Fills an empty database with the sample network, in one transaction. Returns whether it did. Instances that start
 * together take turns; the second finds people in the database and does nothing.
 */
export async function fillDemo({ db, engine }: Connection, now = Date.now()): Promise<boolean> {
  if (await hasPeople(db)) return false;
  const passwordHash = await hashPassword(demoAccount.password);
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    if (await hasPeople(trx)) return false;
    const network = new DemoNetwork(now);
    await insertPeople(trx, network, passwordHash);
    await insertRelations(trx, network);
    await insertConversations(trx, network);
    await insertProjects(trx, network);
    return true;
  });
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Maps the sample's keys and relative times to ids and timestamps. */
class DemoNetwork {
  readonly #now: number;
  readonly #ids: ReadonlyMap<string, string>;

  constructor(now: number) {
    this.#now = now;
    this.#ids = new Map(demoPeople.map((person) => [person.key, newId(this.daysAgo(person.joinedDaysAgo))]));
  }

  idOf(key: string): string {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`The sample network has nobody called ${key}.`);
    return id;
  }

  minutesAgo(minutes: number): number {
    return this.#now - Math.round(minutes * minute);
  }

  daysAgo(days: number): number {
    return this.#now - days * day;
  }
}

async function insertPeople(trx: Transaction<Database>, network: DemoNetwork, passwordHash: string): Promise<void> {
  const rows = demoPeople.map((person) => {
    const joined = network.daysAgo(person.joinedDaysAgo);
    const email = person.key === 'demo' ? demoAccount.emailId : `${person.key}@example.com`;
    return {
      id: network.idOf(person.key),
      first_name: person.firstName,
      last_name: person.lastName,
      email,
      email_key: email,
      // Accounts without a hash cannot be logged in to: only the sample account can.
      password_hash: person.key === 'demo' ? passwordHash : null,
      photo_url: '',
      cover_url: '',
      about: person.about,
      headline: person.headline,
      location: person.location,
      github_url: '',
      website_url: person.websiteUrl ?? '',
      created_at: joined,
      updated_at: joined,
      is_sample: 1,
    };
  });
  await trx.insertInto('users').values(rows).execute();
  const skills = demoPeople.flatMap((person) =>
    skillRows(person.skills).map((skill) => ({ user_id: network.idOf(person.key), ...skill })),
  );
  await trx.insertInto('user_skills').values(skills).execute();
  await indexPeople(
    trx,
    rows.map((row) => row.id),
  );
}

function skillRows(skills: readonly string[]): { skill_key: string; label: string; position: number }[] {
  return skills.map((label, position) => ({ skill_key: skillKey(label), label, position }));
}

async function insertRelations(trx: Transaction<Database>, network: DemoNetwork): Promise<void> {
  const accepted = demoConnections.map(({ between: [from, to], daysAgo }) => ({
    from,
    to,
    status: 'accepted' as const,
    asked: network.daysAgo(daysAgo),
    answered: network.daysAgo(daysAgo) + 40 * minute,
  }));
  const pending = demoPending.map(({ from, to, minutesAgo }) => {
    const asked = network.minutesAgo(minutesAgo);
    return { from, to, status: 'interested' as const, asked, answered: asked };
  });
  const rows = [...accepted, ...pending].map(({ from, to, status, asked, answered }) => {
    const people = { fromId: network.idOf(from), toId: network.idOf(to) };
    return newRequest({ ...people, status, askedAt: asked, answeredAt: answered });
  });
  await trx.insertInto('requests').values(rows).execute();
}

async function insertConversations(trx: Transaction<Database>, network: DemoNetwork): Promise<void> {
  for (const { between, messages = [], unread } of demoConnections) {
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const pair = pairOf(network.idOf(between[0]), network.idOf(between[1]));
    const unreadOf = (userId: string) => (unread && network.idOf(unread.by) === userId ? unread.count : 0);
    const conversationId = newId(network.minutesAgo(first[2]));
    await trx
      .insertInto('conversations')
      .values({
        id: conversationId,
        user_low: pair.low,
        user_high: pair.high,
        last_seq: messages.length,
        last_message_at: network.minutesAgo(last[2]),
        created_at: network.minutesAgo(first[2]),
        unread_low: unreadOf(pair.low),
        unread_high: unreadOf(pair.high),
        blocked: 0,
      })
      .execute();
    const rows = messages.map(([from, text, minutesAgo], i) => {
      const at = network.minutesAgo(minutesAgo);
      return {
        id: newId(at),
        conversation_id: conversationId,
        seq: i + 1,
        sender_id: network.idOf(from),
        text,
        client_id: null,
        created_at: at,
      };
    });
    await trx.insertInto('messages').values(rows).execute();
    const reads = between.map((key) => ({
      conversation_id: conversationId,
      user_id: network.idOf(key),
      read_seq: messages.length - (unread?.by === key ? unread.count : 0),
      shown_seq: messages.length - (unread?.by === key ? unread.count : 0),
      read_at: network.minutesAgo(last[2]),
    }));
    await trx.insertInto('conversation_reads').values(reads).execute();
  }
}

async function insertProjects(trx: Transaction<Database>, network: DemoNetwork): Promise<void> {
  for (const project of demoProjects) {
    const created = network.daysAgo(project.daysAgo);
    const id = newId(created);
    await trx
      .insertInto('projects')
      .values({
        id,
        creator_id: network.idOf(project.creator),
        name: project.name,
        image_url: '',
        image_alt: '',
        description: project.description,
        created_at: created,
        updated_at: created,
      })
      .execute();
    const skills = skillRows(project.skills).map((skill) => ({ project_id: id, ...skill }));
    await trx.insertInto('project_skills').values(skills).execute();
    await indexProjects(trx, [id]);
    const people = [
      ...project.members.map((by) => ({ by, status: 'accepted' as const, note: '' })),
      ...project.interested.map(({ by, note = '' }) => ({ by, status: 'interested' as const, note })),
    ];
    const interests = people.map(({ by, status, note }, i) => {
      const at = network.minutesAgo((project.daysAgo * 24 * 60) / (i + 2));
      return {
        id: newId(at),
        project_id: id,
        user_id: network.idOf(by),
        status,
        note,
        created_at: at,
        updated_at: at,
      };
    });
    if (interests.length > 0) await trx.insertInto('project_interests').values(interests).execute();
  }
}

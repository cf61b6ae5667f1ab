import { accountKey } from '#shared/account/account-key.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { hashPassword } from '#upstream/features/auth/passwords.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { termsOf } from '#upstream/features/search/search-text.ts';
import { skillRows } from '#upstream/features/skills/skill-rows.ts';
import { pairOf } from '#upstream/ids.ts';
import { type BulkRow, type BulkWriter, openBulkWriter } from './bulk-writer.ts';
import { conversationRow, hasTalked, messageRows, notificationRows } from './seed-chats.ts';
import {
  networkEnd,
  SeedNetwork,
  type SeedPerson,
  type SeedProject,
  type SeedRelation,
  type SeedWish,
} from './seed-network.ts';

/** The account for measurements: the first person of the network, with thousands of relations. */
export const seedAccount = { emailId: 'seed@example.com', password: 'DotCode#2026' } as const;

export interface SeedOptions {
  databaseUrl: string;
  people: number;
  /** The same number generates the same network. */
  seed: number;
  onProgress?: (done: number, of: number) => void;
}

export interface Seeded {
  people: number;
  relations: number;
  projects: number;
  conversations: number;
  notifications: number;
}

const batch = 2000;

/**
 * Fills an empty database with a generated network. Streams the rows, so memory does not grow with the number of
 * people.
 */
export async function seed(options: SeedOptions): Promise<Seeded> {
  const network = new SeedNetwork(options.people, options.seed);
  const connection = await connect(options.databaseUrl);
  try {
    await migrate(connection);
  } finally {
    await connection.close();
  }
  const writer = await openBulkWriter(options.databaseUrl);
  try {
    if (!(await writer.isEmpty())) throw new Error('This database has people in it: seeding wants an empty one.');
    return await fill(writer, network, options);
  } finally {
    await writer.close();
  }
}

async function fill(writer: BulkWriter, network: SeedNetwork, { onProgress }: SeedOptions): Promise<Seeded> {
  const passwordHash = await hashPassword(seedAccount.password);
  const of = network.people + network.projects;
  const seeded: Seeded = { people: 0, relations: 0, projects: 0, conversations: 0, notifications: 0 };
  await writer.begin();
  for (let start = 0; start < network.people; start += batch) {
    const numbers = range(start, Math.min(start + batch, network.people));
    const people = numbers.map((i) => network.person(i));
    await writer.insert(
      'users',
      people.map((person, i) => userRow(person, network.wish(start + i), start + i, passwordHash)),
    );
    await writer.insert('user_skills', people.flatMap(userSkillRows));
    await writer.insert(
      'user_intents',
      people.flatMap(({ id }, i) => network.wish(start + i).lookingFor.map((intent) => ({ user_id: id, intent }))),
    );
    await writer.insert(
      'preferences',
      people.flatMap(({ id }, i) => preferencesRows(id, network.wish(start + i))),
    );
    await writer.insert('people_search', people.map(peopleSearchRow));
    const relations = numbers.flatMap((i) => network.relations(i));
    await writer.insert('decisions', relations.flatMap(decisionRows));
    const accepted = relations.filter(({ status }) => status === 'accepted');
    await writer.insert('connections', accepted.map(connectionRow));
    const talks = relations.filter(hasTalked);
    await writer.insert('conversations', talks.map(conversationRow));
    await writer.insert('messages', talks.flatMap(messageRows));
    const notices = relations.flatMap((relation) => notificationRows(relation, networkEnd));
    await writer.insert('notifications', notices);
    seeded.people += people.length;
    seeded.relations += relations.length;
    seeded.conversations += talks.length;
    seeded.notifications += notices.length;
    await writer.pause();
    onProgress?.(seeded.people, of);
  }
  for (let start = 0; start < network.projects; start += batch) {
    const projects = range(start, Math.min(start + batch, network.projects)).map((p) => network.project(p));
    await writer.insert('projects', projects.map(projectRow));
    await writer.insert('project_skills', projects.flatMap(projectSkillRows));
    await writer.insert('project_search', projects.map(projectSearchRow));
    await writer.insert('project_interests', projects.flatMap(interestRows));
    seeded.projects += projects.length;
    await writer.pause();
    onProgress?.(network.people + seeded.projects, of);
  }
  await writer.finish();
  return seeded;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function preferencesRows(userId: string, { timeZone }: SeedWish): BulkRow[] {
  return timeZone === null ? [] : [{ user_id: userId, time_zone: timeZone, show_time_zone: 1 }];
}

function userRow(person: SeedPerson, wish: SeedWish, i: number, passwordHash: string): BulkRow {
  const email = i === 0 ? seedAccount.emailId : `developer${i}@example.com`;
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email,
    email_key: accountKey(email),
    password_hash: i === 0 ? passwordHash : null,
    ...emptyProfile,
    weekly_hours: wish.hoursPerWeek,
    about: person.about,
    headline: person.headline,
    location: person.location,
    created_at: person.createdAt,
    updated_at: person.createdAt,
    is_sample: 1,
  };
}

function userSkillRows(person: SeedPerson): BulkRow[] {
  return skillRows(person.skills).map((row) => ({ user_id: person.id, ...row }));
}

function peopleSearchRow(person: SeedPerson): BulkRow {
  const terms = termsOf({
    names: [person.firstName, person.lastName],
    skills: person.skills,
    texts: [person.headline, person.location, person.about],
  });
  return { user_id: person.id, terms };
}

function connectionRow({ id, fromId, toId, updatedAt }: SeedRelation): BulkRow {
  const { low, high } = pairOf(fromId, toId);
  return { id, low_id: low, high_id: high, from_id: fromId, note: '', at: updatedAt };
}

/** A rejected request has two rows: the request, and the decision of the person who was asked. */
function decisionRows({ id, fromId, toId, status, createdAt, updatedAt }: SeedRelation): BulkRow[] {
  if (status === 'accepted') return [];
  const kind = status === 'ignored' ? 'ignored' : 'asked';
  const made = { id, by_id: fromId, about_id: toId, kind, note: '', at: createdAt };
  if (status !== 'rejected') return [made];
  return [
    made,
    {
      ...made,
      id: id.slice(0, 23) + (id.endsWith('0') ? '1' : '0'),
      by_id: toId,
      about_id: fromId,
      kind: 'rejected',
      at: updatedAt,
    },
  ];
}

function projectRow(project: SeedProject): BulkRow {
  return {
    id: project.id,
    creator_id: project.creatorId,
    name: project.name,
    image_url: '',
    image_alt: '',
    description: project.description,
    created_at: project.createdAt,
    updated_at: project.createdAt,
  };
}

function projectSkillRows(project: SeedProject): BulkRow[] {
  return skillRows(project.skills).map((row) => ({ project_id: project.id, ...row }));
}

function projectSearchRow(project: SeedProject): BulkRow {
  const terms = termsOf({ names: [project.name], skills: project.skills, texts: [project.description] });
  return { project_id: project.id, terms };
}

function interestRows(project: SeedProject): BulkRow[] {
  return project.interests.map((interest) => ({
    id: interest.id,
    project_id: project.id,
    user_id: interest.userId,
    status: interest.status,
    note: '',
    created_at: interest.createdAt,
    updated_at: interest.createdAt,
  }));
}

import { sql } from 'kysely';
import { demoAccount } from '#shared/account/demo-account.ts';
import { minute } from '#shared/durations.ts';
import type { Connection, Db, Engine, Trx } from '#upstream/db/connection.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { keepPicture } from '../features/media/media-store.ts';
import { replaceIntents } from '../features/people/intent-store.ts';
import { changePreferences } from '../features/preferences/preferences-store.ts';
import { indexPeople } from '../features/search/search-index.ts';
import { skillRows } from '../features/skills/skill-rows.ts';
import { DemoNetwork } from './demo-network.ts';
import { insertConversations } from './fill-conversations.ts';
import { insertNotices } from './fill-notices.ts';
import { insertProjects } from './fill-projects.ts';
import { demoPeople } from './people.ts';
import { readSamplePictures } from './pictures.ts';
import { demoProjects } from './projects.ts';
import { demoConnections, demoPending } from './relations.ts';
import { demoWishes } from './wishes.ts';

/** PostgreSQL advisory lock: an arbitrary number, the same in every instance. */
const advisoryLock = 7_777_002;

/**
 * Fills an empty database with the sample network, in one transaction. Returns whether it did. Instances that start
 * together take turns; the second finds people in the database and does nothing.
 */
export async function fillDemo({ db, engine }: Connection, now = Date.now()): Promise<boolean> {
  if (await hasPeople(db)) return false;
  const [passwordHash, pictures] = await Promise.all([hashPassword(demoAccount.password), readSamplePictures()]);
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    if (await hasPeople(trx)) return false;
    const network = new DemoNetwork(now, pictures);
    await insertPeople(trx, network, passwordHash);
    await insertWishes(trx, engine, network);
    await insertPictures(trx, network);
    await insertRelations(trx, network);
    await insertConversations(trx, network);
    await insertProjects(trx, network);
    await insertNotices(trx, network);
    return true;
  });
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function insertPeople(trx: Trx, network: DemoNetwork, passwordHash: string): Promise<void> {
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
      photo_url: network.pictureUrlOf(`portrait-${person.key}`),
      cover_url: network.pictureUrlOf(`cover-${person.key}`),
      about: person.about,
      headline: person.headline,
      location: person.location,
      github_url: '',
      website_url: person.websiteUrl ?? '',
      created_at: joined,
      updated_at: joined,
      is_sample: 1,
      weekly_hours: demoWishes[person.key]?.hoursPerWeek ?? null,
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

async function insertWishes(trx: Trx, engine: Engine, network: DemoNetwork): Promise<void> {
  for (const [key, { lookingFor, timeZone }] of Object.entries(demoWishes)) {
    const userId = network.idOf(key);
    await replaceIntents(trx, userId, lookingFor);
    if (timeZone === undefined) continue;
    const shown = { timeZone, privacy: { showTimeZone: true } };
    await changePreferences(trx, engine, userId, shown);
  }
}

async function insertPictures(trx: Trx, network: DemoNetwork): Promise<void> {
  const owned = [
    ...demoPeople.flatMap(({ key, joinedDaysAgo }) =>
      [`portrait-${key}`, `cover-${key}`].map((subject) => ({
        subject,
        owner: key,
        at: network.daysAgo(joinedDaysAgo),
      })),
    ),
    ...demoProjects.map(({ key, creator, daysAgo }) => ({
      subject: `project-${key}`,
      owner: creator,
      at: network.daysAgo(daysAgo),
    })),
  ];
  for (const { subject, owner, at } of owned) {
    const picture = network.pictureOf(subject);
    if (picture) await keepPicture(trx, network.idOf(owner), picture, at);
  }
}

async function insertRelations(trx: Trx, network: DemoNetwork): Promise<void> {
  const connections = demoConnections.map(({ between: [asked, accepted], daysAgo }) => {
    const [from, to] = [network.idOf(asked), network.idOf(accepted)];
    const { low, high } = pairOf(from, to);
    const at = network.daysAgo(daysAgo) + 40 * minute;
    return { id: newId(at), low_id: low, high_id: high, from_id: from, note: '', at };
  });
  await trx.insertInto('connections').values(connections).execute();
  const pending = demoPending.map(({ from, to, minutesAgo, note = '' }) => {
    const at = network.minutesAgo(minutesAgo);
    return { id: newId(at), by_id: network.idOf(from), about_id: network.idOf(to), kind: 'asked' as const, note, at };
  });
  await trx.insertInto('decisions').values(pending).execute();
}

// npm run seed -- --people 1000 [--database sqlite:./data/dotcode.db | postgres://…]
// Fills an empty database with generated people, who are sample accounts. DATABASE_URL, in .env too, names the database.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { minute } from '#shared/durations.ts';
import { intents } from '#shared/intents.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection, Trx } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { readSampleNetwork, type SampleNetwork } from '#upstream/demo/sample-network.ts';
import { hashPassword } from '#upstream/features/auth/passwords.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { indexPeople, indexProjects } from '#upstream/features/search/search-index.ts';
import { skillRows } from '#upstream/features/skills/skill-rows.ts';
import { pairOf } from '#upstream/ids.ts';

/** The account of the first person. */
export const crowdAccount = { emailId: 'seed@example.com', password: 'DotCode#2026' } as const;

/** People and projects of one transaction. */
const batch = 250;
const relationsEach = 5;
/** The first person joined at this time, the others a minute after each other. */
const began = Date.UTC(2024, 0, 1);
const syllables = 'al bo cha den el fi gor han is jo kal lu mar ne ol per qui ro sha tem u vik wen yo'.split(' ');

/** A number from 0 up to, but not including, `below`: always the same for the same person and purpose. */
function chance(i: number, purpose: number, below: number): number {
  // MurmurHash3's finaliser: every input bit affects every output bit.
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) % below;
}

function idOf(at: number, i: number, part: number): string {
  return at.toString(16).padStart(12, '0') + (i * 16 + part).toString(16).padStart(12, '0');
}

/** A higher number joined later. */
export const personId = (i: number): string => idOf(began + i * minute, i, 0);
export const projectId = (i: number): string => idOf(began + i * minute, i, 15);

function word(i: number, purpose: number, length: number): string {
  const parts = Array.from({ length }, (_, part) => syllables[chance(i, purpose + part, syllables.length)]);
  const text = parts.join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
export const firstName = (i: number): string => word(i, 10, 2);
export const lastName = (i: number): string => word(i, 20, 3);

/** Three to seven of the skills, the first ones most often. */
function skillsOf(skills: readonly string[], i: number): string[] {
  const count = 3 + chance(i, 30, 5);
  return Array.from(
    { length: count },
    (_, n) => skills[Math.floor(skills.length * (chance(i, 40 + n, 1000) / 1000) ** 2)] ?? '',
  );
}

/** People with lower numbers, so no pair comes twice. The first people have thousands of relations, most have about ten. */
function relationsOf(i: number) {
  const others = Array.from({ length: relationsEach }, (_, n) =>
    Math.floor(i * (chance(i, 50 + n, 10_000) / 10_000) ** 1.5),
  );
  return [...new Set(others)]
    .filter((j) => j !== i)
    .map((j, n) => {
      const [from, to] = chance(i, 60 + n, 10) < 7 ? [personId(i), personId(j)] : [personId(j), personId(i)];
      const at = began + i * minute;
      return { id: idOf(at, i, n + 1), from, to, ...pairOf(from, to), at, kind: chance(i, 70 + n, 10) };
    });
}

export async function storeCrowd({ db }: Connection, people: number): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error('This database has people in it: only an empty one is filled.');
  const samples = await readSampleNetwork();
  const passwordHash = await hashPassword(crowdAccount.password);
  for (let start = 0; start < people; start += batch) {
    const numbers = Array.from({ length: Math.min(batch, people - start) }, (_, i) => start + i);
    await db.transaction().execute(async (trx) => {
      await storePeople(trx, numbers, samples.people, passwordHash);
      await storeRelations(trx, numbers);
      await storeProjects(
        trx,
        numbers.filter((i) => i % 4 === 0),
        samples.projects,
      );
    });
  }
  await sql`analyze`.execute(db);
}

async function storePeople(trx: Trx, numbers: number[], samples: SampleNetwork['people'], passwordHash: string) {
  const skills = [...new Set(samples.flatMap((sample) => sample.skills))];
  const rows = numbers.map((i) => {
    const email = i === 0 ? crowdAccount.emailId : `developer${i}@example.com`;
    const at = began + i * minute;
    const sample = (purpose: number) => samples[chance(i, purpose, samples.length)];
    return {
      ...{
        id: personId(i),
        ...emptyProfile,
        first_name: firstName(i),
        last_name: lastName(i),
        email,
        email_key: email,
      },
      ...{ headline: sample(1)?.headline ?? '', location: sample(2)?.location ?? '', about: sample(3)?.about ?? '' },
      ...{ password_hash: i === 0 ? passwordHash : null, created_at: at, updated_at: at, is_sample: 1 },
      weekly_hours: i % 2 === 0 ? 1 + chance(i, 4, 20) : null,
    };
  });
  await trx.insertInto('users').values(rows).execute();
  const skillsOfAll = numbers.flatMap((i) =>
    skillRows(skillsOf(skills, i)).map((skill) => ({ user_id: personId(i), ...skill })),
  );
  await trx.insertInto('user_skills').values(skillsOfAll).execute();
  const wishes = numbers.map((i) => ({
    user_id: personId(i),
    intent: intents[chance(i, 5, intents.length)] ?? 'pair',
  }));
  await trx.insertInto('user_intents').values(wishes).execute();
  const zones = numbers.map((i) => ({
    user_id: personId(i),
    time_zone: samples[i % samples.length]?.timeZone ?? '',
    show_time_zone: 1,
  }));
  await trx.insertInto('preferences').values(zones).execute();
  await indexPeople(
    trx,
    rows.map(({ id }) => id),
  );
}

async function storeRelations(trx: Trx, numbers: number[]): Promise<void> {
  const relations = numbers.flatMap(relationsOf);
  const connections = relations
    .filter(({ kind }) => kind < 6)
    .map(({ id, low, high, from, at }) => ({ id, low_id: low, high_id: high, from_id: from, note: '', at }));
  const decisions = relations
    .filter(({ kind }) => kind >= 6)
    .map(({ id, from, to, at, kind }) => {
      return {
        id,
        by_id: from,
        about_id: to,
        kind: kind < 9 ? ('asked' as const) : ('ignored' as const),
        note: '',
        at,
      };
    });
  if (connections.length > 0) await trx.insertInto('connections').values(connections).execute();
  if (decisions.length > 0) await trx.insertInto('decisions').values(decisions).execute();
}

/** A project of each of these people; one of their connections is a member. */
async function storeProjects(trx: Trx, numbers: number[], samples: SampleNetwork['projects']): Promise<void> {
  const rows = numbers.map((i) => ({
    ...{ id: projectId(i), creator_id: personId(i), name: word(i, 80, 4), image_url: '', image_alt: '' },
    description: samples[i % samples.length]?.description.join('\n') ?? '',
    ...{ created_at: began + i * minute, updated_at: began + i * minute },
  }));
  await trx.insertInto('projects').values(rows).execute();
  const skills = numbers.flatMap((i) =>
    skillRows(samples[i % samples.length]?.skills ?? []).map((skill) => ({ project_id: projectId(i), ...skill })),
  );
  await trx.insertInto('project_skills').values(skills).execute();
  await indexProjects(
    trx,
    rows.map(({ id }) => id),
  );
  const members = numbers.flatMap((i) => {
    const one = relationsOf(i).find(({ kind }) => kind < 6);
    if (!one) return [];
    const user_id = one.from === personId(i) ? one.to : one.from;
    const { id, at } = one;
    return [
      { id, project_id: projectId(i), user_id, status: 'accepted' as const, note: '', created_at: at, updated_at: at },
    ];
  });
  if (members.length > 0) await trx.insertInto('project_interests').values(members).execute();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { people: { type: 'string' }, database: { type: 'string' } } });
  const people = Number(values.people);
  if (!Number.isInteger(people) || people < 1) throw new Error('--people is a whole number.');
  loadEnvFile();
  const connection = await connect(readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL }));
  await migrate(connection);
  await storeCrowd(connection, people);
  await connection.close();
  process.stdout.write(`${people} people. Log in as ${crowdAccount.emailId} with ${crowdAccount.password}\n`);
}

import { sql } from 'kysely';
import { demoAccount } from '#shared/account/demo-account.ts';
import { day, hour, minute } from '#shared/durations.ts';
import { pictureUrl } from '#shared/pictures.ts';
import type { Connection, Db, Engine, Trx } from '#upstream/db/connection.ts';
import { newId, pairKey, pairOf } from '#upstream/ids.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { keepPicture } from '../features/media/media-store.ts';
import { replaceIntents } from '../features/people/intent-store.ts';
import { changePreferences } from '../features/preferences/preferences-store.ts';
import { storeRoles } from '../features/projects/project-store.ts';
import { indexPeople, indexProjects } from '../features/search/search-index.ts';
import { skillRows } from '../features/skills/skill-rows.ts';
import { readSamplePictures } from './pictures.ts';
import { readSampleNetwork, type SampleNetwork, sampleAccountKey } from './sample-network.ts';

/** PostgreSQL advisory lock: an arbitrary number, the same in every instance. */
const advisoryLock = 7_777_002;

/**
 * Fills an empty database with the sample network, in one transaction. Returns whether it did. Instances that start
 * together take turns; the second finds people in the database and does nothing.
 */
export async function fillDemo({ db, engine }: Connection, now = Date.now()): Promise<boolean> {
  if (await hasPeople(db)) return false;
  const [network, pictures, passwordHash] = await Promise.all([
    readSampleNetwork(),
    readSamplePictures(),
    hashPassword(demoAccount.password),
  ]);
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    if (await hasPeople(trx)) return false;
    const filling = new Filling(trx, engine, pictures, now);
    await filling.insertPeople(network.people, passwordHash);
    for (const connection of network.connections) await filling.insertConnection(connection);
    await filling.insertRequests(network.requests);
    for (const project of network.projects) await filling.insertProject(project);
    await filling.insertNotifications(network.notifications);
    return true;
  });
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** One filling of the database: the ids of the people and projects that were stored, by their keys. */
class Filling {
  readonly #trx: Trx;
  readonly #engine: Engine;
  readonly #pictures: ReadonlyMap<string, EncodedPicture>;
  readonly #now: number;
  readonly #people = new Map<string, string>();
  readonly #projects = new Map<string, string>();

  constructor(trx: Trx, engine: Engine, pictures: ReadonlyMap<string, EncodedPicture>, now: number) {
    this.#trx = trx;
    this.#engine = engine;
    this.#pictures = pictures;
    this.#now = now;
  }

  async insertPeople(people: SampleNetwork['people'], passwordHash: string): Promise<void> {
    for (const person of people) {
      const { key, firstName, lastName, headline, location, about } = person;
      const joined = this.#now - person.joinedDaysAgo * day;
      const id = newId(joined);
      this.#people.set(key, id);
      const isSampleAccount = key === sampleAccountKey;
      const email = isSampleAccount ? demoAccount.emailId : `${key}@example.com`;
      await this.#trx
        .insertInto('users')
        .values({
          ...{ id, first_name: firstName, last_name: lastName, headline, location, about },
          ...{ email, email_key: email, password_hash: isSampleAccount ? passwordHash : null },
          ...{ created_at: joined, updated_at: joined, is_sample: 1 },
          photo_url: this.#pictureUrlOf(`portrait-${key}`),
          cover_url: this.#pictureUrlOf(`cover-${key}`),
          github_url: '',
          website_url: person.websiteUrl ?? '',
          weekly_hours: person.hoursPerWeek ?? null,
        })
        .execute();
      for (const kind of ['portrait', 'cover']) await this.#storePicture(`${kind}-${key}`, id, joined);
      const skills = skillRows(person.skills).map((skill) => ({ user_id: id, ...skill }));
      await this.#trx.insertInto('user_skills').values(skills).execute();
      if (person.lookingFor) await replaceIntents(this.#trx, id, person.lookingFor);
      if (person.timeZone) {
        const shown = { timeZone: person.timeZone, privacy: { showTimeZone: true } };
        await changePreferences(this.#trx, this.#engine, id, shown);
      }
    }
    await indexPeople(this.#trx, [...this.#people.values()]);
  }

  async insertConnection({ between, daysAgo, messages = [], unread = 0 }: SampleNetwork['connections'][0]) {
    const [from_id, to] = between.map((key) => this.#personId(key)) as [string, string];
    const { low, high } = pairOf(from_id, to);
    const at = this.#now - daysAgo * day + 40 * minute;
    await this.#trx
      .insertInto('connections')
      .values({ id: newId(at), low_id: low, high_id: high, from_id, note: '', at })
      .execute();
    const rows = messages.map(([from, text, minutesAgo]) => {
      return { sender_id: this.#personId(from), text, created_at: this.#now - minutesAgo * minute };
    });
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const id = newId(first.created_at);
    const unreadOf = (person: string) => (person === last.sender_id ? 0 : unread);
    await this.#trx
      .insertInto('conversations')
      .values({
        ...{ id, pair: pairKey(low, high), last_seq: rows.length },
      })
      .execute();
    await this.#trx
      .insertInto('messages')
      .values(
        rows.map((row, i) => ({
          ...{ id: newId(row.created_at), conversation_id: id, seq: i + 1, client_id: null },
          ...row,
        })),
      )
      .execute();
    const members = [low, high].map((user_id) => {
      const seq = rows.length - unreadOf(user_id);
      return { conversation_id: id, user_id, last_message_at: last.created_at, read_seq: seq, shown_seq: seq };
    });
    await this.#trx.insertInto('conversation_members').values(members).execute();
  }

  async insertRequests(requests: SampleNetwork['requests']): Promise<void> {
    const rows = requests.map(({ from, to, minutesAgo, note = '' }) => {
      const at = this.#now - minutesAgo * minute;
      const [by_id, about_id] = [this.#personId(from), this.#personId(to)];
      return { id: newId(at), by_id, about_id, kind: 'asked' as const, note, at };
    });
    await this.#trx.insertInto('decisions').values(rows).execute();
  }

  async insertProject(project: SampleNetwork['projects'][0]): Promise<void> {
    const { key, name, imageAlt = '', repositoryUrl = '', demoUrl = '', wanted = [], filled = [] } = project;
    const created = this.#now - project.daysAgo * day;
    const id = newId(created);
    this.#projects.set(key, id);
    const creatorId = this.#personId(project.creator);
    await this.#trx
      .insertInto('projects')
      .values({
        ...{ id, name, creator_id: creatorId, image_alt: imageAlt, repository_url: repositoryUrl, demo_url: demoUrl },
        image_url: this.#pictureUrlOf(`project-${key}`),
        description: project.description.join('\n'),
        stage: project.stage ?? null,
        hours_per_week: project.hoursPerWeek ?? null,
        created_at: created,
        updated_at: created,
      })
      .execute();
    await this.#storePicture(`project-${key}`, creatorId, created);
    const skills = skillRows(project.skills).map((skill) => ({ project_id: id, ...skill }));
    await this.#trx.insertInto('project_skills').values(skills).execute();
    const role = (isFilled: boolean) => (roleName: string) => ({ name: roleName, filled: isFilled });
    await storeRoles(this.#trx, id, [...wanted.map(role(false)), ...filled.map(role(true))]);
    await indexProjects(this.#trx, [id]);
    const people = project.people.map(({ by, hoursAgo, isMember, note = '' }) => {
      const at = this.#now - hoursAgo * hour;
      const status = isMember ? ('accepted' as const) : ('interested' as const);
      const row = { id: newId(at), project_id: id, user_id: this.#personId(by), status, note };
      return { ...row, created_at: at, updated_at: at };
    });
    if (people.length > 0) await this.#trx.insertInto('project_interests').values(people).execute();
  }

  async insertNotifications(notifications: SampleNetwork['notifications']): Promise<void> {
    const rows = notifications.map(({ kind, person, project, detail = '', minutesAgo, isUnread }) => {
      const at = this.#now - minutesAgo * minute;
      const actor_id = person === undefined ? null : this.#personId(person);
      const project_id = project === undefined ? null : (this.#projects.get(project) ?? null);
      const row = { id: newId(at), user_id: this.#personId(sampleAccountKey), kind, actor_id, project_id, detail };
      return { ...row, subject: project_id ?? actor_id ?? '', created_at: at, read_at: isUnread ? null : at };
    });
    await this.#trx.insertInto('notifications').values(rows).execute();
  }

  #personId(key: string): string {
    const id = this.#people.get(key);
    if (id === undefined) throw new Error(`The sample network has nobody called ${key}.`);
    return id;
  }

  /** Returns the address of a picture, empty where the sample network has none. */
  #pictureUrlOf(subject: string): string {
    const picture = this.#pictures.get(subject);
    return picture ? pictureUrl(picture.id) : '';
  }

  async #storePicture(subject: string, ownerId: string, at: number): Promise<void> {
    const picture = this.#pictures.get(subject);
    if (picture) await keepPicture(this.#trx, ownerId, picture, at);
  }
}

import { sql } from 'kysely';
import { connect } from '#upstream/db/connect.ts';
import type { Db } from '#upstream/db/connection.ts';

/** One value for each key, where a write that was not acknowledged may have been stored as well. */
class Values {
  readonly #begun = new Map<string, string>();
  readonly #acknowledged = new Map<string, string>();

  begin(key: string, value: string): void {
    this.#begun.set(key, value);
  }

  acknowledge(key: string, value: string): void {
    this.#acknowledged.set(key, value);
  }

  get count(): number {
    return this.#acknowledged.size;
  }

  /** The keys whose stored value is neither the last acknowledged one nor one that was begun after it. */
  lost(stored: ReadonlyMap<string, string>): string[] {
    return [...this.#acknowledged]
      .filter(([key, value]) => ![value, this.#begun.get(key)].includes(stored.get(key)))
      .map(([key, value]) => `${value} of ${key}, which is now ${stored.get(key)}`);
  }
}

export interface Compared {
  lost: string[];
  doubled: string[];
  /** How many writes of each kind were acknowledged. */
  counts: Record<string, number>;
}

/** The writes that the service has acknowledged, to be compared with its database. */
export class Acknowledged {
  readonly signUps = new Set<string>();
  readonly confirmed = new Set<string>();
  readonly messages = new Set<string>();
  readonly projects = new Set<string>();
  readonly pictures = new Set<string>();
  readonly edits = new Values();
  readonly descriptions = new Values();
  readonly decisions = new Values();

  get count(): number {
    return Object.values(this.#counts()).reduce((sum, count) => sum + count, 0);
  }

  #counts(): Record<string, number> {
    return {
      'sign-ups': this.signUps.size,
      'confirmed addresses': this.confirmed.size,
      messages: this.messages.size,
      projects: this.projects.size,
      pictures: this.pictures.size,
      'people with edits': this.edits.count,
      'descriptions of projects': this.descriptions.count,
      decisions: this.decisions.count,
    };
  }

  async compare(databaseUrl: string): Promise<Compared> {
    const connection = await connect(databaseUrl);
    try {
      return { ...(await this.#compareWith(connection.db)), counts: this.#counts() };
    } finally {
      await connection.close();
    }
  }

  async #compareWith(db: Db): Promise<Pick<Compared, 'lost' | 'doubled'>> {
    const users = await db.selectFrom('users').select(['email_key', 'about', 'unverified_since']).execute();
    const projects = await db.selectFrom('projects').select(['name', 'description']).execute();
    const messages = await db.selectFrom('messages').select(['text', 'sender_id', 'conversation_id']).execute();
    const requests = await db
      .selectFrom('requests')
      .select([sql<string>`from_id || '>' || to_id`.as('key'), 'status'])
      .execute();
    const pictures = await db.selectFrom('media').select('id').execute();
    const isConfirmed = users.filter((user) => user.unverified_since === null).map((user) => user.email_key);
    const sets = [
      { what: 'sign-up', acknowledged: this.signUps, stored: users.map((user) => user.email_key) },
      { what: 'confirmed address', acknowledged: this.confirmed, stored: isConfirmed },
      { what: 'message', acknowledged: this.messages, stored: messages.map(({ text }) => text) },
      { what: 'project', acknowledged: this.projects, stored: projects.map(({ name }) => name) },
      { what: 'picture', acknowledged: this.pictures, stored: pictures.map(({ id }) => id) },
    ];
    const values = [
      ...this.edits.lost(new Map(users.map((user) => [user.email_key ?? '', user.about]))),
      ...this.descriptions.lost(new Map(projects.map(({ name, description }) => [name, description]))),
      ...this.decisions.lost(new Map(requests.map(({ key, status }) => [key, status]))),
    ];
    return {
      lost: [...sets.flatMap(({ what, acknowledged, stored }) => missing(what, acknowledged, stored)), ...values],
      doubled: sets.flatMap(({ what, stored }) => repeated(stored).map((key) => `${what} ${key}`)),
    };
  }
}

function missing(what: string, wanted: ReadonlySet<string>, stored: readonly (string | null)[]): string[] {
  const there = new Set(stored);
  return [...wanted].filter((key) => !there.has(key)).map((key) => `${what} ${key}`);
}

function repeated(keys: readonly (string | null)[]): string[] {
  const seen = new Set<string | null>();
  return keys.filter((key): key is string => key !== null && (seen.has(key) || !seen.add(key)));
}

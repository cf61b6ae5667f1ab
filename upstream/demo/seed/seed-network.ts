import { day } from '#shared/durations.ts';
import { type Intent, intents } from '#shared/intents.ts';
import { type Chance, chanceOf } from './seed-random.ts';
import {
  fields,
  firstNames,
  lastNames,
  places,
  projectAdjectives,
  projectNouns,
  roles,
  sentences,
  skills,
} from './seed-words.ts';

export interface SeedPerson {
  id: string;
  firstName: string;
  lastName: string;
  headline: string;
  location: string;
  about: string;
  skills: string[];
  createdAt: number;
}

export interface SeedWish {
  lookingFor: Intent[];
  hoursPerWeek: number | null;
  /** Null for a person who does not show it. */
  timeZone: string | null;
}

const timeZones = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Calcutta',
  'Asia/Tokyo',
];

export interface SeedRelation {
  id: string;
  fromId: string;
  toId: string;
  status: 'interested' | 'ignored' | 'accepted' | 'rejected';
  createdAt: number;
  updatedAt: number;
}

export interface SeedProject {
  id: string;
  creatorId: string;
  name: string;
  description: string;
  skills: string[];
  createdAt: number;
  interests: { id: string; userId: string; status: 'interested' | 'accepted'; createdAt: number }[];
}

export const networkEnd = Date.UTC(2026, 0, 1);
const years = 3 * 365 * day;
export const relationsPerPerson = 5;

/**
 * A generated network of `people`, the same for the same seed. Every part is computed on request, in any order, from
 * the seed alone, so that a million people take no memory.
 */
export class SeedNetwork {
  readonly people: number;
  readonly projects: number;
  readonly #seed: number;

  constructor(people: number, seed: number) {
    // A smaller network has fewer pairs than the relations to generate.
    if (!Number.isInteger(people) || people < 2 * relationsPerPerson + 1)
      throw new Error(`A network has at least ${2 * relationsPerPerson + 1} people.`);
    this.people = people;
    this.projects = Math.floor(people / 4);
    this.#seed = seed;
  }

  /** Ids sort by joining time: a higher number joined later. */
  personId(i: number): string {
    return idAt(this.#joined(i), chanceOf(this.#seed, 1, i));
  }

  person(i: number): SeedPerson {
    const chance = chanceOf(this.#seed, 2, i);
    const own = someSkills(chance);
    const field = chance.pick(fields);
    return {
      id: this.personId(i),
      firstName: chance.pick(firstNames),
      lastName: chance.pick(lastNames),
      headline: `${chance.pick(roles)}, ${field}`,
      location: chance.pick(places),
      about: Array.from({ length: 2 + chance.below(3) }, () => chance.pick(sentences))
        .filter((sentence, place, all) => all.indexOf(sentence) === place)
        .join(' ')
        .replaceAll('%s', own[0] ?? 'TypeScript')
        .replaceAll('%f', field),
      skills: own,
      createdAt: this.#joined(i),
    };
  }

  /** What person `i` looks for: most people something, half of them with their hours, and a third with their time zone. */
  wish(i: number): SeedWish {
    const chance = chanceOf(this.#seed, 6, i);
    const count = chance.below(3);
    const lookingFor = intents.filter(() => chance.below(intents.length) < count);
    return {
      lookingFor,
      hoursPerWeek: chance.next() < 0.5 ? 1 + chance.below(20) : null,
      timeZone: chance.next() < 0.33 ? chance.pick(timeZones) : null,
    };
  }

  /**
   * The relations of person `i` with people of lower numbers, so no pair is generated twice. Lower numbers are chosen
   * more often: the first few people have thousands of relations, most have about ten.
   */
  relations(i: number): SeedRelation[] {
    const chance = chanceOf(this.#seed, 3, i);
    const others = new Set<number>();
    const wanted = this.#relationCount(i);
    while (others.size < wanted) others.add(Math.floor(i * chance.next() ** 1.5));
    const me = this.personId(i);
    return [...others].map((j) => {
      const them = this.personId(j);
      const iAsked = chance.next() < 0.7;
      const createdAt = this.#joined(i) + Math.floor(chance.next() * (networkEnd - this.#joined(i)));
      return {
        id: idAt(createdAt, chance),
        fromId: iAsked ? me : them,
        toId: iAsked ? them : me,
        status: statusOf(chance.next()),
        createdAt,
        updatedAt: createdAt + chance.below(3 * day),
      };
    });
  }

  /** The first people have too few others before them; each of the next people makes up for one missing relation. */
  #relationCount(i: number): number {
    if (i < relationsPerPerson) return i;
    const missing = (relationsPerPerson * (relationsPerPerson + 1)) / 2;
    const room = 2 * relationsPerPerson + 1;
    if (this.people >= room + missing) return relationsPerPerson + (i >= room && i < room + missing ? 1 : 0);
    // In a network this small, each person relates to everyone before them until the total is reached.
    const before = (i * (i - 1)) / 2;
    return Math.max(0, Math.min(i, relationsPerPerson * this.people - before));
  }

  project(p: number): SeedProject {
    const chance = chanceOf(this.#seed, 4, p);
    const creator = Math.min(p * 4 + chance.below(4), this.people - 1);
    const createdAt = this.#joined(creator) + Math.floor(chance.next() * (networkEnd - this.#joined(creator)));
    const own = someSkills(chance);
    const name = `${chance.pick(projectAdjectives)} ${chance.pick(projectNouns)}`;
    const field = chance.pick(fields);
    // Members are connected to the creator, as the product requires.
    const connected = this.relations(creator).filter((relation) => relation.status === 'accepted');
    const members = connected.slice(0, chance.below(3)).map((relation) => this.#otherOf(relation, creator));
    const creatorId = this.personId(creator);
    const asking = Array.from({ length: chance.below(3) }, () => this.personId(chance.below(this.people)));
    const people = new Map<string, 'interested' | 'accepted'>(asking.map((id) => [id, 'interested']));
    for (const id of members) people.set(id, 'accepted');
    people.delete(creatorId);
    return {
      id: idAt(createdAt, chance),
      creatorId,
      name,
      description: `**${name}** is for ${field}.\n\n- written in ${own[0]}\n- ${chance
        .pick(sentences)
        .replaceAll('%s', own[0] ?? '')
        .replaceAll('%f', field)}\n`,
      skills: own,
      createdAt,
      interests: [...people].map(([userId, status]) => {
        const at = createdAt + chance.below(30 * day);
        return { id: idAt(at, chance), userId, status, createdAt: at };
      }),
    };
  }

  #otherOf(relation: SeedRelation, i: number): string {
    return relation.fromId === this.personId(i) ? relation.toId : relation.fromId;
  }

  #joined(i: number): number {
    return networkEnd - years + Math.floor((i / this.people) * years);
  }
}

function idAt(time: number, chance: Chance): string {
  return hex(time, 48) + hex(chance.below(2 ** 24), 24) + hex(chance.below(2 ** 24), 24);
}

function hex(value: number, bits: number): string {
  return (value + 2 ** bits).toString(16).slice(1);
}

function someSkills(chance: Chance): string[] {
  const own = new Set<string>();
  const wanted = 3 + chance.below(5);
  while (own.size < wanted) own.add(skills[Math.floor(skills.length * chance.next() ** 2)] ?? skills[0]);
  return [...own];
}

function statusOf(share: number): SeedRelation['status'] {
  if (share < 0.6) return 'accepted';
  if (share < 0.85) return 'interested';
  return share < 0.95 ? 'ignored' : 'rejected';
}

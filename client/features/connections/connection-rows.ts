import { folded } from '#client/text/folded.ts';
import { fullName } from '#client/text/person.ts';
import type { User } from '#shared/api/users.ts';

export function byName(people: readonly User[]): readonly User[] {
  return [...people].sort((a, b) => fullName(a).localeCompare(fullName(b)));
}

/** The people whose names hold this text, without regard to accents. They stay the same, and are not rendered again. */
export function matching(people: readonly User[], filter: string): readonly User[] {
  const wanted = folded(filter.trim());
  return people.filter((person) => folded(fullName(person)).includes(wanted));
}

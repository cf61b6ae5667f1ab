import { fullName } from '#client/text/person.ts';
import type { Reaction } from '#shared/api/chat.ts';

/** "You, Ana Lima and 4 more": the upstream names at most three people. */
export function whoReacted({ mine, count, users }: Reaction, ownId: string): string {
  const others = users.filter(({ _id }) => _id !== ownId).map((person) => fullName(person));
  const names = [...(mine ? ['You'] : []), ...others].slice(0, Math.max(1, count));
  const more = count - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

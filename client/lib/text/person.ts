import type { User } from '#shared/api/users.ts';

type Named = Pick<User, 'firstName' | 'lastName'>;

/** Other upstreams may leave a last name out, or send null. */
export function fullName(person: Named | null | undefined): string {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ').trim();
  return name === '' ? 'Former member' : name;
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** Skills may come as one string in a one-item array: "React, Go". */
export function skillList(skills: readonly string[] | string | null | undefined): string[] {
  const list = typeof skills === 'string' ? [skills] : (skills ?? []);
  const parts = list.length === 1 ? (list[0] ?? '').split(',') : list;
  return parts.map((skill) => skill.trim()).filter((skill) => skill !== '');
}

/**
 * Typed hours a week as the upstream takes them. A text that is no number is sent as it is, so that the upstream refuses it:
 * NaN would be null in JSON, which clears the hours.
 */
export function hoursIn(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const hours = Number(text);
  return Number.isFinite(hours) ? hours : text;
}

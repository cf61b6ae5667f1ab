import { lengthOf, limits } from '../limits.ts';

/** The strength rule for new passwords, part by part: the upstream enforces it and the client shows it. */
export const passwordRules = [
  {
    name: 'length',
    label: `${limits.password.min}+ characters`,
    test: (p: string) => lengthOf(p) >= limits.password.min,
  },
  { name: 'upper', label: 'an upper-case letter', test: (p: string) => /\p{Lu}/u.test(p) },
  { name: 'lower', label: 'a lower-case letter', test: (p: string) => /\p{Ll}/u.test(p) },
  { name: 'digit', label: 'a digit', test: (p: string) => /\p{Nd}/u.test(p) },
  { name: 'symbol', label: 'a symbol', test: (p: string) => /[^\p{L}\p{N}]/u.test(p) },
] as const;

export function isStrongPassword(password: string): boolean {
  return passwordRules.every((rule) => rule.test(password));
}

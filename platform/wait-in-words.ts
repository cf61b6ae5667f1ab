import { day, hour, minute, second } from '#shared/durations.ts';

/** Each unit with the longest wait that is told in it. */
const units = [
  ['second', second, 90 * second],
  ['minute', minute, 90 * minute],
  ['hour', hour, 36 * hour],
  ['day', day, Number.POSITIVE_INFINITY],
] as const;

/** The wait for a sentence such as "Try again in 2 minutes.", rounded up so that nobody tries too early. */
export function waitInWords(ms: number): string {
  const [unit, length] = units.find(([, , longest]) => ms <= longest) ?? units[0];
  const count = Math.max(1, Math.ceil(ms / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

import { remembered } from '#server/request/remembered.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** From the smallest result to the largest: the order in which equal wishes are granted. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding to answer with, out of those that exist, or undefined when the client accepts none of them
 * (RFC 9110, 12.5.3). Without the header, or with an empty one, that is the plain file.
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  return acceptable(header ?? '').find((encoding) => available.includes(encoding));
}

/** What a client accepts, dearest first; browsers write the header in the same few ways. */
const acceptable = remembered((header): readonly Encoding[] => {
  const wishes = parseWishes(header);
  return preference
    .map((encoding) => ({ encoding, weight: weightOf(encoding, wishes) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ encoding }) => encoding);
});

/** The plain file is acceptable unless it is excluded, but anything that was asked for comes before it. */
const unmentionedIdentity = 0.0001;

function weightOf(encoding: Encoding, wishes: ReadonlyMap<string, number>): number {
  const own = wishes.get(encoding) ?? (encoding === 'gzip' ? wishes.get('x-gzip') : undefined);
  const weight = own ?? wishes.get('*');
  if (encoding !== 'identity') return weight ?? 0;
  return own ?? (weight === 0 ? 0 : unmentionedIdentity);
}

function parseWishes(header: string): Map<string, number> {
  const wishes = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (name === '') continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    wishes.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return wishes;
}

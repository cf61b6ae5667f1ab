import { LRUCache } from 'lru-cache';

/** Clients could come from any number of addresses. */
const mostAddresses = 10_000;

/** Remembers what was found for the last addresses: to parse one takes longer than most of the middleware. */
export function rememberByAddress<Found extends NonNullable<unknown>>(
  find: (address: string) => Found,
): (address: string) => Found {
  const known = new LRUCache<string, Found>({ max: mostAddresses });
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    // V8 keeps the whole text alive that an address was cut from, which may be 16 kB of X-Forwarded-For.
    const copy = Buffer.from(address).toString();
    const found = find(copy);
    known.set(copy, found);
    return found;
  };
}

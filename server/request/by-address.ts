import { LRUCache } from 'lru-cache';

/** 10,000 addresses of usual length. A client chooses the length too: an IPv6 address may have a zone of any length. */
const mostBytes = 4 * 1024 * 1024;
/** An entry of lru-cache with what is kept for an address, without the address itself. */
const entryBytes = 350;

/** Remembers what was found for the last addresses: to parse one takes longer than most of the middleware. */
export function rememberByAddress<Found extends NonNullable<unknown>>(
  find: (address: string) => Found,
): (address: string) => Found {
  const known = new LRUCache<string, Found>({
    maxSize: mostBytes,
    // What is found may hold a copy of the address.
    sizeCalculation: (_found, address) => entryBytes + 2 * address.length,
  });
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

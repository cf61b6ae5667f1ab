/** Clients could come from any number of addresses. */
const mostAddresses = 10_000;

/** Remembers what was found for the last addresses: to parse one takes longer than most of the middleware. */
export function rememberByAddress<Found>(find: (address: string) => Found): (address: string) => Found {
  const known = new Map<string, Found>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const found = find(address);
    if (known.size >= mostAddresses) known.clear();
    known.set(address, found);
    return found;
  };
}

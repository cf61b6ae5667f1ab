import dns from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Resolves a name to its addresses, beginning with another one each time, so that several upstreams behind one name share
 * the connections although the resolver always sorts them the same way. Node tries the next address when one refuses.
 */
export function createRoundRobinLookup(): LookupFunction {
  let turn = 0;
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      // The preferred family stays first: the two addresses of `localhost` are one machine.
      const preferred = addresses.filter(({ family }) => family === addresses[0]?.family);
      const others = addresses.filter(({ family }) => family !== addresses[0]?.family);
      const start = turn++ % Math.max(preferred.length, 1);
      const turned = [...preferred.slice(start), ...preferred.slice(0, start), ...others];
      if (options.all) callback(null, turned);
      else callback(null, turned[0]?.address ?? '', turned[0]?.family);
    });
  };
}

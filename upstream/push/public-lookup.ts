import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address is on the public internet: not of this machine, its network, its cloud or any reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
}

/**
 * For `https.request`: the connection goes to the very addresses that were checked, so that a second answer of the DNS
 * server cannot lead elsewhere. One private address among them refuses the name.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = found;
        if (first === undefined) callback(new Error('the push service has no address'), '');
        else if (!addresses.every(isPublicAddress))
          callback(new Error('the push service has an address that is not public'), '');
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * Asks the DNS servers over sockets. `dns.lookup` would hold one of libuv's four threads for as long as a server is
 * silent, and password hashes need them.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

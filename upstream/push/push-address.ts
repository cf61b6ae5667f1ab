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

export const longestEndpoint = 1024;

/** Names for machines of the own network, which no push service has. */
const ownNetwork = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Why push messages cannot go to this address, in words for the person; undefined where they may. The addresses behind
 * the name are looked at when a message is sent, see `push-address.ts`.
 */
export function problemOfEndpoint(endpoint: string): string | undefined {
  if (endpoint.length > longestEndpoint) return 'The address of this push service is too long.';
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:') return 'A push service has an https address.';
  if (url.username !== '' || url.password !== '') return 'The address of a push service holds no password.';
  if (url.port !== '') return 'A push service answers at the port of https.';
  const host = url.hostname.replace(/\.$/, '');
  const isName = host.includes('.') && !ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
  if (!isName || ownNetwork.test(host)) return 'A push service has a public name.';
  return undefined;
}

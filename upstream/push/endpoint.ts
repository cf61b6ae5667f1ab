import ipaddr from 'ipaddr.js';

export const longestEndpoint = 1024;

/** Names for machines of the own network, which no push service has. */
const ownNetwork = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Why push messages cannot go to this address, in words for the person; undefined where they may. The addresses behind
 * the name are looked at when a message is sent, see `public-lookup.ts`.
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

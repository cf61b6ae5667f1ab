import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted by: one IPv4 address, or the /64 that a household or machine gets of IPv6.
 * IPv4 addresses written as IPv6 count as IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const prefix = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

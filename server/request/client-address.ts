import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { networkOf } from '#platform/network-of.ts';

/** The client of a request and the address by which it reached the gateway, as the trusted proxies in between report. */
export interface ClientAddress {
  ip: string;
  /** The network that the address is counted by. */
  network: string;
  proto: 'http' | 'https';
  /** Host and port in the browser's address bar. */
  host: string;
  /** The connection comes from a proxy that is trusted, so that its other claims (a request id) count too. */
  trustedPeer: boolean;
}

export type ReadClientAddress = (req: IncomingMessage) => ClientAddress;

/**
 * Reads X-Forwarded-For from the right and stops at the first address that is not a trusted proxy. The headers of other
 * peers are ignored.
 */
export function createClientAddressReader(trustProxy: readonly string[]): ReadClientAddress {
  const trust = proxyAddr.compile([...trustProxy]);
  // proxy-addr does not know entries with a port.
  const isTrusted = (address: string, hops: number): boolean => trust(plainAddress(address), hops);
  // A connection has one peer: to parse its address for each request takes 3 % of a call.
  const peers = new WeakMap<Socket, Omit<ClientAddress, 'host'>>();
  function peerOf(socket: Socket): Omit<ClientAddress, 'host'> {
    const known = peers.get(socket);
    if (known !== undefined) return known;
    const ip = plainAddress(socket.remoteAddress ?? '');
    const proto = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
    const peer = { ip, network: networkOf(ip), proto, trustedPeer: trust(ip, 0) } as const;
    peers.set(socket, peer);
    return peer;
  }
  return (req) => {
    const { ip, network, proto, trustedPeer } = peerOf(req.socket);
    const host = req.headers.host ?? '';
    if (!trustedPeer) return { ip, network, proto, host, trustedPeer };
    const isForwarded = req.headers['x-forwarded-for'] !== undefined;
    const client = isForwarded ? firstUntrustedHop(proxyAddr.all(req, isTrusted)) : undefined;
    return {
      ip: client ?? ip,
      network: client === undefined ? network : networkOf(client),
      proto: forwardedProto(lastOf(req.headers['x-forwarded-proto'])) ?? proto,
      host: forwardedHost(lastOf(req.headers['x-forwarded-host'])) ?? host,
      trustedPeer,
    };
  };
}

/** The last entry of a list was written by the nearest proxy. */
function lastOf(list: string | string[] = ''): string {
  return String(list).split(',').at(-1)?.trim() ?? '';
}

/** The first address that is not a trusted proxy's, or the last proxy when the entry before it is no address. */
function firstUntrustedHop(addresses: readonly string[]): string | undefined {
  return addresses.map(plainAddress).findLast((address) => isIP(address) !== 0);
}

/** Traefik writes the scheme of the WebSocket. */
function forwardedProto(written: string): 'http' | 'https' | undefined {
  if (/^(?:https|wss)$/i.test(written)) return 'https';
  return /^(?:http|ws)$/i.test(written) ? 'http' : undefined;
}

function forwardedHost(written: string): string | undefined {
  return isHost(written) ? written : undefined;
}

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Whether a text is a host: a name or address with an optional port. */
export function isHost(value: string): boolean {
  return hostPattern.test(value);
}

/** An address less its port and brackets. `::ffff:1.2.3.4` is 1.2.3.4, whichever way the socket was opened. */
function plainAddress(entry: string): string {
  const unbracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry;
  const address = /^[\d.]+:\d+$/.test(unbracketed) ? unbracketed.slice(0, unbracketed.indexOf(':')) : unbracketed;
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

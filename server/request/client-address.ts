import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { remembered } from './remembered.ts';

/** Who sent a request and by which address they reached us, as far as the trusted proxies in between say so. */
export interface ClientAddress {
  ip: string;
  proto: 'http' | 'https';
  /** What the browser's address bar shows: host and port. */
  host: string;
  /** The connection comes from a proxy that is trusted, so that its other claims (a request id) count too. */
  trustedPeer: boolean;
}

export type ReadClientAddress = (req: IncomingMessage) => ClientAddress;

/**
 * Reads X-Forwarded-For from the right and stops at the first address that is not a trusted proxy; from anybody else
 * these headers are only a claim and are ignored.
 */
export function createClientAddressReader(trustProxy: readonly string[]): ReadClientAddress {
  const isTrusted = createTrust(trustProxy);
  return (req) => {
    const peer = plainAddress(req.socket.remoteAddress ?? '');
    const encrypted = 'encrypted' in req.socket && req.socket.encrypted === true;
    const direct: ClientAddress = {
      ip: peer,
      proto: encrypted ? 'https' : 'http',
      host: req.headers.host ?? '',
      trustedPeer: false,
    };
    if (!isTrusted(peer)) return direct;
    return {
      ip: clientBehind(peer, header(req, 'x-forwarded-for'), isTrusted),
      proto: forwardedProto(header(req, 'x-forwarded-proto')) ?? direct.proto,
      host: forwardedHost(header(req, 'x-forwarded-host')) ?? direct.host,
      trustedPeer: true,
    };
  };
}

function header(req: IncomingMessage, name: string): string {
  const value = req.headers[name];
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : value;
}

function clientBehind(peer: string, forwardedFor: string, isTrusted: (ip: string) => boolean): string {
  if (forwardedFor === '') return peer;
  let client = peer;
  for (const entry of forwardedFor.split(',').reverse()) {
    const address = withoutPort(entry.trim());
    if (!ipaddr.isValid(address)) return client;
    client = plainAddress(address);
    if (!isTrusted(client)) return client;
  }
  return client;
}

/** The nearest proxy's word is the last one. */
function forwardedProto(value: string): 'http' | 'https' | undefined {
  if (value === '') return undefined;
  const last = value.split(',').at(-1)?.trim().toLowerCase();
  return last === 'http' || last === 'https' ? last : undefined;
}

function forwardedHost(value: string): string | undefined {
  if (value === '') return undefined;
  const last = value.split(',').at(-1)?.trim() ?? '';
  return isHost(last) ? last : undefined;
}

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A name or address with an optional port; nothing else is believed to be a host. */
export function isHost(value: string): boolean {
  return hostPattern.test(value);
}

function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}

/** `::ffff:1.2.3.4` is 1.2.3.4, whichever way the socket was opened. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function createTrust(trustProxy: readonly string[]): (ip: string) => boolean {
  const ranges = trustProxy
    .flatMap((entry) => namedRanges[entry] ?? [entry])
    .map((entry) => (entry.includes('/') ? ipaddr.parseCIDR(entry) : singleAddress(entry)));
  // Peers are few (the load balancers), addresses of visitors many.
  return remembered((ip) => ipaddr.isValid(ip) && ranges.some((range) => inRange(ipaddr.process(ip), range)), 1000);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

function singleAddress(entry: string): Range {
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function inRange(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** From where a call came, in the words that its account's owner reads. */
export interface Visit {
  /** For example "Firefox on Linux". */
  device: string;
  address: string;
}

export function visitOf(req: Request): Visit {
  return { device: deviceName(req.get('user-agent')), address: shortAddress(req.ip ?? '') };
}

/**
 * The first three numbers of an IPv4 address, the first three groups of an IPv6 address: enough to tell home from
 * elsewhere. The rest is not stored.
 */
export function shortAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.*`;
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  return `${groups.join(':')}:*`;
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** For example "Firefox on Linux", from a User-Agent header. The header itself is not stored. */
export function deviceName(userAgent: string | undefined): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

import ipaddr from 'ipaddr.js';

/**
 * Turns the text of a variable into its value, or throws a Refusal. Written by hand, because a schema library would stay
 * in the gateway's memory for this alone.
 */
export type Parse<Value> = (text: string) => Value;

/** Why a text is not a value, to be read after the variable's name: "must be on or off". */
export class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

export function anyText(text: string): string {
  return text;
}

export function matching(pattern: RegExp, reason: string): Parse<string> {
  return (text) => (pattern.test(text) ? text : refuse(reason));
}

export function oneOf<Word extends string>(...words: Word[]): Parse<Word> {
  return (text) => words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`);
}

export function onOff(text: string): boolean {
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  return ['off', 'false', '0', 'no'].includes(text) ? false : refuse('must be on or off');
}

function numberWithin(pattern: RegExp, min: number, max: number, reason: string): Parse<number> {
  return (text) => {
    const value = Number(text);
    return pattern.test(text) && value >= min && value <= max ? value : refuse(reason);
  };
}

export function wholeNumber(min: number, max: number): Parse<number> {
  return numberWithin(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);
}

/** A port to listen on; 0 asks the system for a free one. */
export const port = wholeNumber(0, 65_535);

/** A number with up to three decimals. */
export function factor(min: number, max: number): Parse<number> {
  return numberWithin(/^\d{1,6}(\.\d{1,3})?$/, min, max, `must be a number from ${min} to ${max}`);
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 };

export function byteSize(text: string): number {
  if (!/^\d{1,9} ?(b|kb|mb)?$/i.test(text)) refuse('must be a size such as 500kb or 2mb');
  const bytes = Number.parseInt(text, 10) * (byteUnits[text.replace(/[\d ]/g, '').toLowerCase()] ?? 1);
  return bytes > 0 && bytes <= 1024 ** 3 ? bytes : refuse('must be between 1 byte and 1024mb');
}

/** The address of a service: it may have a path, but nothing that a proxy could not pass on. */
export function serviceUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return refuse('must be an http or https address');
  const hasMore = url.username || url.password || url.search || url.hash;
  return hasMore ? refuse('may carry a path, but no user, password, query or fragment') : url;
}

/** The origin of a site, such as https://dotcode.example: nothing is served below a path. */
export function siteOrigin(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : refuse('must be an http or https address without a path');
}

/** The address of a page for people. */
export function webAddress(text: string): string {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : refuse('must be an http or https address');
}

/** Where to write to somebody. */
export const contactAddress = matching(
  /^(mailto:[^\s@"<>]+@[^\s@"<>]+|https:\/\/[^\s"<>]+)$/,
  'must be mailto:… or https://…',
);

/** Origins such as https://app.example:8443, or `none`. */
export function originList(text: string): readonly string[] {
  if (text === 'none') return Object.freeze([]);
  const origins = text.split(/[\s,]+/).filter(Boolean);
  const areOrigins = origins.every((origin) => /^https?:\/\/[^/]+$/.test(origin) && URL.canParse(origin));
  return areOrigins ? Object.freeze(origins) : refuse('must list origins such as http://localhost:5173, or be none');
}

/** A mail server, or `none`. */
export function mailUrl(text: string): URL | 'none' {
  if (text === 'none') return text;
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return refuse('must be smtp://host:port or smtps://host:port, or none');
  const hasMore = !['', '/'].includes(url.pathname) || url.search || url.hash;
  return hasMore ? refuse('may carry a user and a password, but no path or query') : url;
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** Refuses a range that would trust everybody: then any visitor could choose the address that rate limits count. */
export function proxyList(text: string): readonly string[] {
  if (text === 'none') return Object.freeze([]);
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  for (const entry of entries) {
    if (namedRanges.includes(entry) || ipaddr.isValid(entry)) continue;
    const prefix = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry)[1] : undefined;
    if (prefix !== undefined && prefix > 0) continue;
    const trustsAll = prefix === 0 || ['true', '*', 'all'].includes(entry);
    return refuse(
      trustsAll
        ? 'must not trust every address, or any visitor could pretend to be another'
        : `must list addresses, ranges, ${namedRanges.join(', ')}, or be none`,
    );
  }
  return Object.freeze(entries);
}

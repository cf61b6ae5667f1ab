import ipaddr from 'ipaddr.js';

/**
 * Makes the value of a variable out of its text, or throws what is wrong with it, to be read after the name: "must be on or
 * off". Plain functions: a library of schemas would take 9 MB of the gateway, which parses nothing else before it starts.
 */
export type Parser<Value> = (text: string) => Value;

export const anyText: Parser<string> = (text) => text;

/** The parser of a text that must fit. */
function fitting(fits: (text: string) => boolean, error: string): Parser<string> {
  return (text) => {
    if (!fits(text)) throw new Error(error);
    return text;
  };
}

export function matching(pattern: RegExp, error: string): Parser<string> {
  return fitting((text) => pattern.test(text), error);
}

export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return fitting((text) => words.includes(text), `must be one of ${words.join(', ')}`) as Parser<Words[number]>;
}

export const onOff: Parser<boolean> = (text) => {
  const isOn = ['on', 'true', '1', 'yes'].includes(text);
  if (!isOn && !['off', 'false', '0', 'no'].includes(text)) throw new Error('must be on or off');
  return isOn;
};

function numberWithin(pattern: RegExp, min: number, max: number, error: string): Parser<number> {
  const fits = fitting((text) => pattern.test(text) && Number(text) >= min && Number(text) <= max, error);
  return (text) => Number(fits(text));
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return numberWithin(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);
}

/** A port to listen on; 0 asks the system for a free one. */
export const port = wholeNumber(0, 65_535);

/** A number with up to three decimals. */
export function factor(min: number, max: number): Parser<number> {
  return numberWithin(/^\d{1,6}(\.\d{1,3})?$/, min, max, `must be a number from ${min} to ${max}`);
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 };

export const byteSize: Parser<number> = (text) => {
  const [, count, unit = ''] = /^(\d{1,9}) ?(b|kb|mb)?$/i.exec(text) ?? [];
  if (count === undefined) throw new Error('must be a size such as 500kb or 2mb');
  const bytes = Number(count) * (byteUnits[unit.toLowerCase()] ?? 1);
  if (bytes < 1 || bytes > 1024 ** 3) throw new Error('must be between 1 byte and 1024mb');
  return bytes;
};

function addressIn(text: string, error: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Error(error);
  return url;
}

/** The address of a service: it may have a path, but nothing that a proxy could not pass on. */
export const serviceUrl: Parser<URL> = (text) => {
  const url = addressIn(text, 'must be an http or https address');
  if (url.username || url.password || url.search || url.hash)
    throw new Error('may carry a path, but no user, password, query or fragment');
  return url;
};

/** The origin of a site, such as https://dotcode.example: nothing is served below a path. */
export const siteOrigin: Parser<string> = (text) => {
  const error = 'must be an http or https address without a path';
  const { href, origin } = addressIn(text, error);
  if (href !== `${origin}/`) throw new Error(error);
  return origin;
};

/** The address of a page for people. */
export const webAddress: Parser<string> = (text) => addressIn(text, 'must be an http or https address').href;

/** Where to write to somebody. */
export const contactAddress = matching(
  /^(mailto:[^\s@"<>]+@[^\s@"<>]+|https:\/\/[^\s"<>]+)$/,
  'must be mailto:… or https://…',
);

/** Origins such as https://app.example:8443, or `none`. */
export const originList: Parser<readonly string[]> = (text) => {
  const origins = text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (!origins.every((origin) => /^https?:\/\/[^/]+$/.test(origin) && URL.canParse(origin)))
    throw new Error('must list origins such as http://localhost:5173, or be none');
  return Object.freeze(origins);
};

/** A mail server, or `none`. */
export const mailUrl: Parser<URL | 'none'> = (text) => {
  if (text === 'none') return text;
  const url = /^smtps?:\/\/./i.test(text) ? URL.parse(text) : null;
  if (!url?.hostname) throw new Error('must be smtp://host:port or smtps://host:port, or none');
  if (!['', '/'].includes(url.pathname) || url.search || url.hash)
    throw new Error('may carry a user and a password, but no path or query');
  return url;
};

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function prefixOf(range: string): number | undefined {
  return ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range)[1] : undefined;
}

/** Refuses a range that would trust everybody: then any visitor could choose the address that rate limits count. */
export const proxyList: Parser<readonly string[]> = (text) => {
  const entries = text === 'none' ? [] : text.split(',').map((entry) => entry.trim().toLowerCase());
  if (entries.some((entry) => prefixOf(entry) === 0 || ['true', '*', 'all'].includes(entry)))
    throw new Error('must not trust every address, or any visitor could pretend to be another');
  const isKnown = (entry: string) =>
    namedRanges.includes(entry) || ipaddr.isValid(entry) || prefixOf(entry) !== undefined;
  if (!entries.every(isKnown)) throw new Error(`must list addresses, ranges, ${namedRanges.join(', ')}, or be none`);
  return Object.freeze(entries);
};

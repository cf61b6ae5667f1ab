import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/** The schema of a variable: its text becomes its value. Errors are read after the name: "must be on or off". */
export type Parser<Value> = z.ZodMiniType<Value>;

export const anyText = z.string();

export function matching(pattern: RegExp, error: string) {
  return z.string().check(z.regex(pattern, { error }));
}

export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.pipe(z.string(), z.enum(words, { error: `must be one of ${words.join(', ')}` })) as Parser<Words[number]>;
}

export const onOff = z.stringbool({
  truthy: ['on', 'true', '1', 'yes'],
  falsy: ['off', 'false', '0', 'no'],
  case: 'sensitive',
  error: 'must be on or off',
});

function numberWithin(pattern: RegExp, min: number, max: number, error: string) {
  const within = z.number().check(z.gte(min, { error }), z.lte(max, { error }));
  return z.pipe(z.pipe(matching(pattern, error), z.transform(Number)), within);
}

export function wholeNumber(min: number, max: number) {
  return numberWithin(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);
}

/** A port to listen on; 0 asks the system for a free one. */
export const port = wholeNumber(0, 65_535);

/** A number with up to three decimals. */
export function factor(min: number, max: number) {
  return numberWithin(/^\d{1,6}(\.\d{1,3})?$/, min, max, `must be a number from ${min} to ${max}`);
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 };

function bytesIn(text: string): number {
  return Number.parseInt(text, 10) * (byteUnits[text.replace(/[\d ]/g, '').toLowerCase()] ?? 1);
}

const sizeError = 'must be between 1 byte and 1024mb';

export const byteSize = z.pipe(
  z.pipe(matching(/^\d{1,9} ?(b|kb|mb)?$/i, 'must be a size such as 500kb or 2mb'), z.transform(bytesIn)),
  z.number().check(z.gte(1, { error: sizeError }), z.lte(1024 ** 3, { error: sizeError })),
);

function addressOf(protocols: readonly string[], error: string) {
  return z.pipe(
    z.string().check(z.refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), { error, abort: true })),
    z.transform((text) => new URL(text)),
  );
}

const web = ['http:', 'https:'];

/** The address of a service: it may have a path, but nothing that a proxy could not pass on. */
export const serviceUrl = addressOf(web, 'must be an http or https address').check(
  z.refine((url) => !(url.username || url.password || url.search || url.hash), {
    error: 'may carry a path, but no user, password, query or fragment',
  }),
);

const originError = 'must be an http or https address without a path';

/** The origin of a site, such as https://dotcode.example: nothing is served below a path. */
export const siteOrigin = z.pipe(
  addressOf(web, originError).check(z.refine((url) => url.href === `${url.origin}/`, { error: originError })),
  z.transform((url) => url.origin),
);

/** The address of a page for people. */
export const webAddress = z.pipe(
  addressOf(web, 'must be an http or https address'),
  z.transform((url) => url.href),
);

/** Where to write to somebody. */
export const contactAddress = matching(
  /^(mailto:[^\s@"<>]+@[^\s@"<>]+|https:\/\/[^\s"<>]+)$/,
  'must be mailto:… or https://…',
);

function listOf(text: string, separator: RegExp): readonly string[] {
  return Object.freeze(text === 'none' ? [] : text.split(separator));
}

/** Origins such as https://app.example:8443, or `none`. */
export const originList = z
  .pipe(
    z.string(),
    z.transform((text) => Object.freeze(listOf(text, /[\s,]+/).filter(Boolean))),
  )
  .check(
    z.refine((origins) => origins.every((origin) => /^https?:\/\/[^/]+$/.test(origin) && URL.canParse(origin)), {
      error: 'must list origins such as http://localhost:5173, or be none',
    }),
  );

/** A mail server, or `none`. */
export const mailUrl: Parser<URL | 'none'> = z
  .pipe(
    z.string().check(
      z.refine((text) => text === 'none' || (/^smtps?:\/\/./i.test(text) && Boolean(URL.parse(text)?.hostname)), {
        error: 'must be smtp://host:port or smtps://host:port, or none',
        abort: true,
      }),
    ),
    z.transform((text): URL | 'none' => (text === 'none' ? text : new URL(text))),
  )
  .check(
    z.refine((url) => url === 'none' || !(!['', '/'].includes(url.pathname) || url.search || url.hash), {
      error: 'may carry a user and a password, but no path or query',
    }),
  );

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function prefixOf(range: string): number | undefined {
  return ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range)[1] : undefined;
}

/** Refuses a range that would trust everybody: then any visitor could choose the address that rate limits count. */
export const proxyList = z
  .pipe(
    z.string(),
    z.transform((text) => Object.freeze(listOf(text, /,/).map((entry) => entry.trim().toLowerCase()))),
  )
  .check(
    z.refine((entries) => !entries.some((entry) => prefixOf(entry) === 0 || ['true', '*', 'all'].includes(entry)), {
      error: 'must not trust every address, or any visitor could pretend to be another',
      abort: true,
    }),
    z.refine(
      (entries) =>
        entries.every((entry) => namedRanges.includes(entry) || ipaddr.isValid(entry) || prefixOf(entry) !== undefined),
      { error: `must list addresses, ranges, ${namedRanges.join(', ')}, or be none` },
    ),
  );

import ipaddr from 'ipaddr.js';

/**
 * Every variable of the product in one table: `loadConfig` parses with it, `--help`, the README and .env.example are
 * written from it. All are optional; an empty value counts as unset.
 */
export const variables = {
  port: variable('PORT', '3000', 'where the gateway listens', wholeNumber(0, 65_535)),
  host: variable('HOST', '127.0.0.1', 'the address it listens on (the image sets 0.0.0.0)', anyText),
  upstreamUrl: variable(
    'UPSTREAM_URL',
    undefined,
    'the upstream service, http or https, may carry a path prefix; unset: the embedded one is started',
    upstreamUrl,
  ),
  upstreamPort: variable('UPSTREAM_PORT', '7777', 'the embedded upstream, loopback only', wholeNumber(0, 65_535)),
  databaseUrl: secret(
    'DATABASE_URL',
    'sqlite:./data/dotcode.db',
    'the embedded upstream’s database: `sqlite:path` or `postgres://…`',
    matching(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:path or postgres://…'),
  ),
  redisUrl: secret(
    'REDIS_URL',
    undefined,
    'chat fan-out, presence and rate limits across instances',
    matching(/^rediss?:\/\/.+$/, 'must be redis://… or rediss://…'),
  ),
  workers: variable('WORKERS', '1', 'gateway processes on this machine', wholeNumber(1, 64)),
  trustProxy: variable(
    'TRUST_PROXY',
    'loopback',
    'whose X-Forwarded-* to believe: addresses, ranges, `loopback`, `linklocal`, `uniquelocal`, comma separated, or `none`',
    proxyList,
  ),
  sessionCookie: variable(
    'SESSION_COOKIE',
    'token',
    'the upstream’s session cookie',
    matching(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a cookie name'),
  ),
  hostCookie: variable(
    'HOST_COOKIE',
    'off',
    'over https, call that cookie `__Host-…` outside, so that sibling domains cannot plant one',
    onOff,
  ),
  demo: variable(
    'DEMO',
    'on, off when NODE_ENV is production',
    'sample network in an empty database, sample credentials filled in at login',
    onOff,
  ),
  offline: variable(
    'OFFLINE',
    'on',
    'browsers keep the page, without anybody’s data, to open it without a network; off also takes back what they kept',
    onOff,
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'info',
    'fatal, error, warn, info, debug, trace or silent',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  metricsPort: variable(
    'METRICS_PORT',
    undefined,
    'serves Prometheus metrics on this port of the same address, when set',
    wholeNumber(0, 65_535),
  ),
  shutdownGraceMs: variable(
    'SHUTDOWN_GRACE_MS',
    '10000',
    'how long running requests may take to finish after SIGTERM',
    wholeNumber(0, 600_000),
  ),
  proxyTimeoutMs: variable(
    'PROXY_TIMEOUT_MS',
    '30000',
    'how long the upstream may stay silent before 504',
    wholeNumber(100, 3_600_000),
  ),
  bodyLimit: variable('BODY_LIMIT', '1mb', 'largest request body, in bytes, `kb` or `mb`', byteSize),
  rateLimitFactor: variable(
    'RATE_LIMIT_FACTOR',
    '1',
    'makes every rate limit so many times larger, or smaller (0.5)',
    factor(0.01, 100_000),
  ),
  mediaBodyLimit: variable('MEDIA_BODY_LIMIT', '6mb', 'the same for picture uploads', byteSize),
} as const;

type Variables = typeof variables;
type Parsed<K extends keyof Variables> = ReturnType<Variables[K]['parse']>;
/** The variables that have no default at all and stay undefined when unset. */
type OptionalKey = 'upstreamUrl' | 'redisUrl' | 'metricsPort';

/** What the gateway runs with, frozen. */
export type GatewayConfig = Readonly<
  { [K in Exclude<keyof Variables, OptionalKey>]: Parsed<K> } & { [K in OptionalKey]?: Parsed<K> }
>;

/** One sentence for each thing that is wrong, without the secrets in it. */
export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : `${problems.length} problems:\n  - ${problems.join('\n  - ')}`);
    this.name = 'ConfigProblems';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the whole configuration, or throws ConfigProblems with everything that is wrong at once. */
export function loadConfig(env: Environment): GatewayConfig {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, { name, parse, isSecret }] of Object.entries(variables)) {
    const text = env[name]?.trim() || defaultOf(key as keyof Variables, env);
    if (text === undefined) continue;
    try {
      parsed[key] = parse(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(`${name} ${error.message}${isSecret ? '' : ` (it is ${JSON.stringify(text)})`}`);
    }
  }
  // Each entry was parsed by its own row, so the rows' types are the object's.
  const config = Object.freeze(parsed) as unknown as GatewayConfig;
  problems.push(...contradictions(config), ...exposedSecrets(env));
  if (problems.length > 0) throw new ConfigProblems(problems);
  return config;
}

function defaultOf(key: keyof Variables, env: Environment): string | undefined {
  if (key === 'demo') return env.NODE_ENV === 'production' ? 'off' : 'on';
  return variables[key].defaultText;
}

/** Values that are fine alone and wrong together. Keys may be missing here: their own problem is listed already. */
function contradictions(config: Partial<GatewayConfig>): string[] {
  const { port, host, upstreamUrl: upstream, upstreamPort, metricsPort } = config;
  const problems: string[] = [];
  const taken = (other: number | undefined): boolean => port !== undefined && port !== 0 && other === port;
  if (upstream !== undefined && host !== undefined && taken(effectivePort(upstream)) && reaches(upstream, host)) {
    problems.push('UPSTREAM_URL is the address the gateway itself listens on, so every call would go round in circles');
  }
  if (upstream === undefined && taken(upstreamPort)) problems.push('UPSTREAM_PORT and PORT must differ');
  if (taken(metricsPort)) problems.push('METRICS_PORT and PORT must differ');
  return problems;
}

function effectivePort(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function reaches(url: URL, listenHost: string): boolean {
  const target = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLoopback = (name: string): boolean => name === 'localhost' || name === '::1' || name.startsWith('127.');
  const everywhere = ['0.0.0.0', '::'].includes(listenHost);
  return (
    target === listenHost || ((everywhere || isLoopback(listenHost)) && (isLoopback(target) || target === '0.0.0.0'))
  );
}

/** Vite copies VITE_ variables into the client, where everybody can read them. */
function exposedSecrets(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => /^VITE_.*(SECRET|PASSWORD|PRIVATE|API_?KEY|TOKEN)/i.test(name))
    .map((name) => `${name} looks like a secret, and VITE_ variables are published with the client`);
}

/** The value that a text means; throws a Refusal. By hand: a schema library would stay in memory for this alone. */
type Parse<Value> = (text: string) => Value;

/** Why a text is no value, to be read after the variable's name. */
class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

interface Variable<Value, Default extends string | undefined> {
  readonly name: string;
  readonly defaultText: Default;
  readonly meaning: string;
  readonly parse: Parse<Value>;
  readonly isSecret: boolean;
}

function variable<Value, Default extends string | undefined>(
  name: string,
  defaultText: Default,
  meaning: string,
  parse: Parse<Value>,
): Variable<Value, Default> {
  return { name, defaultText, meaning, parse, isSecret: false };
}

/** A variable whose value may carry a password and is never printed. */
function secret<Value, Default extends string | undefined>(
  name: string,
  defaultText: Default,
  meaning: string,
  parse: Parse<Value>,
): Variable<Value, Default> {
  return { ...variable(name, defaultText, meaning, parse), isSecret: true };
}

function anyText(text: string): string {
  return text;
}

function matching(pattern: RegExp, reason: string): Parse<string> {
  return (text) => (pattern.test(text) ? text : refuse(reason));
}

function oneOf<Word extends string>(...words: Word[]): Parse<Word> {
  return (text) => words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`);
}

function numberWithin(pattern: RegExp, min: number, max: number, reason: string): Parse<number> {
  return (text) => {
    const value = Number(text);
    return pattern.test(text) && value >= min && value <= max ? value : refuse(reason);
  };
}

function wholeNumber(min: number, max: number): Parse<number> {
  return numberWithin(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);
}

function factor(min: number, max: number): Parse<number> {
  return numberWithin(/^\d{1,6}(\.\d{1,3})?$/, min, max, `must be a number from ${min} to ${max}`);
}

function onOff(text: string): boolean {
  if (['on', 'true', '1'].includes(text)) return true;
  return ['off', 'false', '0'].includes(text) ? false : refuse('must be on or off');
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 };

function byteSize(text: string): number {
  if (!/^\d{1,9} ?(b|kb|mb)?$/i.test(text)) refuse('must be a size such as 500kb or 2mb');
  const bytes = Number.parseInt(text, 10) * (byteUnits[text.replace(/[\d ]/g, '').toLowerCase()] ?? 1);
  return bytes > 0 && bytes <= 1024 ** 3 ? bytes : refuse('must be between 1 byte and 1024mb');
}

function upstreamUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return refuse('must be an http or https address');
  const hasMore = url.username || url.password || url.search || url.hash;
  return hasMore ? refuse('may carry a path, but no user, password, query or fragment') : url;
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** Refuses a range that would trust everybody: then any visitor could choose the address that limits count. */
function proxyList(text: string): readonly string[] {
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

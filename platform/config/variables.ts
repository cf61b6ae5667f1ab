import {
  anyText,
  byteSize,
  contactAddress,
  factor,
  mailUrl,
  matching,
  oneOf,
  onOff,
  originList,
  port,
  proxyList,
  serviceUrl,
  siteOrigin,
  webAddress,
  wholeNumber,
} from './parsers.ts';
import { type Program, type Variable, variable } from './variable.ts';

const secretText = matching(/^[\x21-\x7e]{32,512}$/, 'must be 32 to 512 printable characters without spaces');

/**
 * Every environment variable of the gateway and of the upstream. The loaders of both programs, `--help`, the table in
 * docs/configuration.md and .env.example are made from these rows.
 *
 * To add a variable, add one row (its key is the property in GatewayConfig, UpstreamConfig or both, by `readBy`), run
 * `node scripts/write-config-docs.ts`, and read `config.<key>` where it is needed. A value of a new kind needs a parser
 * in parsers.ts. An empty value counts as unset, and only SECRET is required anywhere (secret.ts).
 */
export const variables = {
  isProduction: variable({
    name: 'NODE_ENV',
    readBy: 'both',
    default: 'development',
    meaning: '`production` changes the defaults of `DEMO` and `ALLOWED_ORIGINS`',
    parse: (text) => text === 'production',
  }),
  port: variable({
    name: 'PORT',
    readBy: 'gateway',
    default: '3000',
    meaning: 'where the gateway listens',
    parse: port,
  }),
  host: variable({
    name: 'HOST',
    readBy: 'gateway',
    default: '127.0.0.1',
    meaning: 'the address it listens on (the image sets 0.0.0.0)',
    parse: anyText,
  }),
  publicUrl: variable({
    name: 'PUBLIC_URL',
    readBy: 'both',
    default: undefined,
    whenUnset: 'addresses in pages are relative, there is no `/sitemap.xml`, and in production no mail',
    meaning:
      'the address of the site for everybody, `https://…` without a path, for links that are read elsewhere and in mails',
    parse: siteOrigin,
  }),
  privacyUrl: variable({
    name: 'PRIVACY_URL',
    readBy: 'gateway',
    default: undefined,
    whenUnset: 'this site’s own page',
    meaning: 'the address of a privacy statement elsewhere: `/privacy` and the links to it lead there',
    parse: webAddress,
  }),
  termsUrl: variable({
    name: 'TERMS_URL',
    readBy: 'gateway',
    default: undefined,
    whenUnset: 'this site’s own page',
    meaning: 'the same for the terms of use and `/terms`',
    parse: webAddress,
  }),
  contact: variable({
    name: 'CONTACT',
    readBy: 'both',
    default: undefined,
    whenUnset: 'no such line and file',
    meaning:
      'where people reach the operator, `mailto:…` or `https://…`, shown on `/privacy`, `/terms` and in `/.well-known/security.txt`, and told to suspended people',
    parse: contactAddress,
  }),
  upstreamUrl: variable({
    name: 'UPSTREAM_URL',
    readBy: 'gateway',
    default: undefined,
    meaning: 'the upstream service, http or https, may carry a path prefix; unset: the embedded one is started',
    parse: serviceUrl,
    // A valid value carries no password, but a refused one may.
    isSecret: true,
  }),
  upstreamPort: variable({
    name: 'UPSTREAM_PORT',
    readBy: 'both',
    default: '7777',
    meaning: 'where the upstream listens',
    parse: port,
  }),
  upstreamHost: variable({
    name: 'UPSTREAM_HOST',
    readBy: 'upstream',
    default: '127.0.0.1',
    meaning: 'the address that an upstream of its own listens on; the embedded one keeps to loopback',
    parse: anyText,
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    readBy: 'both',
    default: 'sqlite:./data/dotcode.db',
    meaning: 'the upstream’s database: `sqlite:path` or `postgres://…`',
    parse: matching(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:path or postgres://…'),
    isSecret: true,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    readBy: 'upstream',
    default: undefined,
    meaning: 'chat fan-out, presence and rate limits across upstreams',
    parse: matching(/^rediss?:\/\/.+$/, 'must be redis://… or rediss://…'),
    isSecret: true,
  }),
  redisPrefix: variable({
    name: 'REDIS_PREFIX',
    readBy: 'upstream',
    default: 'dotcode',
    meaning: 'begins every key and channel in Redis: deployments that share one Redis need different ones',
    // Socket.IO's channels are patterns to Redis, so `*`, `?` and brackets would reach other deployments.
    parse: matching(/^[\w.-]{1,64}$/, 'must be up to 64 letters, digits, `.`, `_` or `-`'),
  }),
  secret: variable({
    name: 'SECRET',
    readBy: 'both',
    default: undefined,
    whenUnset: 'made once in the data folder; required in production with PostgreSQL',
    meaning:
      'seals second factors, queued mails, push keys and device cookies, signs links in mails: 32 characters or more, the same for every instance and every start (`openssl rand -hex 32`)',
    parse: secretText,
    isSecret: true,
  }),
  secretPrevious: variable({
    name: 'SECRET_PREVIOUS',
    readBy: 'upstream',
    default: undefined,
    whenUnset: 'only `SECRET` opens',
    meaning: 'while `SECRET` is changed: the one before, which opens what is not sealed anew yet',
    parse: secretText,
    isSecret: true,
  }),
  mailUrl: variable({
    name: 'MAIL_URL',
    readBy: 'both',
    default: undefined,
    whenUnset: 'no mail in production; otherwise files in the folder `outbox` beside the data',
    meaning:
      'the mail server: `smtp://user:password@host:587` (with STARTTLS) or `smtps://…:465`; in production it needs `PUBLIC_URL`; `none`: no mail',
    parse: mailUrl,
    // The value carries the password of the mail server.
    isSecret: true,
  }),
  mailFrom: variable({
    name: 'MAIL_FROM',
    readBy: 'upstream',
    default: undefined,
    whenUnset: 'no-reply at the host of PUBLIC_URL',
    meaning: 'the sender of mails: an address, or `Name <address>`',
    parse: matching(
      /^(?:[^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or Name <address>',
    ),
  }),
  mailLanes: variable({
    name: 'MAIL_LANES',
    readBy: 'upstream',
    default: '40',
    meaning:
      'how many mails one upstream sends at the same time, each over a connection to the mail server that is kept open; a mail server that allows fewer connections needs a lower number',
    parse: wholeNumber(1, 200),
  }),
  leavingDays: variable({
    name: 'LEAVING_DAYS',
    readBy: 'upstream',
    default: '14',
    meaning: 'how long a person who deletes their account can come back before it is erased; 0: it is erased at once',
    parse: wholeNumber(0, 30),
  }),
  trustProxy: variable({
    name: 'TRUST_PROXY',
    readBy: 'both',
    default: 'loopback',
    meaning:
      'whose X-Forwarded-* to believe: addresses, ranges, `loopback`, `linklocal`, `uniquelocal`, comma separated, or `none`',
    parse: proxyList,
  }),
  allowedOrigins: variable({
    name: 'ALLOWED_ORIGINS',
    readBy: 'upstream',
    default: { production: 'none', otherwise: 'http://localhost:5173,http://127.0.0.1:5173' },
    meaning: 'pages of other origins that may call the upstream with the cookie, or `none`: Vite’s, in development',
    parse: originList,
  }),
  sessionCookie: variable({
    name: 'SESSION_COOKIE',
    readBy: 'both',
    default: 'token',
    meaning: 'the upstream’s session cookie',
    parse: matching(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a cookie name'),
  }),
  demo: variable({
    name: 'DEMO',
    readBy: 'both',
    default: { production: 'off', withUpstreamUrl: 'off', otherwise: 'on' },
    meaning: 'sample network in an empty database, sample credentials filled in at login',
    parse: onOff,
  }),
  offline: variable({
    name: 'OFFLINE',
    readBy: 'gateway',
    default: 'on',
    meaning:
      'browsers keep the page, and for the signed-in user what was seen in the last seven days, to open them without a network; off also takes back what they kept',
    parse: onOff,
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    readBy: 'both',
    default: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  metricsPort: variable({
    name: 'METRICS_PORT',
    readBy: 'gateway',
    default: undefined,
    meaning: 'serves Prometheus metrics on this port of the same address, when set',
    parse: port,
  }),
  upstreamMetricsPort: variable({
    name: 'UPSTREAM_METRICS_PORT',
    readBy: 'upstream',
    default: undefined,
    meaning: 'the same for the upstream, on the address that the upstream listens on',
    parse: port,
  }),
  shutdownDelayMs: variable({
    name: 'SHUTDOWN_DELAY_MS',
    readBy: 'both',
    default: '0',
    meaning: 'how long readiness says 503 after SIGTERM before the listener closes: two checks of the load balancer',
    parse: wholeNumber(0, 600_000),
  }),
  shutdownGraceMs: variable({
    name: 'SHUTDOWN_GRACE_MS',
    readBy: 'gateway',
    default: '10000',
    meaning: 'how long running requests may take to finish after SIGTERM',
    parse: wholeNumber(0, 600_000),
  }),
  proxyTimeoutMs: variable({
    name: 'PROXY_TIMEOUT_MS',
    readBy: 'gateway',
    default: '30000',
    meaning: 'how long the upstream may stay silent before 504: the only limit on a call, the client aborts none',
    parse: wholeNumber(100, 3_600_000),
  }),
  rateLimitFactor: variable({
    name: 'RATE_LIMIT_FACTOR',
    readBy: 'both',
    default: '1',
    meaning: 'makes every rate limit so many times larger, or smaller (0.5)',
    parse: factor(0.01, 100_000),
  }),
  bodyLimit: variable({
    name: 'BODY_LIMIT',
    readBy: 'gateway',
    default: '1mb',
    meaning: 'largest request body, in bytes, `kb` or `mb`; uploads of pictures may have 6mb in any case',
    parse: byteSize,
  }),
} as const;

type Variables = typeof variables;
type KeysOf<P extends Program> = {
  [K in keyof Variables]: Variables[K]['readBy'] extends P | 'both' ? K : never;
}[keyof Variables];
type OptionalKeysOf<P extends Program> = {
  [K in KeysOf<P>]: undefined extends Variables[K]['default'] ? K : never;
}[KeysOf<P>];
/** The value of one row. */
export type ValueOf<K extends keyof Variables> = ReturnType<Variables[K]['parse']>;

/** The configuration of one program: the rows that it reads. A row without a default is an optional property. */
export type ConfigOf<P extends Program> = Readonly<
  { [K in Exclude<KeysOf<P>, OptionalKeysOf<P>>]: ValueOf<K> } & { [K in OptionalKeysOf<P>]?: ValueOf<K> }
>;

export const variableRows: readonly (readonly [key: string, row: Variable])[] = Object.entries(variables);

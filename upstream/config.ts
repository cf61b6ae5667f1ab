import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const databaseUrl = z
  .string()
  .refine((url) => /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(url), 'is sqlite:<file> or postgres://…');

const port = z.coerce.number('is a port number').int().min(0).max(65_535);

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'is on or off')
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word));

const trustedNames = ['loopback', 'linklocal', 'uniquelocal'];
const trustProxy = z
  .string()
  .transform((list) => (list === 'false' || list === 'none' ? [] : list.split(',').map((item) => item.trim())))
  .refine((list) => list.every(isTrustable), 'lists addresses, subnets, or loopback, linklocal, uniquelocal');

function isTrustable(item: string): boolean {
  return trustedNames.includes(item) || (item.includes('/') ? ipaddr.isValidCIDR(item) : ipaddr.isValid(item));
}

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: databaseUrl.default('sqlite:./data/dotcode.db'),
  DB_POOL_SIZE: z.coerce.number('is a number of connections').int().min(1).max(1000).default(20),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/.+/, 'is redis://… or rediss://…')
    .optional(),
  UPSTREAM_HOST: z.string().default('127.0.0.1'),
  UPSTREAM_PORT: port.default(7777),
  SESSION_COOKIE: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is a cookie name')
    .default('token'),
  TRUST_PROXY: trustProxy.prefault('loopback'),
  DEMO: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ALLOWED_ORIGINS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every((origin) => /^https?:\/\/[^/]+$/.test(origin)), 'lists origins such as http://a.b:80')
    .optional(),
});

export interface UpstreamConfig {
  readonly databaseUrl: string;
  /** How many connections to PostgreSQL this process opens at most. */
  readonly poolSize: number;
  readonly redisUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly sessionCookie: string;
  /**
   * Peers whose X-Forwarded-* and X-Request-Id headers are trusted: addresses, subnets or Express names such as
   * `loopback`.
   */
  readonly trustProxy: readonly string[];
  readonly demo: boolean;
  readonly logLevel: string;
  /** Origins of other pages that may call with the cookie: Vite's, in development. */
  readonly allowedOrigins: readonly string[];
}

/** Reads the configuration from environment variables. Throws one Error that lists every invalid variable. */
export function loadConfig(env: Record<string, string | undefined>): UpstreamConfig {
  // An empty variable counts as unset: compose files and shells cannot easily leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Bad configuration: ${problems.join('; ')}.`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  return Object.freeze({
    databaseUrl: values.DATABASE_URL,
    poolSize: values.DB_POOL_SIZE,
    redisUrl: values.REDIS_URL,
    host: values.UPSTREAM_HOST,
    port: values.UPSTREAM_PORT,
    sessionCookie: values.SESSION_COOKIE,
    trustProxy: values.TRUST_PROXY,
    demo: values.DEMO ?? !production,
    logLevel: values.LOG_LEVEL,
    allowedOrigins: values.ALLOWED_ORIGINS ?? (production ? [] : ['http://localhost:5173', 'http://127.0.0.1:5173']),
  });
}

import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has defaults: SQLite on loopback with the sample network', () => {
    expect(loadConfig({})).toMatchObject({
      databaseUrl: 'sqlite:./data/dotcode.db',
      upstreamHost: '127.0.0.1',
      upstreamPort: 7777,
      redisPrefix: 'dotcode',
      sessionCookie: 'token',
      trustProxy: ['loopback'],
      demo: true,
      allowedOrigins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
    });
  });

  it('has no sample network and no foreign origins in production, unless asked for', () => {
    const production = { NODE_ENV: 'production' };
    expect(loadConfig(production)).toMatchObject({ demo: false, allowedOrigins: [] });
    expect(loadConfig({ ...production, DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ ...production, ALLOWED_ORIGINS: 'https://a.example' }).allowedOrigins).toHaveLength(1);
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig({ REDIS_URL: '', UPSTREAM_PORT: ' ' })).toEqual(loadConfig({}));
  });

  it('lists every bad variable at once, without a secret', () => {
    const bad = { DATABASE_URL: 'mysql://u:hunter2@h/d', REDIS_URL: 'x', TRUST_PROXY: 'anyone', DEMO: 'maybe' };
    expect(() => loadConfig(bad)).toThrow(
      /^The configuration has 4 problems:\n {2}- DATABASE_URL .*\n {2}- REDIS_URL .*\n {2}- TRUST_PROXY .*\n {2}- DEMO .*$/,
    );
    expect(() => loadConfig(bad)).not.toThrow(/hunter2/);
  });

  it('trusts named networks, addresses and subnets, or nobody', () => {
    expect(loadConfig({ TRUST_PROXY: 'uniquelocal, 192.0.2.1,2001:db8::/32' }).trustProxy).toHaveLength(3);
    expect(loadConfig({ TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has defaults: SQLite on loopback with the sample network', () => {
    expect(loadConfig({})).toMatchObject({
      databaseUrl: 'sqlite:./data/dotcode.db',
      host: '127.0.0.1',
      port: 7777,
      sessionCookie: 'token',
      trustProxy: ['loopback'],
      demo: true,
    });
  });

  it('has no sample network and no foreign origins in production, unless asked for', () => {
    expect(loadConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, allowedOrigins: [] });
    expect(loadConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true);
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig({ REDIS_URL: '', UPSTREAM_PORT: '' })).toMatchObject({ redisUrl: undefined, port: 7777 });
  });

  it('lists every bad variable at once, without its value', () => {
    const bad = {
      DATABASE_URL: 'mysql://u:secret@h/d',
      REDIS_URL: 'x',
      TRUST_PROXY: '10.0.0.0/8, anyone',
      DEMO: 'maybe',
    };
    expect(() => loadConfig(bad)).toThrow(
      /^Bad configuration: DATABASE_URL .*; REDIS_URL .*; TRUST_PROXY .*; DEMO .*\.$/,
    );
    expect(() => loadConfig(bad)).not.toThrow(/secret/);
  });

  it('trusts named networks, addresses and subnets, or nobody', () => {
    expect(loadConfig({ TRUST_PROXY: 'uniquelocal, 192.0.2.1,2001:db8::/32' }).trustProxy).toHaveLength(3);
    expect(loadConfig({ TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
  });
});

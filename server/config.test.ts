import { describe, expect, it } from 'vitest';
import { ConfigProblems } from '#platform/config/config-problems.ts';
import { loadConfig, textWarning } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('needs no variable at all', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      upstreamPort: 7777,
      demo: true,
      offline: true,
      trustProxy: ['loopback'],
      bodyLimit: 1024 ** 2,
    });
    expect(loadConfig({}).upstreamUrl).toBeUndefined();
  });

  it('is frozen', () => {
    expect(Object.isFrozen(loadConfig({}))).toBe(true);
  });

  it('treats an empty value as unset', () => {
    expect(loadConfig({ PORT: '', UPSTREAM_URL: ' ' })).toEqual(loadConfig({}));
  });

  it('turns the sample network off in production unless asked for', () => {
    expect(loadConfig({ NODE_ENV: 'production' }).demo).toBe(false);
    expect(loadConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true);
  });

  it('turns the sample network off with another upstream unless asked for', () => {
    const UPSTREAM_URL = 'http://upstream.test:8080';
    expect(loadConfig({ UPSTREAM_URL }).demo).toBe(false);
    expect(loadConfig({ UPSTREAM_URL, DEMO: '' }).demo).toBe(false);
    expect(loadConfig({ UPSTREAM_URL, DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ UPSTREAM_URL, NODE_ENV: 'production' }).demo).toBe(false);
  });

  it('lists every problem at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      BODY_LIMIT: 'big',
      DEMO: 'maybe',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL', 'BODY_LIMIT']);
  });

  it.each(['true', '*', '0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/0'])('refuses to trust everybody: %s', (value) => {
    expect(problemsOf({ TRUST_PROXY: value })[0]).toMatch(/must not trust every address/);
  });

  it.each([
    ['none', []],
    ['10.0.0.0/8, LOOPBACK', ['10.0.0.0/8', 'loopback']],
    ['fd00::/8,192.0.2.7', ['fd00::/8', '192.0.2.7']],
  ])('trusts the proxies that %s names', (value, expected) => {
    expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  it.each([
    { UPSTREAM_URL: 'http://127.0.0.1:3000/api' },
    { UPSTREAM_URL: 'http://localhost:3000' },
    { UPSTREAM_URL: 'http://[::1]:8080', PORT: '8080', HOST: '0.0.0.0' },
    { UPSTREAM_URL: 'http://app.example', PORT: '80', HOST: 'app.example' },
  ])('refuses an upstream that is the gateway itself: %o', (env) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining('round in circles')]);
  });

  it('lets the upstream be elsewhere on the same machine', () => {
    expect(loadConfig({ UPSTREAM_URL: 'http://127.0.0.1:4000/v1/' }).upstreamUrl?.href).toBe(
      'http://127.0.0.1:4000/v1/',
    );
  });

  it.each(['ftp://x', 'x', 'http://user:pw@x', 'http://x/?q', 'http://x/#f'])('refuses %s as an upstream', (value) => {
    expect(problemsOf({ UPSTREAM_URL: value })).toHaveLength(1);
  });

  it('lists the problems of the embedded upstream, but not those of a variable that a separate one reads', () => {
    const env = { ALLOWED_ORIGINS: 'everybody' };
    expect(problemsOf(env)).toEqual([expect.stringMatching(/^ALLOWED_ORIGINS must list origins/)]);
    expect(problemsOf({ ...env, UPSTREAM_URL: 'http://app.example' })).toEqual([]);
  });

  it('says each problem once', () => {
    expect(problemsOf({ LOG_LEVEL: 'loud' })).toEqual([expect.stringMatching(/^LOG_LEVEL must/)]);
  });

  it('refuses ports that collide', () => {
    expect(problemsOf({ UPSTREAM_PORT: '3000', METRICS_PORT: '3000' })).toHaveLength(2);
  });

  it('refuses a secret that Vite would publish, without printing it', () => {
    const [problem] = problemsOf({ VITE_API_TOKEN: 'hunter2' });
    expect(problem).toMatch(/^VITE_API_TOKEN looks like a secret/);
    expect(problem).not.toContain('hunter2');
  });

  it.each([
    ['500kb', 500 * 1024],
    ['2 MB', 2 * 1024 ** 2],
    ['4096', 4096],
  ])('reads %s as a size', (value, bytes) => {
    expect(loadConfig({ BODY_LIMIT: value }).bodyLimit).toBe(bytes);
  });
});

describe('the warning about texts', () => {
  const upstreamUrl = new URL('http://upstream.example');
  const [privacyUrl, termsUrl] = ['https://example.com/privacy', 'https://example.com/terms'];

  it('names the texts that an upstream of somebody else needs', () => {
    expect(textWarning({ upstreamUrl })).toMatch(/^PRIVACY_URL and TERMS_URL not set/);
    expect(textWarning({ upstreamUrl, privacyUrl })).toMatch(/^TERMS_URL not set/);
  });

  it('is not given with the embedded upstream, and where both texts are set', () => {
    expect(textWarning({})).toBeUndefined();
    expect(textWarning({ upstreamUrl, privacyUrl, termsUrl })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { readVariables } from './read-variables.ts';
import { variableRows } from './variables.ts';

const rows = variableRows.map(([, row]) => row);
const programs = ['gateway', 'upstream'] as const;

/** For each variable that both programs read, texts that at least one parser could take differently. */
const texts: Record<string, string[]> = {
  NODE_ENV: ['production', 'test'],
  UPSTREAM_PORT: ['7777', '0', '70000', '0x10', '7e3', '-1'],
  DATABASE_URL: ['sqlite:x', 'sqlite::memory:', 'postgres://u:pw@h/d', 'postgresql://h', 'mysql://h'],
  REDIS_URL: ['redis://h', 'rediss://h', 'tcp://h'],
  REDIS_PREFIX: ['dotcode', 'a.b-c_1', 'a:b', 'a*', 'x'.repeat(65)],
  SECRET: ['x'.repeat(32), 'short', `${'x'.repeat(32)} y`],
  TRUST_PROXY: ['loopback', 'none', '0.0.0.0/0', '::/0', 'true', '*', '10.0.0.0/8, uniquelocal', 'anyone', 'false'],
  SESSION_COOKIE: ['token', '__Host-token', 'a b', 'a;b'],
  DEMO: ['on', 'off', 'yes', 'no', '1', 'maybe'],
  LOG_LEVEL: ['info', 'silent', 'loud'],
  LOG_FORMAT: ['json', 'text', 'xml'],
  RATE_LIMIT_FACTOR: ['2', '0', 'much'],
};

describe('readVariables', () => {
  it('needs no variable at all', () => {
    for (const program of programs) expect(readVariables(program, {}).problems).toEqual([]);
  });

  it('reads and refuses a variable of both programs in one way', () => {
    expect(Object.keys(texts)).toEqual(rows.filter(({ readBy }) => readBy === 'both').map(({ name }) => name));
    for (const [name, row] of rows.map((one) => [one.name, one] as const)) {
      for (const text of row.readBy === 'both' ? (texts[name] ?? []) : []) {
        const [gateway, upstream] = programs.map((program) => readVariables(program, { [name]: text }));
        const key = variableRows.find(([, other]) => other === row)?.[0] ?? '';
        expect(upstream?.problems, `${name}=${text}`).toEqual(gateway?.problems);
        expect(upstream?.values).toHaveProperty(key in (gateway?.values ?? {}) ? key : 'isProduction');
      }
    }
  });

  it.each(['0.0.0.0/0', '::/0', 'true'])('trusts everybody in neither program: TRUST_PROXY=%s', (text) => {
    for (const program of programs) {
      expect(readVariables(program, { TRUST_PROXY: text }).problems[0]).toMatch(/must not trust every address/);
    }
  });

  it('reads no variable of the other program', () => {
    expect(readVariables('upstream', { PORT: 'x', WORKERS: 'x' }).problems).toEqual([]);
    expect(readVariables('upstream', {}).values).not.toHaveProperty('port');
    expect(readVariables('gateway', { ALLOWED_ORIGINS: 'x' }).problems).toEqual([]);
  });

  it('gives frozen values', () => {
    for (const program of programs) {
      const { values } = readVariables(program, { TRUST_PROXY: '10.0.0.0/8' });
      expect(Object.isFrozen(values)).toBe(true);
      expect(Object.isFrozen(values.trustProxy)).toBe(true);
    }
  });

  it('quotes no value that may be secret', () => {
    const secrets = rows.filter(({ isSecret }) => isSecret);
    expect(secrets.map(({ name }) => name)).toEqual(['UPSTREAM_URL', 'DATABASE_URL', 'REDIS_URL', 'SECRET']);
    for (const { name } of secrets) {
      for (const text of ['hunter2', 'http://user:hunter2@host', 'mysql://user:hunter2@db']) {
        const problems = programs.flatMap((program) => readVariables(program, { [name]: text }).problems);
        expect(problems.join()).toMatch(new RegExp(`^${name} (?!.*hunter2)`));
      }
    }
  });

  it('stops at a variable that is certainly a misspelt one of ours', () => {
    for (const program of programs) {
      expect(readVariables(program, { DATABSE_URL: 'sqlite:x' }).problems).toEqual([
        'DATABSE_URL is not a variable of DotCode: write DATABASE_URL, or remove it',
      ]);
    }
  });
});

describe('the table of variables', () => {
  it('names every variable once', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });
});

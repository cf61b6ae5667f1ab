import { describe, expect, it } from 'vitest';
import { readDatabaseUrl, readVariables } from './read-variables.ts';
import { variableRows } from './variables.ts';

const rows = variableRows.map(([, row]) => row);
const programs = ['gateway', 'upstream'] as const;

/** Texts that two parsers could take differently. */
const texts = [
  ...['on', 'off', 'yes', 'no', 'true', 'false', '0', '1', 'maybe', 'none', ' ', 'production', 'test'],
  ...['7777', '70000', '0x10', '7e3', '-1', '0.5', '500kb', '2 MB', 'x', 'x'.repeat(32), 'x'.repeat(65)],
  ...[
    'sqlite:x',
    'sqlite::memory:',
    'postgres://u:pw@h/d',
    'mysql://h',
    'redis://h',
    'tcp://h',
    'http://h/p',
    'http://h',
  ],
  ...['loopback', '0.0.0.0/0', '::/0', '*', '10.0.0.0/8, uniquelocal', 'anyone', 'a.b-c_1', 'a:b', 'a*', 'a b'],
  ...['mailto:people@example.com', 'info', 'silent', 'loud', 'json', 'text', 'xml', '__Host-token', 'a;b'],
];

describe('readVariables', () => {
  const shared = variableRows.filter(([, { readBy }]) => readBy === 'both').map(([key, { name }]) => ({ key, name }));

  it.each(shared)('reads and refuses $name in one way for both programs', ({ key, name }) => {
    const outcomes = texts.map((text) => {
      const [gateway, upstream] = programs.map((program) => readVariables(program, { [name]: text }));
      expect(upstream?.problems, text).toEqual(gateway?.problems);
      const [one, other] = [gateway?.values, upstream?.values].map((values) => Reflect.get(values ?? {}, key));
      expect(other, text).toEqual(one);
      return one;
    });
    expect(outcomes.some((value) => value !== undefined)).toBe(true);
  });

  it('reads no variable of the other program', () => {
    expect(readVariables('upstream', { PORT: 'x', METRICS_PORT: 'x' }).problems).toEqual([]);
    expect(readVariables('upstream', {}).values).not.toHaveProperty('port');
    expect(readVariables('gateway', { ALLOWED_ORIGINS: 'x' }).problems).toEqual([]);
  });

  it('quotes no value that may be secret', () => {
    const secrets = rows.filter(({ isSecret }) => isSecret);
    expect(secrets.map(({ name }) => name)).toEqual([
      'UPSTREAM_URL',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRET',
      'SECRET_PREVIOUS',
      'MAIL_URL',
    ]);
    for (const { name } of secrets) {
      for (const text of ['hunter2', 'http://user:hunter2@host', 'mysql://user:hunter2@db']) {
        const problems = programs.flatMap((program) => readVariables(program, { [name]: text }).problems);
        expect(problems.join()).toMatch(new RegExp(`^${name} (?!.*hunter2)`));
      }
    }
  });
});

describe('readDatabaseUrl', () => {
  it('reads DATABASE_URL and nothing else, with its default', () => {
    expect(readDatabaseUrl({ DATABASE_URL: ' ', PORT: 'x' })).toBe('sqlite:./data/dotcode.db');
    expect(readDatabaseUrl({ DATABASE_URL: 'sqlite:x' })).toBe('sqlite:x');
  });

  it('refuses what the upstream would refuse, without quoting it', () => {
    expect(() => readDatabaseUrl({ DATABASE_URL: 'mysql://u:hunter2@h' })).toThrow(
      /^The configuration has a problem: DATABASE_URL must be [^@]*$/,
    );
  });
});

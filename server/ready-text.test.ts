import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { readyText } from './ready-text.ts';

const url = 'http://localhost:3000';
const embedded = { databaseUrl: 'sqlite:./data/dotcode.db', demo: true };

it.for([
  [
    {},
    `Demo account      ${demoAccount.emailId}  ${demoAccount.password}\nData              ${resolve('data/dotcode.db')}`,
  ],
  [
    { databaseUrl: 'postgres://ada:secret@db.test:5432/dotcode', demo: false },
    'Data              PostgreSQL on db.test:5432',
  ],
  [{ databaseUrl: 'sqlite::memory:', demo: false }, 'Data              in memory, lost at the end'],
  [{ upstreamUrl: new URL('https://ada:secret@api.test/v1') }, 'Upstream          https://api.test'],
] as const)('a person reads where the product is, without secrets: %o', ([shown, lines]) => {
  const text = readyText(url, { ...embedded, ...shown }, true);
  expect(text).toContain(`DotCode is ready  ${url}`);
  expect(text.replaceAll(/\n +/g, '\n')).toContain(lines);
  expect(text).not.toContain('secret');
  expect(text.includes('Demo account')).toBe(lines.includes('Demo account'));
});

it('a program reads one JSON line', () => {
  const text = readyText(url, embedded, false);
  expect(JSON.parse(text)).toMatchObject({ level: 30, program: 'gateway', url, msg: 'DotCode is ready' });
  expect(text.trim().split('\n')).toHaveLength(1);
});

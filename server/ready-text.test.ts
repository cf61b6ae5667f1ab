import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { readyText } from './ready-text.ts';

const url = 'http://localhost:3000';
const embedded = { databaseUrl: 'sqlite:./data/dotcode.db', demo: true };

it('a person reads the address, the demo account, the data file and how to stop', () => {
  expect(
    readyText(url, embedded, true)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    '',
    'DotCode is ready  http://localhost:3000',
    `Demo account      ${demoAccount.emailId}  ${demoAccount.password}`,
    `Data              ${resolve('data/dotcode.db')}`,
    'Stop              Ctrl+C',
    '',
    '',
  ]);
});

it.for([
  [{ databaseUrl: 'postgres://ada:secret@db.test:5432/dotcode' }, 'Data              PostgreSQL on db.test:5432'],
  [{ databaseUrl: 'sqlite::memory:' }, 'Data              in memory, lost at the end'],
  [{ upstreamUrl: new URL('https://ada:secret@api.test/v1') }, 'Upstream          https://api.test'],
] as const)('%o is shown without its secrets', ([shown, line]) => {
  const text = readyText(url, { ...embedded, demo: false, ...shown }, true);
  expect(text).toContain(line);
  expect(text).not.toMatch(/secret|Demo account/);
});

it('a program reads one JSON line', () => {
  const text = readyText(url, embedded, false);
  expect(JSON.parse(text)).toMatchObject({ level: 30, program: 'gateway', url, msg: 'DotCode is ready' });
  expect(text.trim().split('\n')).toHaveLength(1);
});

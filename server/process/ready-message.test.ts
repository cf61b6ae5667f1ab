import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readyMessage } from './ready-message.ts';

const plain = (text: string) => text;
const url = 'http://localhost:3000';
const demoAccount = { emailId: 'demo@example.com', password: 'DotCode#2026' };

it('a person reads the address, the demo account, the data file and how to stop', () => {
  const text = readyMessage('text', { url, databaseUrl: 'sqlite:./data/dotcode.db', demoAccount }, plain);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    '',
    'DotCode is ready  http://localhost:3000',
    'Demo account      demo@example.com  DotCode#2026',
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
] as const)('%o is shown without its secrets', ([facts, line]) => {
  const text = readyMessage('text', { url, ...facts }, plain);
  expect(text).toContain(line);
  expect(text).not.toMatch(/secret|Demo account/);
});

it('a program reads one JSON line', () => {
  const text = readyMessage('json', { url, databaseUrl: 'sqlite:./data/dotcode.db', demoAccount }, plain);
  expect(JSON.parse(text)).toMatchObject({ level: 30, program: 'gateway', url, msg: 'DotCode is ready' });
  expect(text.trim().split('\n')).toHaveLength(1);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startUpstreamProcess } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

// tests/sweep/backup.test.ts has those of backups.
it('only the owner may read what a new database is made of, and no log tells its secret', async () => {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-modes-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'new', 'data');
  const upstream = await startUpstreamProcess({ DATABASE_URL: `sqlite:${join(folder, 'dotcode.db')}` });
  const person = { firstName: 'Ada', lastName: 'Lovelace', emailId: 'ada@mail.test', password: 'Test#Passw0rd' };
  await new TestClient(`http://127.0.0.1:${upstream.port}`).post('/signup', person);
  await upstream.end();
  expect(modeOf(folder)).toBe('700');
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(['dotcode.db', 'dotcode.db-wal']));
  expect(new Set(names.map((name) => modeOf(join(folder, name))))).toEqual(new Set(['600']));
  expect(upstream.stdout() + upstream.stderr()).not.toContain(readFileSync(join(folder, 'secret'), 'utf8').trim());
});

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestClient } from '#tests/support/test-client.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';

const backupScript = fileURLToPath(new URL('../../scripts/backup.ts', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dotcode-modes-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

/** Starts the upstream on a database in `folder`, writes something, and leaves its log behind. */
async function run(folder: string, look: () => Promise<void> | void = () => undefined): Promise<void> {
  const upstream = await startUpstreamProcess({ DATABASE_URL: `sqlite:${join(folder, 'dotcode.db')}` });
  const client = new TestClient(`http://127.0.0.1:${upstream.port}`);
  const person = { firstName: 'Ada', lastName: 'Lovelace', password: 'Test#Passw0rd' };
  await client.post('/signup', { ...person, emailId: `ada${Math.random()}@mail.test` });
  await look();
  await upstream.kill();
}

it('only the owner may read what a new database is made of', async () => {
  const folder = join(root, 'new', 'data');
  await run(folder);
  expect(modeOf(folder)).toBe('700');
  const modes = modesIn(folder);
  expect(Object.keys(modes)).toEqual(expect.arrayContaining(['dotcode.db', 'dotcode.db-wal']));
  expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
});

it('backups and restored databases are readable for their owner alone', async () => {
  const [folder, backups, restored] = [join(root, 'data'), join(root, 'backups'), join(root, 'restored')];
  const script = (action: string, file: string, database: string) =>
    promisify(execFile)(process.execPath, [backupScript, action, file], {
      env: { PATH: process.env.PATH, DATABASE_URL: `sqlite:${database}` },
    });
  await run(folder, async () => {
    await script('backup', join(backups, 'today.db'), join(folder, 'dotcode.db'));
  });
  expect(modeOf(backups)).toBe('700');
  expect(modesIn(backups)).toEqual({ 'today.db': '600', 'today.db.secret': '600' });
  chmodSync(join(backups, 'today.db'), 0o644);
  await script('restore', join(backups, 'today.db'), join(restored, 'dotcode.db'));
  expect(modeOf(restored)).toBe('700');
  expect(modesIn(restored)).toEqual({ 'dotcode.db': '600', secret: '600' });
});

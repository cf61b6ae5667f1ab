// A check of `npm test`: every package of the lock file has the hash of its content, and, in CI, what is installed bears
// the registry's signature where the registry signs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';
import { type Lockfile, readSignatures, withoutIntegrity } from './lockfile-problems.ts';

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lockfile;
const missing = withoutIntegrity(lock);
if (missing.length > 0) {
  console.log(
    `No integrity in package-lock.json: ${missing.join(', ')}. Choose versions that the registry offers for every system.`,
  );
  process.exitCode = 1;
}

if (process.env.CI === undefined || process.env.CI === 'false')
  console.log('npm audit signatures: skipped, because it runs in CI only.');
else {
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures'], {
    encoding: 'utf8',
    timeout: 120_000,
    shell: platform === 'win32',
  });
  const { outcome, reason } = readSignatures(status, `${stdout}\n${stderr}`);
  console.log(`npm audit signatures: ${outcome}: ${reason}`);
  if (outcome === 'bad') process.exitCode = 1;
}

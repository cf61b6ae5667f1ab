// A check of `npm test`: every package of the lock file has the hash of its content, and, in CI, what is installed bears
// the registry's signature where the registry signs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, platform, report } from 'node:process';
import { type Lockfile, readSignatures, withoutIntegrity } from './lockfile-problems.ts';

const isGlibc = 'glibcVersionRuntime' in (report.getReport() as { header: object }).header;
const libc = isGlibc ? 'glibc' : 'musl';
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lockfile;
const { here, elsewhere } = withoutIntegrity(lock, { platform, arch, libc });
if (elsewhere.length > 0)
  console.log(
    `${elsewhere.length} optional packages for other systems have no integrity: an npm install from a registry that offers them adds it.`,
  );
if (here.length > 0) {
  console.log(`No integrity in package-lock.json: ${here.join(', ')}. Remove these entries and run npm install.`);
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

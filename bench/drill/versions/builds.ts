import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lastRelease } from './last-release.ts';

/** A version of the product that can be started: its sources, its dependencies and its built client. */
export interface Build {
  /** For reports. */
  name: string;
  root: string;
}

const ownRoot = fileURLToPath(new URL('../../../', import.meta.url));

export const thisBuild: Build = { name: 'this version', root: ownRoot };

/**
 * The version of the last release, or of the commit that OLD_VERSION names. It is taken out of the repository and built
 * once, and kept in the system's folder for temporary files. Undefined where the repository lacks the commit.
 */
export function lastBuild(): Build | undefined {
  const wanted = process.env.OLD_VERSION ?? lastRelease;
  const found = git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`);
  if (found.status !== 0) return undefined;
  const commit = found.stdout.toString().trim();
  const root = join(tmpdir(), 'dotcode-builds', commit);
  if (!existsSync(root)) unpack(commit, root);
  shareModules(root);
  run(process.execPath, [join(root, 'scripts', 'setup.mjs'), 'start'], root);
  return { name: `the last release (${commit.slice(0, 8)})`, root };
}

function unpack(commit: string, root: string): void {
  const parent = join(root, '..');
  mkdirSync(parent, { recursive: true });
  const part = mkdtempSync(join(parent, 'part-'));
  const { status, stdout } = git('archive', '--format=tar', commit);
  if (status !== 0) throw new Error(`git archive of ${commit} failed`);
  run('tar', ['-x'], part, stdout);
  renameSync(part, root);
}

/**
 * With the same lock file, the installed modules are the same. Otherwise setup.mjs installs its own. A link from an earlier
 * run may lead to a checkout that has gone since.
 */
function shareModules(root: string): void {
  const [modules, own] = [join(root, 'node_modules'), join(ownRoot, 'node_modules')];
  const locks = [root, ownRoot].map((each) => readFileSync(join(each, 'package-lock.json'), 'utf8'));
  const isLink = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (locks[0] !== locks[1]) {
    if (isLink) rmSync(modules);
    return;
  }
  if (isLink && readlinkSync(modules) === own) return;
  rmSync(modules, { recursive: true, force: true });
  symlinkSync(own, modules);
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: ownRoot, maxBuffer: 1024 ** 3 });
}

function run(program: string, args: string[], cwd: string, input?: Buffer): void {
  const { status, stderr } = spawnSync(program, args, { cwd, ...(input && { input }) });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

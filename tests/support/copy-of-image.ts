import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

export const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The COPY instructions of a stage that take files from the checkout: sources and destination. */
export function copied(stage: string): { sources: string[]; place: string }[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].map(([, sources = '', place = '']) => ({
    sources: sources.split(' '),
    place,
  }));
}

/** The folders of the packages that `npm prune --omit=dev` leaves on this system, also those inside other packages. */
export function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: true }> };
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && existsSync(folder))
    .map(([folder]) => folder);
}

/** A temporary folder with the files that the image gets, and `more` of the checkout. The caller removes it. */
export function copyOfImage(more: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-image-'));
  for (const name of ['dist', ...productionPackages()]) {
    if (name.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(resolve(name), join(root, name));
  }
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const { sources, place } of copied(lastStage))
    for (const source of sources)
      cpSync(source, join(root, place, place.endsWith('/') ? basename(source) : ''), { recursive: true });
  for (const source of more) cpSync(source, join(root, source), { recursive: true });
  return root;
}

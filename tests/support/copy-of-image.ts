import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The COPY instructions of a stage that take files from the checkout: sources and destination. */
export function copied(stage: string): { sources: string[]; place: string }[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].map(([, sources = '', place = '']) => ({
    sources: sources.split(' '),
    place,
  }));
}

/** A temporary folder with the files that the image gets, and `more` of the checkout. The caller removes it. */
export function copyOfImage(more: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-image-'));
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(root, name));
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const { sources, place } of copied(lastStage))
    for (const source of sources)
      cpSync(source, join(root, place, place.endsWith('/') ? basename(source) : ''), { recursive: true });
  for (const source of more) cpSync(source, join(root, source), { recursive: true });
  return root;
}

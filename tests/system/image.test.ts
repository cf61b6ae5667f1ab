import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readyUrl, startProduct } from '#tests/support/start-product.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The COPY instructions of a stage that take files from the checkout: sources and destination. */
function copied(stage: string): { sources: string[]; place: string }[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].map(([, sources = '', place = '']) => ({
    sources: sources.split(' '),
    place,
  }));
}

it('the builder of the image is let have all that it copies', () => {
  const letThrough = readFileSync('.dockerignore', 'utf8').split('\n');
  const wanted = copied(dockerfile).flatMap(({ sources }) => sources.map((source) => `!${source.split('/')[0]}`));
  expect(wanted.length).toBeGreaterThan(5);
  for (const line of wanted) expect(letThrough).toContain(line);
});

/** A folder with the files that the image gets, removed after the test. */
function copyOfImage(): string {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-image-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(root, name));
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const { sources, place } of copied(lastStage))
    for (const source of sources)
      cpSync(source, join(root, place, place.endsWith('/') ? basename(source) : ''), { recursive: true });
  return root;
}

it('the image has all that runs', async () => {
  const product = startProduct({}, [], join(copyOfImage(), 'server/main.mjs'));
  onTestFinished(product.end);
  const url = await readyUrl(product);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${url}/api/health`)).json()).toBeTruthy();
});

// In a copy, because every other test that starts a program would read a file .env beside the sources.
it('both programs read the file .env, over which variables that are set win', async () => {
  const root = copyOfImage();
  writeFileSync(join(root, '.env'), 'LOG_LEVEL=loud\nREDIS_PREFIX=a*\n');
  const ended = ['server/main.mjs', 'upstream/main.mjs'].map(async (program) => {
    const product = startProduct({ LOG_LEVEL: 'info' }, [], join(root, program));
    onTestFinished(product.end);
    await product.exited;
    return product.stderr();
  });
  for (const stderr of await Promise.all(ended)) {
    expect(stderr).toMatch(/^The configuration has a problem: REDIS_PREFIX must be .* \(it is "a\*"\)\n$/);
  }
});

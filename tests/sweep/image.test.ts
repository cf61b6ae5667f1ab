import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { picture } from '#tests/support/pictures.ts';
import { readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';

/** The folders of the packages that `npm prune --omit=dev` leaves on this system, also those inside other packages. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: true }> };
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && existsSync(folder))
    .map(([folder]) => folder);
}

/** A folder with the files that the image gets by the last stage of the Dockerfile. Removed after the test. */
function image(): string {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-image-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['dist', ...productionPackages()]) {
    if (name.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(resolve(name), join(root, name));
  }
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const [, sources = '', place = ''] of lastStage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm))
    for (const source of sources.split(' '))
      cpSync(source, join(root, place, place.endsWith('/') ? basename(source) : ''), { recursive: true });
  return root;
}

it('the image has all that runs', async () => {
  const product = startProduct({}, [], join(image(), 'server/main.mjs'));
  onTestFinished(product.end);
  const url = await readyUrl(product);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' });
  const client = new TestClient(`${url}/api`);
  const person = { firstName: 'Ada', lastName: 'Lovelace', emailId: 'ada@example.com', password: 'Test#Passw0rd' };
  expect((await client.post('/signup', person)).status).toBe(200);
  const upload = { body: await picture(), headers: { 'content-type': 'image/png' } };
  expect((await client.send('POST', '/media', undefined, upload)).status).toBe(200);
});

it('the image has no package of the client', () => {
  const packages = productionPackages();
  expect(packages).toContain('node_modules/sharp');
  expect(packages.filter((folder) => /\/(react|vite|typescript)(\/|-|$)/.test(folder))).toEqual([]);
});

// In a copy, because every other test that starts a program would read a file .env beside the sources.
it('both programs read the file .env, over which variables that are set win', async () => {
  const root = image();
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

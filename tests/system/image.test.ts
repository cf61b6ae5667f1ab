import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copied, copyOfImage, dockerfile } from '#tests/support/copy-of-image.ts';
import { readyUrl, startProduct } from '#tests/support/start-product.ts';

it('the builder of the image is let have all that it copies', () => {
  const letThrough = readFileSync('.dockerignore', 'utf8').split('\n');
  const wanted = copied(dockerfile).flatMap(({ sources }) => sources.map((source) => `!${source.split('/')[0]}`));
  expect(wanted.length).toBeGreaterThan(5);
  for (const line of wanted) expect(letThrough).toContain(line);
});

/** Removed after the test. */
function image(): string {
  const root = copyOfImage();
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

it('the image has the script that npm runs after installing, at its path, before it installs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { prepare: string } };
  const [, script = ''] = /^node (\S+)$/.exec(scripts.prepare) ?? [];
  const before = dockerfile.slice(0, dockerfile.indexOf('npm ci'));
  expect(before).toContain(`COPY ${script} ${dirname(script)}/\n`);
});

it('the image has all that runs', async () => {
  const product = startProduct({}, [], join(image(), 'server/main.mjs'));
  onTestFinished(product.end);
  const url = await readyUrl(product);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' });
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

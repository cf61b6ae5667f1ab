import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const client = fileURLToPath(new URL('../client/', import.meta.url));
const parts = (pattern: string) => globSync(pattern, { cwd: client }).filter((file) => !file.includes('.test.'));

it('the styleguide shows every piece of client/ui', () => {
  const guide = parts('styleguide/*.tsx').map((file) => readFileSync(`${client}${file}`, 'utf8'));
  const isShown = (piece: string) => guide.some((text) => text.includes(`#client/${piece}'`));
  const pieces = parts('ui/**/*.tsx');
  expect(pieces.length).toBeGreaterThan(40);
  expect(pieces.filter((piece) => !isShown(piece))).toEqual([]);
});

it('and is not part of the build, which begins with index.html', () => {
  const product = parts('{app,features,store,ui}/**/*.{ts,tsx}').map((file) =>
    readFileSync(`${client}${file}`, 'utf8'),
  );
  expect(product.filter((text) => text.includes('styleguide'))).toEqual([]);
});

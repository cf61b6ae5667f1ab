import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const documents = ['operations', 'scaling', 'runbook', 'tracing'].map((name) => join('docs', `${name}.md`));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

it.each(documents)('%s names only scripts, programs and files that there are', (document) => {
  const text = readFileSync(document, 'utf8');
  const missing = [
    ...[...text.matchAll(/npm run ([a-z-]+)/g)].map(([, name = '']) => name).filter((name) => !(name in scripts)),
    ...[...text.matchAll(/node ((?:scripts|server|upstream|bench)\/[\w./-]+)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(path)),
    ...[...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, path = '']) => join('docs', path))
      .filter((path) => !existsSync(path)),
  ];
  expect(missing).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variableRows } from '#config/variables.ts';

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

it('the service of compose.yaml is set up by variables that there are', () => {
  const others = /^(POSTGRES_|DOTCODE_|PGPASSWORD$)/;
  const known = new Set(variableRows.map(([, { name }]) => name));
  const set = [...readFileSync('compose.yaml', 'utf8').matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !known.has(name) && !others.test(name))).toEqual([]);
});

it('compose.yaml publishes the TLS front alone, on loopback unless told otherwise', () => {
  const ports = [...readFileSync('compose.yaml', 'utf8').matchAll(/^ +- "(.*:\d+:\d+)"$/gm)].map(([, port]) => port);
  expect(ports).toEqual([`\${DOTCODE_BIND:-127.0.0.1}:80:80`, `\${DOTCODE_BIND:-127.0.0.1}:443:443`]);
  expect(readFileSync('compose.yaml', 'utf8').match(/^ +ports:/gm)).toHaveLength(1);
});

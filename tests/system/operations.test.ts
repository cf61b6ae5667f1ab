import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variableRows } from '#platform/config/variables.ts';
import { isErrorCode } from '#shared/errors.ts';
import { metricNames } from '#tests/support/metric-names.ts';

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

const defaults = new Map(variableRows.map(([, { name, default: unset }]) => [name, unset]));
/** Variables of PostgreSQL’s clients, of OpenTelemetry, of compose.yaml and its Caddyfile, and of the drill of two versions. */
const others = /^(PGPASSWORD|OTEL_\w+|DOTCODE_(BIND|NAME|DB_PASSWORD|SECRET)|OLD_VERSION)$/;

it.each(documents)('%s names only variables that there are, with the defaults that they have', (document) => {
  const text = readFileSync(document, 'utf8');
  const named = [...text.matchAll(/(?<![\w.])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|`)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !defaults.has(name) && !others.test(name))).toEqual([]);
  const shown = [...text.matchAll(/`([A-Z_]+)` \((\d+)( s)?\)/g)].map(([, name = '', value = '', seconds]) => {
    return [name, seconds === undefined ? value : `${value}000`];
  });
  expect(shown).toEqual(shown.map(([name = '']) => [name, defaults.get(name)]));
});

it('operations.md names only metrics that there are', async () => {
  const known = await metricNames();
  const text = readFileSync(join('docs', 'operations.md'), 'utf8');
  const named = [...text.matchAll(/`((?:gateway|upstream|nodejs|process)_[a-z0-9_]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name) && !isErrorCode(name))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { variableRows } from '#platform/config/variables.ts';
import { skipFor } from '#tests/support/lacks.ts';

const units = globSync('deploy/systemd/*.{service,timer}');

it.each(units)('%s starts a program that is there, with variables that it reads', (file) => {
  const text = readFileSync(file, 'utf8');
  for (const [, program = ''] of text.matchAll(/\/usr\/bin\/node (\S+)/g))
    expect(existsSync(program), program).toBe(true);
  const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0]),
  );
  const known = [...variableRows.map(([, { name }]) => name), 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'];
  expect(set.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

it('systemd takes the units', (context) => {
  if (spawnSync('systemd-analyze', ['--version']).error) return skipFor(context, 'systemd-analyze (Debian: systemd)');
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'units'));
  const files = units.map((unit) => {
    const file = join(folder, 'units', basename(unit));
    // Node may be elsewhere on this machine.
    writeFileSync(file, readFileSync(unit, 'utf8').replaceAll('/usr/bin/node', process.execPath));
    return file;
  });
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  const ours = verified.stderr.split('\n').filter((line) => line.includes('dotcode'));
  expect(ours).toEqual([]);
});

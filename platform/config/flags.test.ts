import { expect, it } from 'vitest';
import { readFlags } from './flags.ts';

it('reads --help, -h and --version', () => {
  expect([readFlags([]), readFlags(['--help']), readFlags(['-h']), readFlags(['--version'])]).toEqual([
    {},
    { help: true },
    { help: true },
    { version: true },
  ]);
});

it.each(['--prot', '--PORT', 'start', '--prot=hunter2'])('refuses %s in one sentence, without a value', (argument) => {
  expect(() => readFlags([argument])).toThrow(/^(?!.*hunter2)Unexpected|^(?!.*hunter2)Unknown option/);
});

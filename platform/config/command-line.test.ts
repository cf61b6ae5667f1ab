import { describe, expect, it } from 'vitest';
import { type Flag, flagsHelp, readFlags } from './command-line.ts';

const own: readonly Flag[] = [{ name: 'selftest', value: 'URL', meaning: 'checks a deployment' }];

describe('readFlags', () => {
  it('reads nothing from an empty command line', () => expect(readFlags([], own).size).toBe(0));

  it.each([
    [['--help'], { help: true }],
    [['-h'], { help: true }],
    [['--version'], { version: true }],
    [['--selftest', 'https://a.example'], { selftest: 'https://a.example' }],
    [['--selftest=https://a.example'], { selftest: 'https://a.example' }],
  ])('reads %o', (args, expected) => expect(Object.fromEntries(readFlags(args, own))).toEqual(expected));

  it.each(['--prot', '-p', '--PORT', 'start', '--prot=80', '--no-help'])('refuses %s', (arg) => {
    const name = arg.replace('=80', '');
    expect(() => readFlags([arg], own)).toThrow(`There is no ${name} here`);
  });

  it('refuses a flag without the value that it needs, or with one that it cannot take', () => {
    expect(() => readFlags(['--selftest'], own)).toThrow('--selftest needs a value: URL.');
    expect(() => readFlags(['--help=yes'], own)).toThrow('--help takes no value.');
  });

  it('quotes no value of an unknown flag', () => {
    expect(() => readFlags(['--secret=hunter2'])).toThrow(/^(?!.*hunter2)/);
  });
});

describe('flagsHelp', () => {
  it('lists every flag', () => {
    for (const flag of ['--selftest URL', '--help', '--version']) expect(flagsHelp(own)).toContain(`  ${flag} `);
  });
});

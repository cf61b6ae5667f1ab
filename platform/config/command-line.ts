import { parseArgs } from 'node:util';

/** A flag beside `--help` and `--version`, which every program has. */
export interface Flag {
  readonly name: string;
  /** The name of the flag’s value, for `--help`; without it the flag takes no value. */
  readonly value?: string;
  readonly meaning: string;
}

const common: readonly Flag[] = [
  { name: 'help', meaning: 'prints this text' },
  { name: 'version', meaning: 'prints the version' },
];

/** Reads the flags of a command line; throws one sentence for a flag that the program does not have. */
export function readFlags(args: readonly string[], own: readonly Flag[] = []): ReadonlyMap<string, string | true> {
  const flags = [...common, ...own];
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens } = parseArgs({
    args: args.map((arg) => (arg === '-h' ? '--help' : arg)),
    options,
    strict: false,
    tokens: true,
  });
  const read = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    const flag = token.kind === 'option' ? flags.find(({ name }) => token.rawName === `--${name}`) : undefined;
    if (flag === undefined || token.kind === 'positional') throw unknownArgument(args[token.index] ?? '');
    if (flag.value !== undefined && !token.value) throw new Error(`--${flag.name} needs a value: ${flag.value}.`);
    if (flag.value === undefined && token.value !== undefined) throw new Error(`--${flag.name} takes no value.`);
    read.set(flag.name, token.value ?? true);
  }
  return read;
}

/** The part of `--help` that lists the flags, a line each. */
export function flagsHelp(own: readonly Flag[] = []): string {
  const flags = [...own, ...common].map(({ name, value = '', meaning }) => ({ text: `--${name} ${value}`, meaning }));
  const width = Math.max(...flags.map(({ text }) => text.length));
  return flags.map(({ text, meaning }) => `  ${text.padEnd(width)}  ${meaning}\n`).join('');
}

/** The flag alone, because a value after `=` may be a password. */
function unknownArgument(argument: string): Error {
  const name = argument.split('=', 1)[0];
  return new Error(
    `There is no ${name} here: settings are environment variables, such as PORT=8080. --help lists all of them.`,
  );
}

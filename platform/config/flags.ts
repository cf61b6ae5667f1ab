import { parseArgs } from 'node:util';

/** Reads the command line of a program; throws one sentence for what the program does not have. */
export function readFlags(args: readonly string[]): { readonly help?: boolean; readonly version?: boolean } {
  const options = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message.split('. ')[0]}. Settings are environment variables: --help lists all of them.`);
  }
}

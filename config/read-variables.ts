import { certainMisspellings } from './misspelt-variables.ts';
import { Refusal } from './parsers.ts';
import type { Default, Environment, Program, Variable } from './variable.ts';
import { type ConfigOf, variableRows } from './variables.ts';

export interface Reading<P extends Program> {
  /** Frozen. The keys of refused variables are missing. */
  readonly values: Partial<ConfigOf<P>>;
  /** One sentence for each refused or misspelt variable, without secrets. */
  readonly problems: string[];
}

/** Reads the variables of one program from the environment, without stopping at the first problem. */
export function readVariables<P extends Program>(program: P, env: Environment): Reading<P> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  const mode = env.NODE_ENV?.trim() === 'production' ? 'production' : 'otherwise';
  for (const [key, row] of variableRows) {
    if (row.readBy !== program && row.readBy !== 'both') continue;
    const text = env[row.name]?.trim() || textOf(row.default, mode);
    if (text === undefined) continue;
    try {
      values[key] = row.parse(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(problemOf(row, text, error));
    }
  }
  problems.push(...certainMisspellings(env));
  // Each value was parsed by its own row, and ConfigOf is made from the types of the rows.
  return { values: Object.freeze(values) as Partial<ConfigOf<P>>, problems };
}

function textOf(unset: Default, mode: 'production' | 'otherwise'): string | undefined {
  return typeof unset === 'object' ? unset[mode] : unset;
}

function problemOf({ name, isSecret }: Variable, text: string, { message }: Refusal): string {
  return `${name} ${message}${isSecret ? '' : ` (it is ${JSON.stringify(text)})`}`;
}

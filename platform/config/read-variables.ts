import { ConfigProblems } from './config-problems.ts';
import type { ByMode, Environment, Program, Variable } from './variable.ts';
import { type ConfigOf, type ValueOf, variableRows, variables } from './variables.ts';

export interface Reading<P extends Program> {
  /** Frozen. The keys of refused variables are missing. */
  readonly values: Partial<ConfigOf<P>>;
  /** One sentence for each refused variable, without secrets. */
  readonly problems: string[];
}

/** Reads the variables of one program from the environment, without stopping at the first problem. */
export function readVariables<P extends Program>(program: P, env: Environment): Reading<P> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, row] of variableRows) {
    if (row.readBy !== program && row.readBy !== 'both') continue;
    const text = textOf(row, env);
    if (text === undefined) continue;
    try {
      values[key] = row.parse(text);
    } catch (error) {
      problems.push(problemOf(row, text, error));
    }
  }
  // Each value was parsed by its own row, and ConfigOf is made from the types of the rows.
  return { values: Object.freeze(values) as Partial<ConfigOf<P>>, problems };
}

/** Reads DATABASE_URL alone, for commands that need no other variable; throws ConfigProblems when it is refused. */
export function readDatabaseUrl(env: Environment): ValueOf<'databaseUrl'> {
  const row = variables.databaseUrl;
  const text = textOf(row, env) ?? row.default;
  try {
    return row.parse(text);
  } catch (error) {
    throw new ConfigProblems([problemOf(row, text, error)]);
  }
}

/** The text of the variable, or the default; an empty value counts as unset. */
function textOf({ name, default: unset }: Variable, env: Environment): string | undefined {
  return env[name]?.trim() || (typeof unset === 'object' ? defaultIn(unset, env) : unset);
}

function defaultIn({ production, withUpstreamUrl, otherwise }: ByMode, env: Environment): string {
  if (env.NODE_ENV?.trim() === 'production') return production;
  return env.UPSTREAM_URL?.trim() ? (withUpstreamUrl ?? otherwise) : otherwise;
}

function problemOf({ name, isSecret }: Variable, text: string, error: unknown): string {
  return `${name} ${(error as Error).message}${isSecret ? '' : ` (it is ${JSON.stringify(text)})`}`;
}

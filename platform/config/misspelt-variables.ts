import type { Environment, Variable } from './variable.ts';
import { retiredVariables, variableRows } from './variables.ts';

export interface Misspelling {
  readonly found: string;
  readonly meant: string;
  /** Only our variable can be meant, so that a start without it would be wrong. */
  readonly isCertain: boolean;
}

const rows = variableRows.map(([, row]) => row);
const ownNames = new Set(rows.map(({ name }) => name));

/** Variables that are set and that nobody reads, but whose names are close to one of ours. */
export function misspeltVariables(env: Environment): Misspelling[] {
  return Object.keys(env).flatMap((found) => {
    if (ownNames.has(found) || found in retiredVariables || !env[found]?.trim()) return [];
    const row = rows.find(({ name }) => isClose(found.toUpperCase(), name));
    return row === undefined ? [] : [{ found, meant: row.name, isCertain: isCertain(found, row, env) }];
  });
}

/** One sentence for each variable with which the program must not start. */
export function certainMisspellings(env: Environment): string[] {
  return misspeltVariables(env)
    .filter(({ isCertain }) => isCertain)
    .map(describeMisspelling);
}

/** One sentence for each variable that is set and has no effect: a name close to one of ours, or a retired one. */
export function variableWarnings(env: Environment): string[] {
  const retired = Object.entries(retiredVariables).filter(([name]) => env[name]?.trim());
  return [
    ...misspeltVariables(env).map(describeMisspelling),
    ...retired.map(([name, reason]) => `${name} has no effect any more, remove it: ${reason}`),
  ];
}

/** The sentence for the operator. Only names are quoted, because the value may be a password. */
export function describeMisspelling({ found, meant }: Misspelling): string {
  return `${found} is not a variable of DotCode: write ${meant}, or remove it`;
}

/** Names of four letters are common elsewhere (POST, HOME), so there only two letters that changed places count. */
function isClose(found: string, name: string): boolean {
  if (name.length < 6) return distance(found, name) === 1 && lettersOf(found) === lettersOf(name);
  return distance(found, name) <= (name.length < 11 ? 1 : 2);
}

/**
 * One slip in a long name, with a value that the meant variable would take, while that one is not set. Beyond two
 * letters that changed places, the last word must be right: DATABASE_URI and LOGLEVEL are what other programs read.
 */
function isCertain(found: string, { name, schema }: Variable, env: Environment): boolean {
  const text = env[found]?.trim() ?? '';
  const isOneSlip = distance(found, name) === 1 && lettersOf(lastWord(found)) === lettersOf(lastWord(name));
  return name.length >= 8 && isOneSlip && !env[name]?.trim() && schema.safeParse(text).success;
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('_') + 1);
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}

/** How many letters must be put in, left out, replaced or exchanged with their neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  // More than two letters too many or too few are never close.
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const steps = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1)];
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        steps.push(at(beforeLast, column - 2) + 1);
      current.push(Math.min(...steps));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

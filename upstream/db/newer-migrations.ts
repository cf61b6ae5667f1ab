import type { Migration } from './migration.ts';

const contract = /^\d+-contract-of-(?<completed>.+)$/;

export interface NewerMigrations {
  /** Those beside which the program works. */
  tolerated: string[];
  /** Those that have removed something that the program may need. */
  refused: string[];
}

/**
 * Sorts the migrations of a database that a program does not know, because it is older than the one that migrated. A
 * migration that expands only adds, so that the program works beside it. One that contracts removes what the program
 * with the expanding migration has stopped using: only a program that knows that migration works beside it.
 */
export function newerThan(known: readonly Migration[], applied: Iterable<string>): NewerMigrations {
  const names = new Set(known.map(({ name }) => name));
  const newer: NewerMigrations = { tolerated: [], refused: [] };
  for (const name of applied) {
    if (names.has(name)) continue;
    const completed = contract.exec(name)?.groups?.completed;
    newer[completed === undefined || names.has(completed) ? 'tolerated' : 'refused'].push(name);
  }
  return newer;
}

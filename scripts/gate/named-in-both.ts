import { existsSync, readFileSync } from 'node:fs';
import { namingDocuments, notRun } from './named-tests.ts';
import type { RunTest } from './test-report.ts';

/**
 * The tests that documents name and no command ran. That they stand in the code is tested by named-tests.test.ts; here,
 * that no runner passes over them. `npm test` alone answers for the files that it ran, because the tests of a file belong to
 * one command; the sweep after it, as in CI, for all.
 */
export function readNamedTests(command: 'test' | 'sweep', ran: readonly RunTest[]): string[] {
  const named = namingDocuments().flatMap(({ tests }) => tests);
  const before = 'test-results/test/ran.json';
  if (command === 'sweep' && existsSync(before)) {
    const earlier = JSON.parse(readFileSync(before, 'utf8')) as RunTest[];
    return notRun(named, [...earlier, ...ran]);
  }
  const files = new Set(ran.map(({ file }) => file));
  return notRun(
    named.filter(({ file }) => files.has(file)),
    ran,
  );
}

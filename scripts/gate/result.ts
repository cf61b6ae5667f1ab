import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a suite's reporter tells scripts/test.ts: the sentences stand in the closing lines of `npm test`. */
export interface SuiteResult {
  passed: number;
  failed: string[];
  /** Red at the first try, green at the second. */
  flaky: string[];
  skipped: string[];
}

/** The file that a reporter writes its suite's result to. */
export const resultFile = 'RESULT_FILE';

export function writeResult(result: SuiteResult): void {
  const file = process.env[resultFile];
  if (file !== undefined) writeFileSync(file, JSON.stringify(result));
}

/** A test with its place, the first lines of its error, and the command that runs it alone. */
export function sentence(title: string, place: string, alone: string, error?: string): string {
  const lines = stripVTControlCharacters(error ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 4);
  return [`${title}\n  in ${place}`, ...lines.map((line) => `    ${line.slice(0, 200)}`), `  alone: ${alone}`].join(
    '\n',
  );
}

import { stripVTControlCharacters } from 'node:util';
import type { BrowserSuite } from './late-passes.ts';

/** Vitest's JSON report, as far as it is read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

const linesOfReason = 12;

/** What failed in Vitest's tests, a paragraph each: the place, the title and the beginning of the reason. */
export function failedInVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => paragraph(`${name} › ${fullName}`, failureMessages ?? []));
    // A file that could not be loaded has no test to name.
    return status === 'failed' && tests.length === 0 ? [paragraph(name, [message])] : tests;
  });
}

/** What failed in the browser at every try, a paragraph each. */
export function failedInBrowser({ suites = [], specs = [] }: BrowserSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        paragraph(
          `[${projectName}] ${file}:${line} ${title}`,
          results.flatMap(({ error }) => error?.message ?? []),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedInBrowser)];
}

/**
 * What the browser tests had begun when their time was up. Playwright calls it skipped, as what it never began; what is
 * skipped on purpose has an annotation that says so.
 */
export function unfinishedInBrowser({ suites = [], specs = [] }: BrowserSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(
        ({ status, annotations, results }) => status === 'skipped' && results.length > 0 && annotations?.length === 0,
      )
      .map(({ projectName }) => `[${projectName}] ${file}:${line} ${title}`),
  );
  return [...own, ...suites.flatMap(unfinishedInBrowser)];
}

export function tookTooLong(name: string, minutes: number, unfinished: string[] = []): string {
  const sentence = `failed: ${name} took longer than ${minutes} minutes and had to be ended.`;
  return unfinished.length === 0 ? sentence : [`${sentence} What had begun:`, ...unfinished].join('\n    ');
}

function paragraph(title: string, reasons: string[]): string {
  const [first = ''] = reasons;
  const reason = stripVTControlCharacters(first).split('\n').slice(0, linesOfReason);
  return [`failed: ${title}`, ...reason].join('\n    ').trimEnd();
}

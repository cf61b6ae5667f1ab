import { expect, it } from 'vitest';
import { failedInBrowser, failedInVitest, tookTooLong, unfinishedInBrowser } from './failed-tests.ts';

const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };

it("Vitest's failures are named with their file and the beginning of the reason; what passed is not", () => {
  const reason = ['expected 1 to be 2', ...Array.from({ length: 30 }, (_, line) => `at line ${line}`)].join('\n');
  const [failure, ...others] = failedInVitest({
    ...counts,
    testResults: [
      {
        name: 'add.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'carries', failureMessages: [reason] },
        ],
      },
    ],
  });
  expect(others).toEqual([]);
  expect(failure).toMatch(/^failed: add\.test\.ts › carries\n {4}expected 1 to be 2\n {4}at line 0\n/);
  expect(failure).not.toContain('at line 11');
});

it('a file that could not be loaded is named with its reason', () => {
  const testResults = [
    { name: 'broken.test.ts', status: 'failed', message: '\u001b[31mCannot find x\u001b[39m', assertionResults: [] },
  ];
  expect(failedInVitest({ ...counts, testResults })).toEqual(['failed: broken.test.ts\n    Cannot find x']);
});

it("a browser test that failed at every try is named with its first try's reason", () => {
  const test = (status: string) => ({
    projectName: 'phone',
    status,
    results: [{ error: { message: 'not visible' } }, { error: { message: 'closed' } }],
  });
  const specs = [
    { title: 'goes back', file: 'back.e2e.ts', line: 7, tests: [test('unexpected'), test('flaky'), test('expected')] },
  ];
  expect(failedInBrowser({ suites: [{ specs }] })).toEqual([
    'failed: [phone] back.e2e.ts:7 goes back\n    not visible',
  ]);
});

it('browser tests that had begun when the time was up are told from those never begun, and skipped on purpose', () => {
  const test = (annotations: unknown[], ...results: object[]) => ({
    projectName: 'desktop',
    status: 'skipped',
    annotations,
    results,
  });
  const spec = { title: 'waits', file: 'chat.e2e.ts', line: 3 };
  const specs = [
    { ...spec, tests: [test([], {})] },
    { ...spec, line: 9, tests: [test([])] },
    { ...spec, line: 12, tests: [test([{ type: 'skip' }], {})] },
  ];
  expect(unfinishedInBrowser({ suites: [{ specs }] })).toEqual(['[desktop] chat.e2e.ts:3 waits']);
});

it('what took too long is named, with what it was at if that is known', () => {
  expect(tookTooLong('types', 30)).toBe('failed: types took longer than 30 minutes and had to be ended.');
  expect(tookTooLong('unit tests', 30, ['a.test.ts', 'b.test.ts'])).toBe(
    'failed: unit tests took longer than 30 minutes and had to be ended. What had begun:\n    a.test.ts\n    b.test.ts',
  );
});

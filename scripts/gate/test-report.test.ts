import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBrowserReport, readVitestReport } from './test-report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dotcode-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reportOf(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it("reads Vitest's tests by status, and a file that could not be loaded as one failure", () => {
  const test = (status: string, title: string) => ({
    status,
    title,
    fullName: `sums ${title}`,
    ancestorTitles: ['sums'],
  });
  const failed = { ...test('failed', "carries Ann's (1)"), location: { line: 9 } };
  const lacking = { ...test('skipped', 'divides'), meta: { lacks: 'a divider is not installed' } };
  const file = reportOf({
    testResults: [
      { name: 'sum.test.ts', status: 'failed', assertionResults: [test('passed', 'adds'), failed] },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      { name: 'other.test.ts', status: 'passed', assertionResults: [lacking] },
    ],
  });
  const run = "npx vitest run --project '!sweep*'";
  expect(readVitestReport(file, '!sweep*')).toEqual({
    passed: 1,
    failed: [
      {
        title: "sums › carries Ann's (1)",
        file: 'sum.test.ts:9',
        alone: `${run} sum.test.ts -t 'sums carries Ann'\\''s \\(1\\)'`,
      },
      { title: 'the file could not be loaded', file: 'broken.test.ts', alone: `${run} broken.test.ts` },
    ],
    skipped: [
      {
        title: 'sums › divides',
        file: 'other.test.ts',
        alone: `${run} other.test.ts -t 'sums divides'`,
        reason: 'a divider is not installed',
      },
    ],
    excused: 0,
    all: [
      { file: 'sum.test.ts', path: ['sums', 'adds'] },
      { file: 'sum.test.ts', path: ['sums', "carries Ann's (1)"] },
      { file: 'other.test.ts', path: ['sums', 'divides'] },
    ],
  });
});

const spec = (title: string, status: string, description?: string) => ({
  title,
  file: 'chat.e2e.ts',
  line: 7,
  tests: [{ projectName: 'journeys', status, ...(description && { annotations: [{ type: 'skip', description }] }) }],
});

it("reads Playwright's tests of every nested group; one that needed a second try has failed", () => {
  const inner = { title: 'a chat', specs: [spec('fails', 'unexpected')] };
  const file = reportOf({
    suites: [{ title: 'chat.e2e.ts', specs: [spec('passes', 'expected'), spec('wavers', 'flaky')], suites: [inner] }],
  });
  const { passed, failed, all } = readBrowserReport(file);
  expect(passed).toBe(1);
  expect(failed).toEqual(
    ['wavers', 'a chat › fails'].map((title) => ({
      title: `chat.e2e.ts › ${title} › [journeys]`,
      file: 'tests/e2e/chat.e2e.ts:7',
      alone: 'npx playwright test tests/e2e/chat.e2e.ts:7 --project journeys',
    })),
  );
  expect(all.map(({ path }) => path.slice(1))).toEqual([['passes'], ['wavers'], ['a chat', 'fails']]);
});

describe('the reason of a failure', () => {
  const secret = 'value-of-the-environment';
  beforeEach(() => vi.stubEnv('DOTCODE_SECRET', secret));
  afterEach(() => vi.unstubAllEnvs());

  it("is the first three lines of Vitest's message, without colours and its stack", () => {
    const messages = [
      '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n\n- 2\n+ 1\n+ 0\n    at sum.test.ts:9:1',
    ];
    const test = { status: 'failed', title: 'adds', fullName: 'adds', ancestorTitles: [], failureMessages: messages };
    const broken = {
      name: 'b.test.ts',
      status: 'failed',
      message: "Error: no 'c.ts'\n    at load",
      assertionResults: [],
    };
    const file = reportOf({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [test] }, broken] });
    expect(readVitestReport(file, '*').failed.map(({ reason }) => reason)).toEqual([
      'AssertionError: expected 1 to be 2\n- 2\n+ 1',
      "Error: no 'c.ts'",
    ]);
  });

  it("is the first three lines of Playwright's message, and of the try that failed", () => {
    const message =
      'Error: \u001B[2mexpect(\u001B[22mlocator) failed\n\nLocator: main\nExpected: visible\nReceived: hidden';
    const failing = spec('fails', 'unexpected');
    const tests = failing.tests.map((test) => ({ ...test, results: [{ errors: [] }, { errors: [{ message }] }] }));
    const file = reportOf({ suites: [{ title: 'chat.e2e.ts', specs: [{ ...failing, tests }] }] });
    expect(readBrowserReport(file).failed[0]?.reason).toBe(
      'Error: expect(locator) failed\nLocator: main\nExpected: visible',
    );
  });

  it.each([
    ['expected "token=abc.def; Path=/" to be ""', 'expected "token=***; Path=/" to be ""'],
    ['{"password":"hunter2!","name":"Ann"}', '{"password":"***","name":"Ann"}'],
    ['authorization: Bearer abc', 'authorization: Bearer ***'],
    ['no postgres://ann:hunter2@127.0.0.1:5432/db', 'no postgres://***@127.0.0.1:5432/db'],
    [`got ${secret}`, 'got ***'],
  ])('names no secret: %s', (message, shown) => {
    const test = { status: 'failed', title: 'x', fullName: 'x', ancestorTitles: [], failureMessages: [message] };
    const file = reportOf({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [test] }] });
    expect(readVitestReport(file, '*').failed[0]?.reason).toBe(shown);
  });

  it('cuts a line that is longer than a screen', () => {
    const message = 'x'.repeat(500);
    const test = { status: 'failed', title: 'x', fullName: 'x', ancestorTitles: [], failureMessages: [message] };
    const file = reportOf({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [test] }] });
    expect(readVitestReport(file, '*').failed[0]?.reason).toHaveLength(201);
  });
});

it('names why a test was skipped, and excuses those that only the pinned Chromium can run', () => {
  const reasons = ['another Chromium: the pictures are of 1.2, this is 1.3', 'not today'];
  const specs = reasons.map((reason) => spec('looks as in its picture', 'skipped', reason));
  const { skipped, excused } = readBrowserReport(reportOf({ suites: [{ title: 'styleguide.e2e.ts', specs }] }));
  expect(skipped.map(({ reason }) => reason)).toEqual(reasons);
  expect(excused).toBe(1);
});

it('reads nothing where the run ended before it could report', () => {
  expect(readVitestReport(join(folder, 'missing.json'), '*')).toEqual({
    passed: 0,
    failed: [],
    skipped: [],
    excused: 0,
    all: [],
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

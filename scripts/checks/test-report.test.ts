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
  const test = (status: string, title: string) => ({ status, title, fullName: title, ancestorTitles: ['sums'] });
  const assertionResults = [test('passed', 'adds'), test('failed', 'carries'), test('pending', 'rounds')];
  const file = reportOf({
    testResults: [
      { name: 'sum.test.ts', status: 'failed', assertionResults },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      { name: 'empty.test.ts', status: 'passed', assertionResults: [test('todo', 'subtracts')] },
    ],
  });
  expect(readVitestReport(file)).toEqual({
    passed: 1,
    failed: ['sum.test.ts › carries', 'broken.test.ts'],
    skipped: ['sum.test.ts › rounds', 'empty.test.ts › subtracts'],
    excused: 0,
    all: [
      { file: 'sum.test.ts', path: ['sums', 'adds'] },
      { file: 'sum.test.ts', path: ['sums', 'carries'] },
      { file: 'sum.test.ts', path: ['sums', 'rounds'] },
      { file: 'empty.test.ts', path: ['sums', 'subtracts'] },
    ],
  });
});

it("reads Playwright's tests of every nested group and project; a second try that passes is a pass", () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'chat.e2e.ts',
    line: 7,
    tests: statuses.map((status) => ({ projectName: 'phone', status })),
  });
  const inner = { title: 'a chat', specs: [spec('fails', 'unexpected', 'expected')] };
  const file = reportOf({
    suites: [
      { title: 'chat.e2e.ts', specs: [spec('passes late', 'flaky')], suites: [inner] },
      { specs: [spec('waits', 'skipped')] },
    ],
  });
  expect(readBrowserReport(file)).toEqual({
    passed: 2,
    failed: ['[phone] chat.e2e.ts:7 fails'],
    skipped: ['[phone] chat.e2e.ts:7 waits'],
    excused: 0,
    all: [
      { file: 'tests/e2e/chat.e2e.ts', path: ['chat.e2e.ts', 'passes late'] },
      { file: 'tests/e2e/chat.e2e.ts', path: ['chat.e2e.ts', 'a chat', 'fails'] },
      { file: 'tests/e2e/chat.e2e.ts', path: ['waits'] },
    ],
  });
});

it('names why a test was skipped, and excuses those that only the pinned Chromium can run', () => {
  const spec = (title: string, description: string) => ({
    title,
    file: 'styleguide.e2e.ts',
    line: 3,
    tests: [{ projectName: 'desktop', status: 'skipped', annotations: [{ type: 'skip', description }] }],
  });
  const pictures = spec('looks as in its picture', 'another Chromium: the pictures are of 1.2, this is 1.3');
  const file = reportOf({ suites: [{ title: 'styleguide.e2e.ts', specs: [pictures, spec('waits', 'not today')] }] });
  const { skipped, excused } = readBrowserReport(file);
  expect(skipped).toEqual([
    '[desktop] styleguide.e2e.ts:3 looks as in its picture (another Chromium: the pictures are of 1.2, this is 1.3)',
    '[desktop] styleguide.e2e.ts:3 waits (not today)',
  ]);
  expect(excused).toBe(1);
});

it('reads nothing where the run ended before it could report', () => {
  expect(readVitestReport(join(folder, 'missing.json'))).toEqual({
    passed: 0,
    failed: [],
    skipped: [],
    excused: 0,
    all: [],
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { otherChromium } from '#tests/support/other-chromium.ts';

export interface TestReport {
  passed: number;
  /** File and title of each. */
  failed: string[];
  skipped: string[];
  /** How many of the skipped ones may be skipped in CI too. */
  excused: number;
  /** Every test of the run, the skipped ones too. */
  all: RunTest[];
}

export interface RunTest {
  /** The path from the root. */
  file: string;
  /** The titles of its groups, from the outside, and its own. */
  path: string[];
}

/** Vitest's JSON report; all zero when the run ended before it could write one. */
export function readVitestReport(file: string): TestReport {
  const report = read<{ testResults: VitestFile[] }>(file) ?? { testResults: [] };
  const tests = report.testResults.flatMap(({ name, status, assertionResults }) =>
    // A file that could not be loaded has failed and has no tests.
    status === 'failed' && assertionResults.length === 0
      ? [{ status, title: name }]
      : assertionResults.map((test) => ({ status: test.status, title: `${name} › ${test.fullName}` })),
  );
  const all = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title }) => ({
      file: relative('.', name),
      path: [...ancestorTitles, title],
    })),
  );
  return { ...sort(tests, { passed: ['passed'], failed: ['failed'] }), excused: 0, all };
}

/** Playwright's JSON report; a test that passed at a second try counts as passed. */
export function readBrowserReport(file: string): TestReport {
  const report = read<BrowserSuite>(file) ?? {};
  const tests = specsIn(report).flatMap(({ title, file: source, line, tests: inProjects }) =>
    inProjects.map(({ projectName, status, annotations = [] }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      const name = `[${projectName}] ${source}:${line} ${title}`;
      return { status, title: reason === undefined ? name : `${name} (${reason})`, reason };
    }),
  );
  const excused = tests.filter(
    ({ status, reason }) => status === 'skipped' && reason?.startsWith(otherChromium),
  ).length;
  // Playwright names files from its testDir on.
  const all = pathsIn(report).map(({ file: source, path }) => ({ file: join('tests/e2e', source), path }));
  return { ...sort(tests, { passed: ['expected', 'flaky'], failed: ['unexpected'] }), excused, all };
}

interface VitestFile {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string; ancestorTitles: string[]; title: string }[];
}

interface BrowserSuite {
  /** Of a file, its name; of a group in it, the group's. */
  title?: string;
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; line: number; tests: BrowserTest[] }[];
}

interface BrowserTest {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
}

function specsIn({ suites = [], specs = [] }: BrowserSuite): NonNullable<BrowserSuite['specs']> {
  return [...specs, ...suites.flatMap(specsIn)];
}

function pathsIn({ title, suites = [], specs = [] }: BrowserSuite): RunTest[] {
  const own = specs.map((spec) => ({ file: spec.file, path: [spec.title] }));
  const path = title === undefined ? [] : [title];
  return [...own, ...suites.flatMap(pathsIn)].map((test) => ({ ...test, path: [...path, ...test.path] }));
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

function sort(
  tests: { status: string; title: string }[],
  names: { passed: string[]; failed: string[] },
): Pick<TestReport, 'passed' | 'failed' | 'skipped'> {
  const titlesOf = (belongs: (status: string) => boolean) =>
    tests.filter(({ status }) => belongs(status)).map(({ title }) => title);
  return {
    passed: titlesOf((status) => names.passed.includes(status)).length,
    failed: titlesOf((status) => names.failed.includes(status)),
    skipped: titlesOf((status) => ![...names.passed, ...names.failed].includes(status)),
  };
}

import { existsSync, readFileSync } from 'node:fs';

export interface TestReport {
  passed: number;
  /** File and title of each. */
  failed: string[];
  skipped: string[];
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
  return sort(tests, { passed: ['passed'], failed: ['failed'] });
}

/** Playwright's JSON report; a test that passed at a second try counts as passed. */
export function readBrowserReport(file: string): TestReport {
  const report = read<BrowserSuite>(file) ?? {};
  const tests = specsIn(report).flatMap(({ title, file: source, line, tests: inProjects }) =>
    inProjects.map(({ projectName, status }) => ({ status, title: `[${projectName}] ${source}:${line} ${title}` })),
  );
  return sort(tests, { passed: ['expected', 'flaky'], failed: ['unexpected'] });
}

interface VitestFile {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[];
}

function specsIn({ suites = [], specs = [] }: BrowserSuite): NonNullable<BrowserSuite['specs']> {
  return [...specs, ...suites.flatMap(specsIn)];
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

function sort(tests: { status: string; title: string }[], names: { passed: string[]; failed: string[] }): TestReport {
  const titlesOf = (belongs: (status: string) => boolean) =>
    tests.filter(({ status }) => belongs(status)).map(({ title }) => title);
  return {
    passed: titlesOf((status) => names.passed.includes(status)).length,
    failed: titlesOf((status) => names.failed.includes(status)),
    skipped: titlesOf((status) => ![...names.passed, ...names.failed].includes(status)),
  };
}

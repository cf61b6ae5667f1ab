import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { otherChromium } from '#tests/support/other-chromium.ts';

export interface TestReport {
  passed: number;
  failed: Outcome[];
  skipped: Outcome[];
  /** How many of the skipped ones may be skipped in CI too. */
  excused: number;
  /** Every test of the run, the skipped ones too. */
  all: RunTest[];
}

/** A test that did not pass, with what a person needs next. */
export interface Outcome {
  /** Its groups and its own title, which is the behaviour. */
  title: string;
  /** From the root, with the line where the report has it. */
  file: string;
  /** The command that runs this test and no other. */
  alone: string;
  /** Why it was skipped: what to install. */
  reason?: string;
}

export interface RunTest {
  /** The path from the root. */
  file: string;
  /** The titles of its groups, from the outside, and its own. */
  path: string[];
}

/** Vitest's JSON report; all zero when the run ended before it could write one. `projects` are those of the run. */
export function readVitestReport(file: string, projects: string): TestReport {
  const { testResults } = read<{ testResults: VitestFile[] }>(file) ?? { testResults: [] };
  const runs = (source: string) => `npx vitest run --project '${projects}' ${source}`;
  const tests = testResults.flatMap(({ name, status, assertionResults }) => {
    const source = relative('.', name);
    // A file that could not be loaded has failed and has no tests.
    if (status === 'failed' && assertionResults.length === 0)
      return [{ status, title: 'the file could not be loaded', file: source, alone: runs(source) }];
    return assertionResults.map(({ status: own, ancestorTitles, title, fullName, location, meta }) => ({
      status: own,
      title: [...ancestorTitles, title].join(' › '),
      file: location ? `${source}:${location.line}` : source,
      alone: `${runs(source)} -t ${quoted(escapeRegExp(fullName))}`,
      ...(meta?.lacks && { reason: meta.lacks }),
    }));
  });
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title }) => ({
      file: relative('.', name),
      path: [...ancestorTitles, title],
    })),
  );
  return { ...sort(tests, { passed: ['passed'], failed: ['failed'] }), excused: 0, all };
}

/** Playwright's JSON report. */
export function readBrowserReport(file: string): TestReport {
  const report = read<BrowserSuite>(file) ?? {};
  const specs = specsIn(report);
  const tests = specs.flatMap(({ file: source, path, line, tests: inProjects }) =>
    inProjects.map(({ projectName, status, annotations = [] }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      const place = `${join('tests/e2e', source)}:${line}`;
      return {
        status,
        title: [...path, `[${projectName}]`].join(' › '),
        file: place,
        alone: `npx playwright test ${place} --project ${projectName}`,
        ...(reason !== undefined && { reason }),
      };
    }),
  );
  const excused = tests.filter(
    ({ status, reason }) => status === 'skipped' && reason?.startsWith(otherChromium),
  ).length;
  // Playwright names files from its testDir on.
  const all = specs.map(({ file: source, path }) => ({ file: join('tests/e2e', source), path }));
  return { ...sort(tests, { passed: ['expected'], failed: ['unexpected', 'flaky'] }), excused, all };
}

interface VitestFile {
  name: string;
  status: string;
  assertionResults: {
    status: string;
    fullName: string;
    ancestorTitles: string[];
    title: string;
    location?: { line: number } | null;
    meta?: { lacks?: string };
  }[];
}

interface BrowserSuite {
  /** Of a file, its name; of a group in it, the group's. */
  title?: string;
  suites?: BrowserSuite[];
  specs?: BrowserSpec[];
}

interface BrowserSpec {
  title: string;
  file: string;
  line: number;
  tests: { projectName: string; status: string; annotations?: { type: string; description?: string }[] }[];
}

function specsIn({ title, suites = [], specs = [] }: BrowserSuite): (BrowserSpec & { path: string[] })[] {
  const own = specs.map((spec) => ({ ...spec, path: [spec.title] }));
  const outer = title === undefined ? [] : [title];
  return [...own, ...suites.flatMap(specsIn)].map((spec) => ({ ...spec, path: [...outer, ...spec.path] }));
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

function sort(
  tests: (Outcome & { status: string })[],
  names: { passed: string[]; failed: string[] },
): Pick<TestReport, 'passed' | 'failed' | 'skipped'> {
  const those = (belongs: (status: string) => boolean) =>
    tests.filter(({ status }) => belongs(status)).map(({ status: _, ...outcome }) => outcome);
  return {
    passed: those((status) => names.passed.includes(status)).length,
    failed: those((status) => names.failed.includes(status)),
    skipped: those((status) => ![...names.passed, ...names.failed].includes(status)),
  };
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
  /** The titles of the test's groups, and its own title, which names the behaviour. */
  title: string;
  /** From the root, with the line where the report has it. */
  file: string;
  /** The command that runs this test and no other. */
  alone: string;
  /** Why it was skipped: what to install. Why it failed: the first lines of its error message. */
  reason?: string;
}

export interface RunTest {
  /** The path from the root. */
  file: string;
  /** The titles of its groups, from the outside, and its own. */
  path: string[];
}

/** The title of the failure of a file that has no tests because it could not be loaded. */
export const unloaded = 'the file could not be loaded';

/** Vitest's JSON report; all zero when the run ended before it could write one. `projects` are those of the run. */
export function readVitestReport(file: string, projects: string): TestReport {
  const { testResults } = read<{ testResults: VitestFile[] }>(file) ?? { testResults: [] };
  const runs = (source: string) => `npx vitest run --project '${projects}' ${source}`;
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const source = relative('.', name);
    // A file that could not be loaded has failed and has no tests.
    if (status === 'failed' && assertionResults.length === 0)
      return [{ status, title: unloaded, file: source, alone: runs(source), ...because(message) }];
    return assertionResults.map(
      ({ status: own, ancestorTitles, title, fullName, location, meta, failureMessages }) => ({
        status: own,
        title: [...ancestorTitles, title].join(' › '),
        file: location ? `${source}:${location.line}` : source,
        alone: `${runs(source)} -t ${quoted(escapeRegExp(fullName))}`,
        ...(meta?.lacks ? { reason: meta.lacks } : because(failureMessages?.[0])),
      }),
    );
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
    inProjects.map(({ projectName, status, annotations = [], results = [] }) => {
      const skipped = annotations.find(({ type }) => type === 'skip')?.description;
      const error = results.find(({ errors = [] }) => errors.length > 0)?.errors?.[0];
      const place = `${join('tests/e2e', source)}:${line}`;
      return {
        status,
        title: [...path, `[${projectName}]`].join(' › '),
        file: place,
        alone: `npx playwright test ${place} --project ${projectName}`,
        ...(skipped === undefined ? because(error?.message) : { reason: skipped }),
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
  /** Why the file could not be loaded. */
  message?: string;
  assertionResults: {
    status: string;
    fullName: string;
    ancestorTitles: string[];
    title: string;
    location?: { line: number } | null;
    meta?: { lacks?: string };
    /** Each with its stack. */
    failureMessages?: string[] | null;
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
  tests: {
    projectName: string;
    status: string;
    annotations?: { type: string; description?: string }[];
    results?: { errors?: { message?: string }[] }[];
  }[];
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

/** The first lines of an error message, without its stack. */
function because(message: string | undefined): { reason?: string } {
  const lines = stripVTControlCharacters(message ?? '')
    .split(/\n\s*at /)[0]
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines === undefined || lines.length === 0) return {};
  const shown = lines.slice(0, 3).map((line) => (line.length > 200 ? `${line.slice(0, 200)}…` : line));
  return { reason: withoutSecrets(shown.join('\n')) };
}

/** The output of CI is public: sessions, credentials in addresses, and secrets of the environment are left out. */
function withoutSecrets(text: string): string {
  const secrets = Object.entries(process.env)
    .filter(([name, value = '']) => /SECRET|PASSWORD|TOKEN|KEY/i.test(name) && value.length >= 6)
    .map(([, value = '']) => value);
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    .replaceAll(/(\w+:\/\/)[^\s/@]+@/g, '$1***@')
    .replaceAll(
      /((?:token|session|password|secret|authorization)["']?\s*[=:]\s*["']?(?:Bearer )?)[^\s"';,]+/gi,
      '$1***',
    );
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readNamedTests } from './named-in-both.ts';
import { limitMs, runProgram } from './run-program.ts';
import { missingServices } from './services.ts';
import { type Outcome, type RunTest, readBrowserReport, readVitestReport, type TestReport } from './test-report.ts';

const inCi = process.env.CI !== undefined && process.env.CI !== 'false';

interface Suite {
  command: string;
  args: string[];
  /** The JSON report. */
  report: string;
  read: (report: string) => TestReport;
}

/** The common part of `npm test` and `npm run sweep`: runs checks and suites, then prints the failures and the totals. */
export interface Gate {
  /** Counts as one test. Its output is shown when it fails, or where `speaks`. */
  check: (name: string, line: string, speaks?: 'speaks') => Promise<void>;
  /** The Vitest projects that a pattern names. */
  units: (name: string, projects: string) => Promise<void>;
  /** The Playwright projects that a pattern names. */
  browser: (name: string, projects: string) => Promise<void>;
  /** Prints the closing lines, and sets the exit status. */
  end: () => void;
}

export async function openGate(command: 'test' | 'sweep'): Promise<Gate> {
  // Tests start hundreds of Node processes; with a shared cache each of them finds its modules compiled.
  process.env.NODE_COMPILE_CACHE ??= new URL('../../node_modules/.cache/compile', import.meta.url).pathname;
  const folder = `test-results/${command}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const totals = { passed: 0, failed: 0, skipped: 0, excused: 0 };
  /** Repeated at the end of the output, because thousands of lines follow the place where they happened. */
  const closing: string[] = [];
  const ran: RunTest[] = [];
  const missing = await missingServices(inCi);
  for (const sentence of missing) console.log(sentence);

  async function suite(name: string, { command: runner, args, report, read }: Suite): Promise<void> {
    const { status, seconds } = await runProgram(runner, args, 'inherit');
    const { passed, failed, skipped, excused, all } = read(report);
    ran.push(...all);
    closing.push(
      ...skipped.map((test) => sentences('skipped', test)),
      ...failed.map((test) => sentences('failed', test)),
    );
    // A runner that dies, hangs or fails outside any test has failed although no test says so.
    const isLost = status !== 0 && failed.length === 0;
    if (isLost)
      closing.push(`failed: ${name}, outside any test: ${runner} ended with status ${status} after ${seconds} s`);
    const failures = isLost ? 1 : failed.length;
    totals.passed += passed;
    totals.failed += failures;
    totals.skipped += skipped.length;
    totals.excused += excused;
    console.log(`${name}: ${passed} passed, ${failures} failed, ${skipped.length} skipped (${seconds} s)\n`);
  }

  return {
    async check(name, line, speaks) {
      const [program = '', ...args] = line.split(' ');
      const { status, output, seconds } = await runProgram(program, args, 'pipe');
      console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (status !== 0 || speaks) console.log(output.trimEnd());
      if (status === 0) totals.passed += 1;
      else {
        totals.failed += 1;
        closing.push(`failed: ${name}\n  alone: npx ${line}`);
      }
    },
    units: (name, projects) => {
      const report = `${folder}/vitest.json`;
      const args = ['run', `--project=${projects}`, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
      return suite(name, { command: 'vitest', args, report, read: (file) => readVitestReport(file, projects) });
    },
    browser: (name, projects) => {
      const report = `${folder}/browser.json`;
      process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
      // Playwright ends a run that takes too long by itself, and reports the tests that it finished.
      const args = [
        'test',
        `--project=${projects}`,
        `--reporter=${inCi ? 'dot' : 'list'},json`,
        `--global-timeout=${limitMs - 60_000}`,
      ];
      return suite(name, { command: 'playwright', args, report, read: readBrowserReport });
    },
    end() {
      writeFileSync(`${folder}/ran.json`, JSON.stringify(ran));
      const lost = readNamedTests(command, ran);
      closing.push(...lost.map((sentence) => `failed: ${sentence}`));
      totals.failed += lost.length;
      const sum = `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`;
      const lines = [...missing, ...closing, sum].join('\n');
      writeFileSync(`${folder}/closing.txt`, `${lines}\n`);
      console.log(lines);
      // CI runs everything, except what needs a certain Chromium.
      process.exitCode = totals.failed > 0 || (inCi && totals.skipped > totals.excused) ? 1 : 0;
    },
  };
}

function sentences(what: 'failed' | 'skipped', { title, file, alone, reason }: Outcome): string {
  const lines = reason?.replaceAll('\n', '\n    ');
  const why = lines === undefined ? '' : `\n  ${what === 'skipped' ? 'it needs' : 'because'}: ${lines}`;
  return `${what}: ${title}\n  in ${file}${why}\n  alone: ${alone}`;
}

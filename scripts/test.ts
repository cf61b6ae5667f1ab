// `npm test`: every check in turn, what ran and what did not, and one closing line with the totals.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  failedInBrowser,
  failedInVitest,
  tookTooLong,
  unfinishedInBrowser,
  type VitestReport,
} from './failed-tests.ts';
import { type BrowserSuite, latePasses } from './late-passes.ts';
import { endGroupsOnSignals, runInGroup } from './process-group.ts';
import { unfinishedFiles } from './unfinished-files.ts';

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
/** What a reader must know who sees only the end of the output. */
const closing: string[] = [];
/** Every program that is started here, and they are hundreds, finds itself compiled but for the first time. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));
const inCi = process.env.CI !== undefined && process.env.CI !== 'false';
/** Of one suite or check: what takes longer than this hangs. */
const limitMinutes = 30;
const limit = limitMinutes * 60_000;
endGroupsOnSignals();

await reportServices();
await Promise.all([
  check('lint', 'biome', ['ci', '--diagnostic-level=error']),
  check('types', 'tsc', ['-b']),
  check('dead code', 'knip', ['--no-progress']),
  check('bundle budgets', 'node', ['scripts/check-budgets.ts']),
]);
await suite(
  'unit, gateway, upstream and system tests',
  'vitest',
  [
    'run',
    ...(inCi ? ['--retry=1'] : []),
    '--reporter=dot',
    '--reporter=json',
    '--reporter=scripts/unfinished-files.ts',
  ],
  {
    report: 'test-results/vitest.json',
    outputFlag: '--outputFile.json=',
    read: readVitest,
    unfinished: unfinishedFiles,
  },
);
// It ends itself in time, with a report of what it did until then; for when it cannot, it gets a minute more.
await suite('browser tests', 'playwright', ['test', `--global-timeout=${limit}`], {
  report: 'test-results/e2e.json',
  read: readPlaywright,
  limit: limit + 60_000,
});

for (const paragraph of closing) console.log(`${paragraph}\n`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 || (inCi && totals.skipped > 0) ? 1 : 0;

/** Says which real services are there: their suites are skipped where they are not, and fail in CI. */
async function reportServices(): Promise<void> {
  for (const [name, port] of [
    ['PostgreSQL', 5432],
    ['Redis', 6379],
  ] as const) {
    if (await answers(port)) continue;
    const consequence = inCi ? 'its suites will fail: CI needs it' : 'its suites are skipped';
    console.log(`No ${name} on 127.0.0.1:${port}: ${consequence}.`);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A check without tests of its own counts as one; its output is shown only when it fails. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const started = performance.now();
  const { status, output, isLate } = await runInGroup(command, args, { show: false, limit });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status === 0) totals.passed += 1;
  else {
    totals.failed += 1;
    closing.push(isLate ? tookTooLong(name, limitMinutes) : `failed: ${name} (${command} ${args.join(' ')})`);
  }
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0 || name === 'bundle budgets') console.log(output.trimEnd());
}

interface Suite {
  report: string;
  outputFlag?: string;
  read: (report: string) => Totals;
  /** What has begun and not ended, of a run that is ended before it can report. */
  unfinished?: () => string[];
  limit?: number;
}

async function suite(name: string, command: string, args: string[], options: Suite): Promise<void> {
  const { report, outputFlag, read, unfinished } = options;
  rmSync(report, { force: true });
  const started = performance.now();
  const { status, isLate } = await runInGroup(command, outputFlag ? [...args, outputFlag + report] : args, {
    show: true,
    limit: options.limit ?? limit,
  });
  const counted = existsSync(report) ? read(readFileSync(report, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  if (isLate) {
    counted.failed += 1;
    closing.push(tookTooLong(name, limitMinutes, unfinished?.()));
  }
  // A runner that dies, or fails outside any test, has failed even when no test says so.
  if (status !== 0 && counted.failed === 0) {
    counted.failed = 1;
    closing.push(`failed: ${name}, outside any test (exit status ${status}): its reason stands above.`);
  }
  totals.passed += counted.passed;
  totals.failed += counted.failed;
  totals.skipped += counted.skipped;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped (${seconds} s)\n`,
  );
}

function readVitest(report: string): Totals {
  const tests = JSON.parse(report) as VitestReport;
  closing.push(...failedInVitest(tests));
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = tests;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function readPlaywright(report: string): Totals {
  const { stats, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: BrowserSuite[];
  };
  closing.push(...suites.flatMap(failedInBrowser), ...suites.flatMap(latePasses));
  const unfinished = suites.flatMap(unfinishedInBrowser);
  if (unfinished.length > 0) closing.push(tookTooLong('browser tests', limitMinutes, unfinished));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + unfinished.length,
    skipped: stats.skipped - unfinished.length,
  };
}

// `npm test`: every check in turn, what ran and what did not, and one closing line with the totals.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { failedInBrowser, failedInVitest, type VitestReport } from './failed-tests.ts';
import { type BrowserSuite, latePasses } from './late-passes.ts';

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
  ['run', ...(inCi ? ['--retry=1'] : []), '--reporter=dot', '--reporter=json'],
  {
    report: 'test-results/vitest.json',
    outputFlag: '--outputFile.json=',
    read: readVitest,
  },
);
await suite('browser tests', 'playwright', ['test'], { report: 'test-results/e2e.json', read: readPlaywright });

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
  const { status, output } = await run(command, args, false);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status === 0) totals.passed += 1;
  else {
    totals.failed += 1;
    closing.push(`failed: ${name} (${command} ${args.join(' ')})`);
  }
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0 || name === 'bundle budgets') console.log(output.trimEnd());
}

interface Suite {
  report: string;
  outputFlag?: string;
  read: (report: string) => Totals;
}

async function suite(
  name: string,
  command: string,
  args: string[],
  { report, outputFlag, read }: Suite,
): Promise<void> {
  rmSync(report, { force: true });
  const started = performance.now();
  const { status } = await run(command, outputFlag ? [...args, outputFlag + report] : args, true);
  const counted = existsSync(report) ? read(readFileSync(report, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
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
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

function run(command: string, args: string[], show: boolean): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'] });
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ status: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

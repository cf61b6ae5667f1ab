// `npm test`: every check and every test, and one closing line with the totals.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { namingDocuments, notRun } from './checks/named-tests.ts';
import { type RunTest, readBrowserReport, readVitestReport, type TestReport } from './checks/test-report.ts';

const inCi = process.env.CI !== undefined && process.env.CI !== 'false';
/** A suite or check that takes longer hangs, and is ended. */
const limitMs = 30 * 60_000;
// Tests start hundreds of Node processes; with a shared cache each of them finds its modules compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));

const running = new Set<ChildProcess>();
process.once('SIGTERM', () => process.exit(143));
process.once('exit', () => running.forEach((child) => void child.kill()));

const totals = { passed: 0, failed: 0, skipped: 0, excused: 0 };
/** Repeated at the end of the output, because thousands of lines follow the place where they happened. */
const closing: string[] = [];
const ran: RunTest[] = [];

await reportServices();
await Promise.all([
  check('format and lint', 'biome', ['ci', '--diagnostic-level=error']),
  check('types', 'tsc', ['-b']),
  check('dead code', 'knip', ['--no-progress']),
  check('bundle budgets', 'node', ['scripts/checks/check-budgets.ts']),
  check('lock file', 'node', ['scripts/checks/check-lockfile.ts']),
]);
await suite('unit, client, gateway, upstream and system tests', 'vitest', {
  args: ['run', ...(inCi ? ['--retry=1'] : []), '--reporter=dot', '--reporter=json'],
  report: 'test-results/vitest.json',
  read: readVitestReport,
});
await suite('browser tests', 'playwright', {
  // Playwright ends a run that takes too long by itself, and reports the tests that it finished.
  args: ['test', `--global-timeout=${limitMs - 60_000}`],
  report: 'test-results/e2e.json',
  read: readBrowserReport,
});

// That they stand in the code is tested by named-tests.test.ts; here, that no runner passes over them.
const lost = notRun(
  namingDocuments().flatMap(({ tests }) => tests),
  ran,
);
closing.push(...lost.map((sentence) => `failed: ${sentence}`));
totals.failed += lost.length;

for (const line of closing) console.log(line);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
// CI runs everything, except what needs a certain Chromium.
process.exitCode = totals.failed > 0 || (inCi && totals.skipped > totals.excused) ? 1 : 0;

/** Names the databases that are missing: their tests are skipped, or fail in CI. */
async function reportServices(): Promise<void> {
  for (const [name, port] of [
    ['PostgreSQL', 5432],
    ['Redis', 6379],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answers) continue;
    const consequence = inCi ? 'its tests will fail: CI needs it' : 'its tests are skipped';
    console.log(`No ${name} on 127.0.0.1:${port}: ${consequence}.`);
  }
}

/** Counts as one test. Its output is shown when it fails, or where a check passes with something to say. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const { status, output, seconds } = await run(command, args, 'pipe');
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0 || ['bundle budgets', 'lock file'].includes(name)) console.log(output.trimEnd());
  if (status === 0) totals.passed += 1;
  else {
    totals.failed += 1;
    closing.push(`failed: ${name} (${command} ${args.join(' ')})`);
  }
}

interface Suite {
  args: string[];
  /** The JSON report, which vitest.config.ts and playwright.config.ts name. */
  report: string;
  read: (report: string) => TestReport;
}

async function suite(name: string, command: string, { args, report, read }: Suite): Promise<void> {
  rmSync(report, { force: true });
  const { status, seconds } = await run(command, args, 'inherit');
  const { passed, failed, skipped, excused, all } = read(report);
  ran.push(...all);
  closing.push(...failed.map((test) => `failed: ${test}`), ...skipped.map((test) => `skipped: ${test}`));
  // A runner that dies, hangs or fails outside any test has failed although no test says so.
  const isLost = status !== 0 && failed.length === 0;
  if (isLost)
    closing.push(`failed: ${name}, outside any test: ${command} ended with status ${status} after ${seconds} s`);
  const failures = isLost ? 1 : failed.length;
  totals.passed += passed;
  totals.failed += failures;
  totals.skipped += skipped.length;
  totals.excused += excused;
  console.log(`${name}: ${passed} passed, ${failures} failed, ${skipped.length} skipped (${seconds} s)\n`);
}

async function run(command: string, args: string[], output: 'inherit' | 'pipe') {
  const startedAt = performance.now();
  // npm puts node_modules/.bin into PATH; Windows starts its .cmd files only through a shell.
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { stdio: ['ignore', output, output], timeout: limitMs, shell });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const status = await once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
    (error: Error) => {
      text += error.message;
      return 1;
    },
  );
  running.delete(child);
  return { status, output: text, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

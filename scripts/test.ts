// `npm test`: the checks of the code, beside the unit to system tests, then the journeys in the browser; `npm run sweep`: the
// same behaviours in other surroundings. The last lines name what failed and what was green only at its second try.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { resultFile, type SuiteResult } from './gate/result.ts';

const isSweep = process.argv[2] === 'sweep';
const inCi = process.env.CI !== undefined && process.env.CI !== 'false';
const folder = 'test-results';
// Tests start hundreds of Node processes; with a shared cache each of them finds its modules compiled.
process.env.NODE_COMPILE_CACHE ??= new URL('../node_modules/.cache/compile', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const total: SuiteResult = { passed: 0, failed: [], flaky: [], skipped: [] };
const missing = [await missingService('PostgreSQL', 5432), await missingService('Redis', 6379)].flat();

/** A program of node_modules/.bin, which npm puts into PATH. One that hangs is ended. */
async function run(line: string, env: NodeJS.ProcessEnv, output: 'inherit' | 'pipe'): Promise<[number, string]> {
  const child = spawn(line, { shell: true, stdio: ['ignore', output, output], timeout: 40 * 60_000, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  return [code ?? 1, text];
}

async function check(line: string): Promise<void> {
  const [code, output] = await run(line, process.env, 'pipe');
  if (code === 0) total.passed += 1;
  else {
    console.log(output);
    total.failed.push(`${line.split(' ')[0]}\n  alone: npx ${line}`);
  }
}

async function suite(name: string, line: string): Promise<void> {
  const file = `${folder}/${name}.json`;
  rmSync(file, { force: true });
  const start = performance.now();
  const [code] = await run(line, { ...process.env, [resultFile]: file }, 'inherit');
  const result = readResult(file);
  // A runner that died or failed outside any test has failed although no test says so.
  if (code !== 0 && result.failed.length === 0)
    result.failed.push(`${name}: ended with status ${code}\n  alone: npx ${line}`);
  console.log(
    `${name}: ${result.passed} passed, ${result.failed.length} failed (${Math.round((performance.now() - start) / 1000)} s)`,
  );
  total.passed += result.passed;
  for (const kind of ['failed', 'flaky', 'skipped'] as const) total[kind].push(...result[kind]);
}

function readResult(file: string): SuiteResult {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SuiteResult;
  } catch {
    return { passed: 0, failed: [`the suite ended before its report ${file}`], flaky: [], skipped: [] };
  }
}

async function missingService(name: string, port: number): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const answers = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answers ? [] : [`No ${name} on 127.0.0.1:${port}: its tests are skipped, and fail where CI is set.`];
}

const vitest = 'vitest run --reporter=dot --reporter=./scripts/gate/vitest-reporter.ts';
const playwright = `playwright test -c tests/e2e --reporter=${inCi ? 'dot' : 'list'},./scripts/gate/playwright-reporter.ts`;
if (isSweep) {
  await suite('sweep', `${vitest} --project='sweep*'`);
  await suite('browser-sweep', `${playwright} --project='sweep-*'`);
} else {
  const checks = ['biome ci --diagnostic-level=error', 'tsc -b', 'knip --no-progress'].map(check);
  await suite('tests', `${vitest} --project='!sweep*'`);
  await Promise.all(checks);
  await suite('journeys', `${playwright} --project=journeys`);
}
for (const sentence of missing) console.log(sentence);
for (const kind of ['skipped', 'flaky', 'failed'] as const)
  for (const one of total[kind]) console.log(`${kind}: ${one}`);
const { failed, flaky, skipped } = total;
console.log(`${total.passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
console.log(`${flaky.length} flaky (green at the second try)`);
process.exitCode = failed.length > 0 || (inCi && !isSweep && skipped.length > 0) ? 1 : 0;

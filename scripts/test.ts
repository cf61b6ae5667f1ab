// `npm test`: the checks of the code, beside the unit to system tests, then the journeys in the browser; `npm run sweep`: the
// same behaviours in other surroundings. The last lines name what failed and what was green only at its second try.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

const isSweep = process.argv[2] === 'sweep';
const inCi = process.env.CI !== undefined && process.env.CI !== 'false';
const folder = 'test-results';
// Tests start hundreds of Node processes; with a shared cache each of them finds its modules compiled.
process.env.NODE_COMPILE_CACHE ??= new URL('../node_modules/.cache/compile', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

let passed = 0;
/** Flaky: red at the first try, green at the second. */
const told = { skipped: [] as string[], flaky: [] as string[], failed: [] as string[] };
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
  if (code === 0) passed += 1;
  else {
    console.log(output);
    told.failed.push(`${line.split(' ')[0]}\n  alone: npx ${line}`);
  }
}

/** Runs a suite, and reads the report that Vitest or Playwright writes as JSON. */
async function suite(name: string, line: string, read: (report: never) => void): Promise<void> {
  const file = resolve(folder, `${name}.json`);
  rmSync(file, { force: true });
  const [start, passedBefore, failedBefore] = [performance.now(), passed, told.failed.length];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const [code] = await run(`${line}${line.startsWith('vitest') ? ` --outputFile.json=${file}` : ''}`, env, 'inherit');
  try {
    read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    told.failed.push(`the suite ended before its report ${file}`);
  }
  // A runner that died or failed outside any test has failed although no test says so.
  if (code !== 0 && told.failed.length === failedBefore)
    told.failed.push(`${name}: ended with status ${code}\n  alone: npx ${line}`);
  const counts = `${passed - passedBefore} passed, ${told.failed.length - failedBefore} failed`;
  console.log(`${name}: ${counts} (${Math.round((performance.now() - start) / 1000)} s)`);
}

function readVitest({ testResults }: JsonTestResults): void {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative('.', name);
    for (const { ancestorTitles, title, status: state, failureMessages, location, meta } of assertionResults) {
      const fullName = [...ancestorTitles, title].filter(Boolean);
      const pattern = fullName.join(' ').replaceAll(/[.*+?^${}()|[\]\\'"]/g, '.');
      const alone = `npx vitest run ${file} -t '${pattern}'`;
      const tell = (text = '') => sentence(fullName.join(' > '), `${file}:${location?.line}`, alone, text);
      if (state === 'failed') told.failed.push(tell(failureMessages?.[0]));
      else if (state !== 'passed') told.skipped.push(tell(meta.lacks));
      else {
        passed += 1;
        if (failureMessages?.length) told.flaky.push(tell(failureMessages[0]));
      }
    }
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
      told.failed.push(sentence('loading or hooks', file, `npx vitest run ${file}`, message));
  }
}

function readPlaywright({ suites, errors, config }: JSONReport): void {
  const all = 'npx playwright test -c tests/e2e';
  for (const { message } of errors) told.failed.push(sentence('an error outside any test', 'Playwright', all, message));
  const readSuite = ({ title, specs, suites: inner = [] }: JSONReportSuite, before: readonly string[]): void => {
    for (const each of inner) readSuite(each, [...before, title]);
    for (const spec of specs)
      for (const { status, projectName, annotations, results } of spec.tests) {
        const place = `${relative('.', resolve(config.rootDir, spec.file))}:${spec.line}`;
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        const error = results.find((each) => each.error !== undefined)?.error?.message ?? reason;
        const fullName = [...before, title, spec.title].join(' > ');
        const one = sentence(fullName, place, `${all} ${place} --project ${projectName}`, error);
        if (status === 'unexpected') told.failed.push(one);
        else if (status === 'skipped') told.skipped.push(one);
        else passed += 1;
        if (status === 'flaky') told.flaky.push(one);
      }
  };
  for (const each of suites) readSuite(each, []);
}

/** A test with its place, the first lines of its error, and the command that runs it alone. */
function sentence(title: string, place: string, alone: string, error = ''): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = lines.slice(0, 4).map((line) => `    ${line.slice(0, 200)}`);
  return [`${title}\n  in ${place}`, ...shown, `  alone: ${alone}`].join('\n');
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

const vitest = 'vitest run --reporter=dot --reporter=json';
const playwright = `playwright test -c tests/e2e --reporter=${inCi ? 'dot' : 'list'},json`;
if (isSweep) {
  await suite('sweep', `${vitest} --project='sweep*'`, readVitest);
  await suite('browser-sweep', `${playwright} --project='sweep-*'`, readPlaywright);
} else {
  const checks = ['biome ci --diagnostic-level=error', 'tsc -b', 'knip --no-progress'].map(check);
  await suite('tests', `${vitest} --project='!sweep*'`, readVitest);
  await Promise.all(checks);
  await suite('journeys', `${playwright} --project=journeys`, readPlaywright);
}
for (const one of missing) console.log(one);
for (const [kind, tests] of Object.entries(told)) for (const one of tests) console.log(`${kind}: ${one}`);
console.log(`${passed} passed, ${told.failed.length} failed, ${told.skipped.length} skipped`);
console.log(`${told.flaky.length} flaky (green at the second try)`);
process.exitCode = told.failed.length > 0 || (inCi && !isSweep && told.skipped.length > 0) ? 1 : 0;

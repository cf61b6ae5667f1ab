// npm run test:under-load -- 5   runs `npm test` so often beside two busy loops, one after the other, and keeps the output and
// figures of each run in test-results/under-load/. Ends with 1 where a run was red.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const runs = Number(process.argv[2] ?? 5);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Say how often: npm run test:under-load -- 5');
  process.exit(2);
}
const folder = 'test-results/under-load';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const busy = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
let running: ChildProcess | undefined;
process.once('exit', () => {
  for (const child of [...busy, running]) child?.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

interface Run {
  run: number;
  seconds: number;
  load: string;
  totals: string;
  /** One line for each test that was red. */
  failed: string[];
}

const figures: Run[] = [];
for (let run = 1; run <= runs; run += 1) {
  const figure = await runOnce(run);
  figures.push(figure);
  writeFileSync(`${folder}/figures.json`, JSON.stringify({ processors: cpus().length, figures }, null, 2));
  console.log(`run ${run} of ${runs}: ${figure.totals} (${figure.seconds} s, load ${figure.load})`);
  for (const line of figure.failed) console.log(`  ${line}`);
}
console.log('\n| Run | Seconds | Load at the end | Totals |\n| --- | --- | --- | --- |');
for (const { run, seconds, load, totals } of figures) console.log(`| ${run} | ${seconds} | ${load} | ${totals} |`);
process.exit(figures.every(({ failed, totals }) => failed.length === 0 && totals.includes(' 0 failed')) ? 0 : 1);

async function runOnce(run: number): Promise<Run> {
  const startedAt = performance.now();
  const shell = process.platform === 'win32';
  running = spawn('npm', ['test'], { stdio: ['ignore', 'pipe', 'pipe'], shell });
  const log = createWriteStream(`${folder}/run-${run}.log`);
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      log.write(text);
    });
  await once(running, 'close');
  log.end();
  const lines = output.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  return {
    run,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    load: (loadavg()[0] ?? 0).toFixed(1),
    totals: /^\d+ passed, \d+ failed, \d+ skipped$/.test(last) ? last : 'ended without totals',
    failed: lines.filter((line) => line.startsWith('failed: ')),
  };
}

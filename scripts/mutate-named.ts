// Breaks named behaviours in the code one after the other, and requires that the test of each turns red. Every change is taken back.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readVitestReport, unloaded } from './gate/test-report.ts';
import { type Mutation, mutations } from './mutations/mutations.ts';

const usage = `npm run mutations [-- WORDS ...]   breaks the behaviours whose file or sentence contains one of the WORDS; all without any
npm run mutations -- --list [WORDS ...]   names them
npm run mutations -- --check [WORDS ...]   says which changes no longer fit the code, and runs no test`;

const { values: options, positionals: words } = readArguments();
if (options.help) {
  console.log(usage);
  process.exit();
}
const chosen = mutations.filter(
  ({ file, behaviour }) => words.length === 0 || words.some((word) => `${file} ${behaviour}`.includes(word)),
);
if (chosen.length === 0) refuse(`No behaviour contains ${words.join(' or ')}.`);
if (options.list) {
  for (const { file, behaviour } of chosen) console.log(`${file}: ${behaviour}`);
  process.exit();
}

const report = join(mkdtempSync(join(tmpdir(), 'dotcode-mutations-')), 'vitest.json');

let restore: () => void = () => undefined;
process.once('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const rows = chosen.map((mutation) => [mutation.file, mutation.behaviour, judge(mutation)] as const);
console.log('\n| File | Behaviour | Its test |\n| --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
const unseen = rows.filter(([, , verdict]) => verdict !== 'red');
console.log(`${rows.length - unseen.length} of ${rows.length} turned red`);
process.exitCode = unseen.length > 0 ? 1 : 0;

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { help: { ...flag, short: 'h' }, list: flag, check: flag }, allowPositionals: true });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}

/** A run that fails without a failed test says nothing of the change: dependencies are missing, or a file cannot be loaded. */
function verdictOf(status: number | null): string {
  if (status === 0) return 'green: it does not see the change';
  if (status === null) return 'unknown: the run took too long';
  const failed = existsSync(report) ? readVitestReport(report, '*').failed : [];
  return failed.some(({ title }) => title !== unloaded) ? 'red' : 'unknown: no test ran and failed';
}

function judge({ file, search, replace, test }: Mutation): string {
  const source = readFileSync(file, 'utf8');
  if (source.split(search).length !== 2) return 'the text is not in the file exactly once';
  if (options.check) return 'red';
  restore = () => writeFileSync(file, source);
  writeFileSync(
    file,
    source.replace(search, () => replace),
  );
  try {
    rmSync(report, { force: true });
    const args = ['run', '--project=!sweep*', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...test];
    const { status } = spawnSync('vitest', args, { stdio: 'ignore', timeout: 300_000 });
    const verdict = verdictOf(status);
    console.log(`${verdict.split(':')[0]}  ${file}`);
    return verdict;
  } finally {
    restore();
    restore = () => undefined;
  }
}

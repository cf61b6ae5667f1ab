// npm run mutations [-- WORD ...]   breaks one named behaviour after the other in the code, and requires that its test turns red.
// Every change is taken back. With words, only those whose file or behaviour contains one of them; `-- --check` runs nothing, and says
// which changes no longer fit the code.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVitestReport, unloaded } from './gate/test-report.ts';
import { type Mutation, mutations } from './mutations/mutations.ts';

const report = join(mkdtempSync(join(tmpdir(), 'dotcode-mutations-')), 'vitest.json');
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = mutations.filter(({ file, behaviour }) =>
  words.length === 0 ? true : words.some((word) => `${file} ${behaviour}`.includes(word)),
);

let restore: () => void = () => undefined;
process.once('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const rows = chosen.map((mutation) => [mutation.file, mutation.behaviour, judge(mutation)] as const);
console.log('\n| File | Behaviour | Its test |\n| --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
const unseen = rows.filter(([, , verdict]) => verdict !== 'red');
console.log(`${rows.length - unseen.length} of ${rows.length} turned red`);
process.exitCode = unseen.length > 0 ? 1 : 0;

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
  if (process.argv.includes('--check')) return 'red';
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

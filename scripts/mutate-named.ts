// npm run mutations [-- WORD ...]   breaks one named behaviour after the other in the code, and requires that its test turns red.
// Every change is taken back. With words, only those whose file or behaviour contains one of them; `-- --check` runs nothing, and says
// which changes no longer fit the code.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Mutation, mutations } from './mutations/mutations.ts';

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
    const { status } = spawnSync('vitest', ['run', '--project=!sweep*', '--bail=1', '--reporter=dot', ...test], {
      stdio: 'ignore',
      timeout: 300_000,
    });
    const verdict = status === 0 ? 'green: it does not see the change' : status === null ? 'took too long' : 'red';
    console.log(`${verdict.slice(0, 5).trim()}  ${file}`);
    return verdict;
  } finally {
    restore();
    restore = () => undefined;
  }
}

// npm run ledger [-- FOLDER]   says where the behaviour of each test of commit f2fb8b65 is held now, and fails where one has no
// place. Writes docs/test-ledger.md. FOLDER is a checkout of another commit with its dependencies, whose tests become the list.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Listed, type Mapping, placesOf } from './ledger/places.ts';

const listFile = 'scripts/ledger/tests-of-f2fb8b65.txt';
const folder = process.argv[2];
if (folder !== undefined) {
  writeFileSync(listFile, asText(listTests(folder)));
  process.exit();
}
const before = fromText(readFileSync(listFile, 'utf8'));
const mappings = JSON.parse(readFileSync('scripts/ledger/mappings.json', 'utf8')) as Mapping[];
const { rows, lost, unused } = placesOf(before, listTests('.'), mappings);
for (const sentence of [...lost, ...unused]) console.error(sentence);
const head = `# Where the tests of f2fb8b65 are now

Written by \`npm run ledger\`: ${before.length} tests as the code writes them (one for each \`it\`, whatever its table, databases and
screens). ${rows.reduce((sum, { kept }) => sum + kept, 0)} stand where they stood, under the same title; the others are in another file or under another title:

| File | Tests | Kept | Now | Reason |
| --- | --- | --- | --- | --- |`;
const changed = rows.filter(({ count, kept }) => kept < count);
const lines = changed.map(
  ({ file, count, kept, now, reasons }) =>
    `| ${file} | ${count} | ${kept} | ${now.join('<br>')} | ${reasons.join('<br>')} |`,
);
writeFileSync('docs/test-ledger.md', `${[head, ...lines].join('\n')}\n`);
console.log(`${before.length} tests, ${lost.length} without a place`);
process.exitCode = lost.length + unused.length > 0 ? 1 : 0;

/** The tests of both commands, by file and title. Vitest reads them from the code, without running any. */
function listTests(root: string): Listed[] {
  const out = join(mkdtempSync(join(tmpdir(), 'dotcode-ledger-')), 'vitest.json');
  run(root, 'vitest', ['list', `--json=${out}`]);
  const units = JSON.parse(readFileSync(out, 'utf8')) as { file: string; name: string }[];
  const browser = JSON.parse(run(root, 'playwright', ['test', '--list', '--reporter=json'])) as Suite;
  const all = [
    ...units.map(({ file, name }) => ({ file: relative(root, file), title: name.split(' > ').at(-1) ?? name })),
    ...(browser.suites ?? []).flatMap(specsOf),
  ];
  return [...new Map(all.map((test) => [`${test.file}\n${test.title}`, test])).values()];
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string }[];
}

function specsOf({ suites = [], specs = [] }: Suite): Listed[] {
  const own = specs.map(({ title, file }) => ({ file: join('tests/e2e', file), title }));
  return [...own, ...suites.flatMap(specsOf)];
}

function run(cwd: string, command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    join(process.cwd(), cwd === '.' ? '' : relative('.', cwd), 'node_modules/.bin', command),
    args,
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A line for each file, and an indented one for each of its tests. */
function asText(tests: readonly Listed[]): string {
  const byFile = Map.groupBy(tests, ({ file }) => file);
  const files = [...byFile].toSorted(([one], [other]) => one.localeCompare(other));
  return files
    .map(([file, own]) => [file, ...own.map(({ title }) => `  ${title}`)].join('\n'))
    .join('\n')
    .concat('\n');
}

function fromText(text: string): Listed[] {
  let file = '';
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('  ')) return [{ file, title: line.slice(2) }];
      file = line;
      return [];
    });
}

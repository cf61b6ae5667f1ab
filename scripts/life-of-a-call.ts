// node scripts/life-of-a-call.ts --write
// Writes the line numbers of docs/life-of-a-call.md anew; without --write it only says whether they are right.
import { readFileSync, writeFileSync } from 'node:fs';
import { withLines } from './checks/places.ts';

const file = new URL('../docs/life-of-a-call.md', import.meta.url);
const document = readFileSync(file, 'utf8');
const now = withLines(document, (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
if (process.argv.includes('--write')) writeFileSync(file, now);
else if (now !== document) {
  process.stderr.write('Lines have moved: node scripts/life-of-a-call.ts --write\n');
  process.exitCode = 1;
}

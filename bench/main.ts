// npm run bench [-- part,...] [--rounds 7] [--milliseconds 2500] [--small] [--large]
// Measures, prints each part's tables and replaces that part's section of bench/RESULTS.md. --small only prints.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine } from './harness/machine.ts';
import { withSection } from './harness/results.ts';
import { parts } from './parts.ts';

const file = new URL('RESULTS.md', import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    milliseconds: { type: 'string', default: '2500' },
    small: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
});
const wanted = positionals.flatMap((word) => word.split(',')).filter(Boolean);
const unknown = wanted.filter((word) => !parts.some(({ name }) => name === word));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.\n`);
  process.exit(1);
}

for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  process.stdout.write(`\n## ${part.title}\n\n`);
  const size = {
    rounds: values.small ? 2 : Math.max(5, Number(values.rounds)),
    milliseconds: values.small ? 400 : Number(values.milliseconds),
    isSmall: values.small,
    isLarge: values.large,
  };
  const before = describeMachine();
  const text = `${await part.run(size)}\n\n${before}`;
  process.stdout.write(`${text}\n`);
  if (!values.small) writeFileSync(file, withSection(readIfThere(), parts, part, text));
}
process.exit();

function readIfThere(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

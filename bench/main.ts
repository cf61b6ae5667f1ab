// npm run bench [-- part,...] [--rounds 7] [--milliseconds 2500] [--small] [--only screen,...] [--large [--database url[#seconds] ...]]
// Measures, prints each part's tables and replaces that part's section of bench/RESULTS.md. --small only prints, and so
// does --only, which names the screens that `npm run paint` opens: feed,chat.
// --database names one that `npm run seed -- --people 1000000` has filled, for its engine, and how long that took.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine } from './harness/machine.ts';
import type { SeededDatabase } from './harness/part.ts';
import { withSection } from './harness/results.ts';
import { parts } from './parts.ts';

const file = new URL('RESULTS.md', import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '0' },
    milliseconds: { type: 'string', default: '2500' },
    small: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    large: { type: 'boolean', default: false },
    database: { type: 'string', multiple: true, default: [] },
  },
});
const wanted = positionals.flatMap(words);
const only = words(values.only);
const unknown = wanted.filter((word) => !parts.some(({ name }) => name === word));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.\n`);
  process.exit(1);
}

for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  process.stdout.write(`\n## ${part.title}\n\n`);
  const size = {
    rounds: values.small ? 2 : Math.max(part.fewestRounds ?? 5, Number(values.rounds)),
    milliseconds: values.small ? 400 : Number(values.milliseconds),
    isSmall: values.small,
    isLarge: values.large,
    only,
    seeded: values.database.map(seededDatabase),
  };
  const before = describeMachine();
  const text = `${await part.run(size)}\n\n${before}`;
  process.stdout.write(`${text}\n`);
  if (values.small || only.length > 0) continue;
  writeFileSync(file, withSection(readIfThere(), parts, part, text));
  part.publish?.(text);
}
process.exit();

function words(list: string): string[] {
  return list.split(',').filter(Boolean);
}

function seededDatabase(argument: string): SeededDatabase {
  const [url = '', seconds] = argument.split('#');
  return { url, seconds: seconds === undefined ? undefined : Number(seconds) };
}

function readIfThere(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { parseArgs } from 'node:util';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { seed, seedAccount } from '#upstream/demo/seed/seed.ts';

const usage = 'npm run seed -- --people 1000 [--database sqlite:./data/dotcode.db | postgres://…] [--seed 1]';

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { people: { type: 'string' }, database: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const people = Number(values.people);
  const seedNumber = Number(values.seed);
  if (!Number.isInteger(people) || !Number.isInteger(seedNumber))
    throw new Error('--people and --seed are whole numbers.');
  // The service reads the same file.
  loadEnvFile();
  const databaseUrl = readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL });
  const started = performance.now();
  const progress = progressBar(started);
  const seeded = await seed({ databaseUrl, people, seed: seedNumber, onProgress: progress });
  const seconds = (performance.now() - started) / 1000;
  const number = (value: number) => value.toLocaleString('en');
  process.stdout.write(
    `\n${number(seeded.people)} people, ${number(seeded.relations)} relations, ${number(seeded.conversations)} conversations and ${number(seeded.projects)} projects in ${seconds.toFixed(1)} s.\n` +
      `Log in as ${seedAccount.emailId} with ${seedAccount.password}\n`,
  );
}

/** One line that is redrawn on a terminal; elsewhere one line for each tenth. */
function progressBar(started: number): (done: number, of: number) => void {
  let shown = -1;
  return (done, of) => {
    const percent = Math.floor((done / of) * 100);
    const step = process.stdout.isTTY ? percent : Math.floor(percent / 10);
    if (step === shown) return;
    shown = step;
    const left = ((performance.now() - started) / done) * (of - done);
    const after = done === of ? 'building indexes' : `${Math.ceil(left / 1000)} s left`;
    const width = 30;
    const full = Math.round((done / of) * width);
    const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(percent).padStart(3)} %  ${after}`;
    process.stdout.write(process.stdout.isTTY ? `\r${bar.padEnd(width + 40)}` : `${bar}\n`);
  };
}

// npm run drill [-- WORD ...]   breaks things on purpose, says what was promised and what was held, and writes it to
// bench/DRILLS.md. With words, only the drills whose names contain one of them; the others keep what was written of them.
// `--small` takes a few seconds a drill, leaves out the long ones unless a word names them, as the sweep does
// (tests/sweep/drills.test.ts), and writes nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DrillResult } from './drill.ts';
import { drills } from './drills.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const size = process.argv.includes('--small') ? 'small' : 'full';
const chosen = drills.filter(({ name, isLong }) =>
  words.length === 0 ? size === 'full' || !isLong : words.some((word) => name.includes(word)),
);

const today = new Date().toISOString().slice(0, 10);
const report = fileURLToPath(new URL('../DRILLS.md', import.meta.url));
const written = readFileSync(report, 'utf8');
const sections = new Map<string, string>();
const rows = new Map<string, string[]>();
for (const drill of chosen) {
  console.log(`\n${drill.name}\n  promised: ${drill.promised}`);
  const result = await drill.run(size).catch(
    (error: unknown): DrillResult => ({
      facts: [],
      broken: [`the drill itself failed: ${error instanceof Error ? error.message : String(error)}`],
    }),
  );
  if ('skipped' in result) {
    console.log(`  skipped: ${result.skipped}`);
    rows.set(drill.name, [drill.name, today, 'skipped', '', '', '']);
    sections.set(drill.name, `## ${drill.name}\n\nSkipped: ${result.skipped}`);
    continue;
  }
  const held = result.broken.length === 0 ? 'yes' : `no: ${result.broken.join('; ')}`;
  const healthy = result.healthyAfterMs === undefined ? '' : `${(result.healthyAfterMs / 1000).toFixed(1)} s`;
  console.log(`  held: ${held}${healthy && `\n  healthy after: ${healthy}`}`);
  for (const fact of result.facts) console.log(`  - ${fact}`);
  if (result.acknowledged !== undefined)
    console.log(`  acknowledged writes: ${result.acknowledged}, of these stored: ${result.stored}`);
  rows.set(drill.name, [
    ...[drill.name, today, held, healthy],
    ...[String(result.acknowledged ?? ''), String(result.stored ?? '')],
  ]);
  sections.set(
    drill.name,
    `## ${drill.name}\n\nPromised: ${drill.promised}\n\n${result.facts.map((fact) => `- ${fact}`).join('\n')}`,
  );
  if (result.broken.length > 0) process.exitCode = 1;
}

if (size === 'full') {
  const head = `# Drills

\`npm run drill\`: ${cpus().length} processors, Linux, Node ${process.versions.node}${versions()}. Each row has the day on which it last ran.

\`npm run sweep\` requires at a small size that what was promised is held. Acknowledged writes are signups, requests and
chat messages that were answered with success; stored are those of them that the database held exactly once in the end.
Times until healthy are the longest of the rounds, and include what the drill waits before it mends the fault.

`;
  const body = drills.map(({ name }) => rows.get(name) ?? writtenRow(name)).filter((row) => row.length > 0);
  const texts = drills.flatMap(({ name }) => sections.get(name) ?? writtenSection(name) ?? []);
  const titles = ['Drill', 'On', 'Held', 'Healthy after', 'Acknowledged', 'Stored'];
  writeFileSync(report, `${head}${table([titles, ...body])}\n\n${texts.join('\n\n')}\n`);
}

/** The row that an earlier run has written for a drill; empty if there is none. */
function writtenRow(name: string): string[] {
  const line = written.split('\n').find((text) => text.startsWith(`| ${name} `));
  return (line?.slice(1, -1).split('|') ?? []).map((cell) => cell.trim());
}

function writtenSection(name: string): string | undefined {
  const section = written.split(/^(?=## )/m).find((text) => text.startsWith(`## ${name}\n`));
  return section?.trimEnd();
}

function versions(): string {
  const programs = [
    ['PostgreSQL', 'pg_dump'],
    ['Redis', 'redis-server'],
  ] as const;
  return programs
    .map(([name, program]) => {
      const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
      return `, ${name} ${/\d+\.\d+(\.\d+)?/.exec(stdout ?? '')?.[0] ?? 'absent'}`;
    })
    .join('');
}

/** Aligned as the formatter aligns Markdown tables. */
function table(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head = '', ...body] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

// Sockets of the drills' clients may still be closing and would keep the process alive.
process.exit();

// npm run drill [-- WORD ...]   breaks things on purpose, says what was promised and what was held; all of it goes to
// bench/DRILLS.md when every drill ran. With words, only the drills whose names contain one of them. `--small` takes a few
// seconds a drill and leaves out the long ones unless a word names them, as the sweep does (tests/sweep/drills.test.ts).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DrillResult } from './drill.ts';
import { drills } from './drills.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const size = process.argv.includes('--small') ? 'small' : 'full';
const chosen = drills.filter(({ name, isLong }) =>
  words.length === 0 ? size === 'full' || !isLong : words.some((word) => name.includes(word)),
);

const sections: string[] = [];
const rows: string[][] = [['Drill', 'Held', 'Healthy after', 'Acknowledged', 'Stored']];
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
    rows.push([drill.name, 'skipped', '', '', '']);
    sections.push(`## ${drill.name}\n\nSkipped: ${result.skipped}`);
    continue;
  }
  const held = result.broken.length === 0 ? 'yes' : `no: ${result.broken.join('; ')}`;
  const healthy = result.healthyAfterMs === undefined ? '' : `${(result.healthyAfterMs / 1000).toFixed(1)} s`;
  console.log(`  held: ${held}${healthy && `\n  healthy after: ${healthy}`}`);
  for (const fact of result.facts) console.log(`  - ${fact}`);
  if (result.acknowledged !== undefined)
    console.log(`  acknowledged writes: ${result.acknowledged}, of these stored: ${result.stored}`);
  rows.push([drill.name, held, healthy, String(result.acknowledged ?? ''), String(result.stored ?? '')]);
  sections.push(
    `## ${drill.name}\n\nPromised: ${drill.promised}\n\n${result.facts.map((fact) => `- ${fact}`).join('\n')}`,
  );
  if (result.broken.length > 0) process.exitCode = 1;
}

if (chosen.length === drills.length && size === 'full') {
  const head = `# Drills

\`npm run drill\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} processors, Linux, Node ${process.versions.node}${versions()}.

\`npm run sweep\` requires at a small size that what was promised is held. Acknowledged writes are signups, requests and
chat messages that were answered with success; stored are those of them that the database held exactly once in the end.
Times until healthy are the longest of the rounds, and include what the drill waits before it mends the fault.

`;
  writeFileSync(
    fileURLToPath(new URL('../DRILLS.md', import.meta.url)),
    `${head}${table(rows)}\n\n${sections.join('\n\n')}\n`,
  );
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

import { retentions } from './background.ts';
import { erasureRetention } from './features/leaving/erase-due.ts';
import { pictureRetention } from './features/media/media-store.ts';
import { projectRetention } from './features/projects/deleted-projects.ts';

/** The table in docs/operations.md, in columns as the formatter has them. */
function retentionTable(): string {
  const rows = [...retentions, pictureRetention, projectRetention, erasureRetention].map(
    ({ what, keptFor, table, index }) => [what, keptFor, `\`${table}\`, by \`${index}\``],
  );
  const cells = [['What', 'How long', 'Table and index'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

const [begin, end] = ['<!-- retention: made by scripts/write-retention-docs.ts -->', '<!-- end of retention -->'];

/** The document with today's table. */
export function withRetentionTable(document: string): string {
  const [before, rest = ''] = document.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error('docs/operations.md has no place for the table of retention');
  return `${before}${begin}\n\n${retentionTable()}\n\n${end}${after}`;
}

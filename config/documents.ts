import type { Program, Variable } from './variable.ts';
import { variableRows } from './variables.ts';

const rows = variableRows.map(([, row]) => row);

/** The part of `--help` that lists the variables that a program reads, a line each. */
export function variablesHelp(programs: readonly Program[]): string {
  const read = rows.filter(({ readBy }) => readBy === 'both' || programs.includes(readBy));
  const width = Math.max(...read.map(({ name }) => name.length));
  const lines = read.map((row) => `  ${row.name.padEnd(width)}  ${plain(row.meaning)} (${defaultOf(row)})`);
  return ['Environment, all optional, defaults in brackets:', '', ...lines, ''].join('\n');
}

/** The table in README.md, in columns as the formatter has them. */
export function readmeTable(): string {
  const cells = rows.map((row) => [`\`${row.name}\``, defaultOf(row), row.readBy, row.meaning.replaceAll('|', '\\|')]);
  const table = [['Variable', 'Default', 'Read by', 'Meaning'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** .env.example: every variable at its default, ready to be copied. */
export function envExample(): string {
  const blocks = rows.map((row) => {
    const literal = typeof row.default === 'string' ? row.default : undefined;
    const explained = literal === undefined && defaultOf(row) !== 'unset' ? `; ${defaultOf(row)}` : '';
    return `# ${plain(row.meaning)}${explained}\n#${row.name}=${literal ?? ''}`;
  });
  return `# Copy to .env and uncomment what you change. Everything is optional.\n\n${blocks.join('\n\n')}\n`;
}

function defaultOf(row: Variable): string {
  const { default: unset, whenUnset = 'unset' } = row;
  return typeof unset === 'object'
    ? `${unset.otherwise}, ${unset.production} when NODE_ENV is production`
    : (unset ?? whenUnset);
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

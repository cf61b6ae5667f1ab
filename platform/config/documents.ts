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

/** The table in docs/configuration.md, in columns as the formatter has them. */
export function variablesTable(): string {
  const cells = rows.map((row) => [`\`${row.name}\``, defaultOf(row), row.readBy, row.meaning.replaceAll('|', '\\|')]);
  const table = [['Variable', 'Default', 'Read by', 'Meaning'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

Made from \`platform/config/variables.ts\` by \`node scripts/write-config-docs.ts\`; \`--help\` and \`.env.example\` are made from the same table.

Environment variables, or lines of a file \`.env\` in the working folder; variables that are set win. An empty value counts as
unset. A start names every wrong variable at once, without secrets, and does not begin.

${variablesTable()}
`;
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
  if (typeof unset !== 'object') return unset ?? whenUnset;
  const { production, withUpstreamUrl, otherwise } = unset;
  const orUpstream = withUpstreamUrl === undefined ? '' : ' or UPSTREAM_URL is set';
  return `${otherwise}, ${production} when NODE_ENV is production${orUpstream}`;
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

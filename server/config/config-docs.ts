import { variables } from './config.ts';

const rows = Object.values(variables);

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(
    ({ name, defaultText, meaning }) => `  ${name.padEnd(width)}  ${plain(meaning)} (${defaultText ?? 'unset'})`,
  );
  return [
    'DotCode: npm start [-- --help | --selftest URL]',
    '',
    '  --selftest URL   checks a running deployment from outside and prints a score',
    '',
    'Environment, all optional, defaults in brackets:',
    '',
    ...lines,
    '',
  ].join('\n');
}

/** The table in the README, in columns as the formatter has them. */
export function readmeTable(): string {
  const cells = rows.map(({ name, defaultText, meaning }) => [
    `\`${name}\``,
    defaultText ?? 'unset',
    meaning.replaceAll('|', '\\|'),
  ]);
  const table = [['Variable', 'Default', 'Meaning'], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** .env.example: every variable at its default, ready to be copied. */
export function envExample(): string {
  const blocks = rows.map(({ name, defaultText, meaning }) => {
    const isLiteral = defaultText !== undefined && !defaultText.includes(' ');
    return `# ${plain(meaning)}${isLiteral || defaultText === undefined ? '' : `; ${defaultText}`}\n#${name}=${isLiteral ? defaultText : ''}`;
  });
  return `# Copy to .env and uncomment what you change. Everything is optional.\n\n${blocks.join('\n\n')}\n`;
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

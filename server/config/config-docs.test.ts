import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig, variables } from './config.ts';
import { envExample, helpText, readmeTable } from './config-docs.ts';

const rows = Object.values(variables);

describe('what is written about the configuration', () => {
  it('is in the README as the table says (node scripts/write-config-docs.ts)', () => {
    expect(readFileSync('README.md', 'utf8')).toContain(`${readmeTable()}\n`);
  });

  it('is in .env.example as the table says (node scripts/write-config-docs.ts)', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  it('names every variable in the help', () => {
    for (const { name, meaning } of rows) {
      expect(helpText()).toContain(`  ${name} `);
      expect(helpText()).toContain(meaning.replaceAll('`', ''));
    }
  });

  it('shows defaults in .env.example that are the defaults', () => {
    const uncommented = parseEnv(envExample().replaceAll(/^#(?=[A-Z])/gm, ''));
    expect(Object.keys(uncommented).sort()).toEqual(rows.map(({ name }) => name).sort());
    expect(loadConfig(uncommented as Record<string, string>)).toEqual(loadConfig({}));
  });
});

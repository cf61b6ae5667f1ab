import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { envExample, variablesHelp } from './documents.ts';
import { readVariables } from './read-variables.ts';
import { variables } from './variables.ts';

const rows = Object.values(variables);

describe('the documents made from the table of variables', () => {
  it('name every variable of both programs in the help of the product', () => {
    const help = variablesHelp(['gateway', 'upstream']);
    for (const { name, meaning } of rows) {
      expect(help).toContain(`  ${name} `);
      expect(help).toContain(meaning.replaceAll('`', ''));
    }
  });

  it('name in the help of one program only the variables that it reads', () => {
    const help = variablesHelp(['upstream']);
    for (const { name, readBy } of rows) expect(help.includes(`  ${name} `), name).toBe(readBy !== 'gateway');
  });

  it('show defaults in .env.example that are the defaults', () => {
    const uncommented = parseEnv(envExample().replaceAll(/^#(?=[A-Z])/gm, ''));
    expect(Object.keys(uncommented).sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const program of ['gateway', 'upstream'] as const) {
      expect(readVariables(program, uncommented)).toEqual(readVariables(program, {}));
    }
  });
});

import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { envExample, variablesHelp } from './documents.ts';
import { readVariables } from './read-variables.ts';
import { variables } from './variables.ts';

const rows = Object.values(variables);

describe('the documents made from the table of variables', () => {
  it('name in the help of a program the variables that it reads, and no others', () => {
    const [product, upstream] = [variablesHelp(['gateway', 'upstream']), variablesHelp(['upstream'])];
    for (const { name, meaning, readBy } of rows) {
      expect(product).toContain(`  ${name} `);
      expect(product).toContain(meaning.replaceAll('`', ''));
      expect(upstream.includes(`  ${name} `), name).toBe(readBy !== 'gateway');
    }
  });

  it('show defaults in .env.example that are the defaults', () => {
    const uncommented = parseEnv(envExample().replaceAll(/^#(?=[A-Z])/gm, ''));
    expect(Object.keys(uncommented).sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const program of ['gateway', 'upstream'] as const) {
      expect(readVariables(program, uncommented)).toEqual(readVariables(program, {}));
    }
  });
});

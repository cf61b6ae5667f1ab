import { expect, it } from 'vitest';
import { variableRows } from './variables.ts';

it('the table names every variable once', () => {
  expect(new Set(variableRows.map(([, { name }]) => name)).size).toBe(variableRows.length);
});

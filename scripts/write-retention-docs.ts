// Writes the table of what is deleted when into docs/operations.md, from upstream/background.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { withRetentionTable } from '#upstream/retention-table.ts';

const file = 'docs/operations.md';
writeFileSync(file, withRetentionTable(readFileSync(file, 'utf8')));

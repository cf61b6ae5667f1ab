import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allTurns } from './background.ts';
import type { Deps } from './deps.ts';
import { withRetentionTable } from './retention-table.ts';

it('the table of what is deleted when is up to date in docs/operations.md (node scripts/write-retention-docs.ts)', () => {
  const document = readFileSync('docs/operations.md', 'utf8');
  expect(document).toBe(withRetentionTable(document));
});

it('each kind of background work has a line in the runbook, and the runbook has no other', () => {
  const deps = { db: {}, engine: 'sqlite', mail: { mode: 'smtp', oldMails: { table: 'mail_outbox' } } };
  const turns = allTurns(deps as unknown as Deps, async () => false);
  const kinds = ['mail', 'push', ...turns.map(({ kind }) => kind.replace(/^retention .*/, 'retention …'))];
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const [, section = ''] = runbook.split('## What each kind of background work does');
  const lines = section.split('\n## ')[0]?.match(/^\| `.*? \|/gm) ?? [];
  const named = lines.flatMap((line) => [...line.matchAll(/`(.*?)`/g)].map(([, kind]) => kind));
  expect(new Set(named)).toEqual(new Set(kinds));
});

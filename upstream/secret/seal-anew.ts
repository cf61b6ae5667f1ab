import { type RawBuilder, sql } from 'kysely';
import { type OpeningSecrets, openingKeys } from '#platform/config/secret.ts';
import type { Db } from '#upstream/db/connection.ts';
import { reportPurpose, sealedIn, sealedKind } from '#upstream/features/safety/report-copies.ts';
import { mailKind } from '#upstream/mail/outbox.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';

interface SealedColumn {
  table: string;
  key: string;
  column: string;
  purpose: string;
  condition?: RawBuilder<unknown>;
  /** Where more than the sealed text is stored: reads it out, undefined where nothing is sealed, and wraps a new one. */
  sealedIn?: (stored: string) => string | undefined;
  wrap?: (sealed: string) => string;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'second_factors', key: 'user_id', column: 'sealed_secret', purpose: 'totp' },
  { table: 'jobs', key: 'key', column: 'body', purpose: 'mail', condition: sql`kind = ${mailKind}` },
  {
    table: 'reports',
    key: 'id',
    column: 'evidence',
    purpose: reportPurpose,
    condition: sql`kind = ${sealedKind}`,
    sealedIn,
    wrap: (sealed) => JSON.stringify({ sealed }),
  },
  { table: 'push_keys', key: 'id', column: 'sealed_private_key', purpose: 'push' },
];

const batch = 500;

/**
 * Seals with SECRET what SECRET_PREVIOUS has sealed: second factors, mails that wait, reports of messages, the push key. Answers how many. A row
 * that an instance with the older secret changes meanwhile is left to the next start.
 */
export async function sealAnew(db: Db, secrets: OpeningSecrets): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) count += await sealColumn(db, secrets, column);
  return count;
}

async function sealColumn(db: Db, secrets: OpeningSecrets, of: SealedColumn): Promise<number> {
  const { purpose, condition = sql`true`, sealedIn = (stored) => stored, wrap = (sealed) => sealed } = of;
  const [table, key, column] = [sql.table(of.table), sql.ref(of.key), sql.ref(of.column)];
  const [own, ...older] = openingKeys(secrets, purpose);
  let count = 0;
  for (let after: unknown; ; ) {
    const rest = after === undefined ? sql`` : sql`and ${key} > ${after}`;
    const { rows } = await sql<{ key: unknown; stored: string }>`
      select ${key} as key, ${column} as stored from ${table} where ${condition} ${rest}
      order by ${key} limit ${sql.lit(batch)}`.execute(db);
    for (const row of rows) {
      const sealed = sealedIn(row.stored);
      // Undefined where SECRET itself has sealed it, or neither has.
      const opened = sealed === undefined ? undefined : unsealWith(older, sealed);
      if (opened === undefined) continue;
      const { numAffectedRows = 0n } = await sql`
        update ${table} set ${column} = ${wrap(seal(own, opened.value))}
        where ${condition} and ${key} = ${row.key} and ${column} = ${row.stored}`.execute(db);
      count += Number(numAffectedRows);
    }
    if (rows.length < batch) return count;
    after = rows.at(-1)?.key;
  }
}

import { type OpeningSecrets, openingKeys } from '#platform/config/secret.ts';
import type { Db } from '#upstream/db/connection.ts';
import { reportPurpose, sealedIn, sealedKind } from '#upstream/features/safety/report-copies.ts';
import { changeSealedMails } from '#upstream/mail/outbox.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';

const batch = 500;

/**
 * Seals with SECRET what SECRET_PREVIOUS has sealed: second factors, mails that wait, reports of messages, the push key. Answers how many. A row
 * that an instance with the older secret changes meanwhile is left to the next start.
 */
export async function sealAnew(db: Db, secrets: OpeningSecrets): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'sealed_secret'])
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(batch)
      .execute();
    for (const { user_id, sealed_secret } of rows) {
      const sealed = sealedAnew(secrets, 'totp', sealed_secret);
      if (sealed === undefined) continue;
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ sealed_secret: sealed })
        .where('user_id', '=', user_id)
        .where('sealed_secret', '=', sealed_secret)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    after = rows.at(-1)?.user_id ?? '';
    if (rows.length < batch) break;
  }
  count += await changeSealedMails(db, (sealed) => sealedAnew(secrets, 'mail', sealed));
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('reports')
      .select(['id', 'evidence'])
      .where('kind', '=', sealedKind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, evidence } of rows) {
      const before = sealedIn(evidence);
      const sealed = before === undefined ? undefined : sealedAnew(secrets, reportPurpose, before);
      if (sealed === undefined) continue;
      const { numUpdatedRows } = await db
        .updateTable('reports')
        .set({ evidence: JSON.stringify({ sealed }) })
        .where('id', '=', id)
        .where('evidence', '=', evidence)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < batch) break;
  }
  for (const row of await db.selectFrom('push_keys').select(['id', 'sealed_private_key']).execute()) {
    const sealed = sealedAnew(secrets, 'push', row.sealed_private_key);
    if (sealed === undefined) continue;
    await db.updateTable('push_keys').set({ sealed_private_key: sealed }).where('id', '=', row.id).execute();
    count += 1;
  }
  return count;
}

/** Undefined where SECRET itself has sealed it, or neither has. */
function sealedAnew(secrets: OpeningSecrets, purpose: string, sealed: string): string | undefined {
  const [own, ...older] = openingKeys(secrets, purpose);
  const opened = unsealWith(older, sealed);
  return opened === undefined ? undefined : seal(own, opened.value);
}

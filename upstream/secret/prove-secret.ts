import { deriveKey, type OpeningSecrets } from '#platform/config/secret.ts';
import type { Db } from '#upstream/db/connection.ts';

/** There is one row. */
const id = 1;

const wrongSecret =
  'SECRET is not the one that this database was used with, which sealed second factors, queued mails and push keys. Set it to that one, or, to change it, SECRET_PREVIOUS to that one. Nothing was changed. If it is lost: `npm run admin -- accept-secret` (docs/operations.md, Rotate).';

/**
 * Throws one sentence where the database was used with another secret, before anything is opened or sealed with this one.
 * A new database gets the fingerprint of this one.
 */
export async function proveSecret(db: Db, secrets: OpeningSecrets, now: number): Promise<void> {
  const current = fingerprintOf(secrets.secret);
  const known = await readFingerprint(db);
  if (known === undefined) {
    await db
      .insertInto('secret_fingerprint')
      .values({ id, fingerprint: current, written_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    // Another instance may have been faster, with another secret.
    if ((await readFingerprint(db)) !== current) throw new Error(wrongSecret);
    return;
  }
  if (known === current) return;
  const { secretPrevious } = secrets.config;
  if (secretPrevious === undefined || known !== fingerprintOf(secretPrevious)) throw new Error(wrongSecret);
  await writeFingerprint(db, secrets.secret, now);
}

export async function writeFingerprint(db: Db, secret: string, now: number): Promise<void> {
  const row = { fingerprint: fingerprintOf(secret), written_at: now };
  await db
    .insertInto('secret_fingerprint')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function readFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secret_fingerprint').selectAll().where('id', '=', id).executeTakeFirst();
  return row?.fingerprint;
}

/** Differs for each secret. Nothing is signed or sealed with it, so that it may be stored. */
function fingerprintOf(secret: string): string {
  return deriveKey(secret, 'fingerprint').toString('hex').slice(0, 32);
}

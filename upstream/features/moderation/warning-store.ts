import type { Warning } from '#shared/api/parts.ts';
import type { Db } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import type { Letter } from '#upstream/mail/letter.ts';

/** False where this person has no such warning. Acknowledging it again changes nothing. */
export async function acknowledgeWarning(db: Db, userId: string, id: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('warnings')
    .set(({ fn, val }) => ({ acknowledged_at: fn.coalesce('acknowledged_at', val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The ids of warnings that the person has not acknowledged. */
export async function waitingWarnings(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('warnings')
    .select('id')
    .where('user_id', '=', userId)
    .where('acknowledged_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The oldest warning that the person has not acknowledged. */
export async function findWarning(db: Db, userId: string): Promise<Warning | undefined> {
  const row = await db
    .selectFrom('warnings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('acknowledged_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { _id: row.id, reason: row.reason, createdAt: iso(row.created_at) };
}

export function warningLetter(name: string, reason: string, site: string): Letter {
  return {
    subject: 'A warning about your account',
    greeting: `Hello ${name},`,
    paragraphs: ['A moderator of DotCode has looked at something of yours that was reported, and warns you:', reason],
    button: { label: 'Open DotCode', url: site },
    notes: ['The next time, your account may be suspended.'],
  };
}

export function suspendedLetter(
  name: string,
  { reason, until, contact }: { reason: string; until: number | null; contact: string | undefined },
): Letter {
  const end = until === null ? '' : ` until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'Your account is suspended',
    greeting: `Hello ${name},`,
    paragraphs: [`Your DotCode account is suspended${end}. A moderator gives this reason:`, reason],
    notes: [
      `To appeal, write ${contact === undefined ? 'to the people who run this site' : `to ${contact.replace(/^mailto:/, '')}`}.`,
    ],
  };
}

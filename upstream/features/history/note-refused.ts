import type { Request, Response } from 'express';
import { sql } from 'kysely';
import type { Deps } from '#upstream/deps.ts';
import { newId } from '#upstream/ids.ts';
import { visitOf } from './visit.ts';

/**
 * Notes a wrong password or code in the account's history. It is written after the reply, whose time must not tell whether there
 * is such an account; an account that is deleted meanwhile gets no row.
 */
export function noteRefused(
  { db, log, now }: Deps,
  userId: string,
  req: Request,
  res: Response,
  kind: 'refused' | 'code-refused' = 'refused',
): void {
  const { device, address } = visitOf(req);
  const at = now();
  const note = async () => {
    try {
      await sql`
        insert into account_events (id, user_id, kind, device, address, created_at)
        select cast(${newId(at)} as text), id, cast(${kind} as text), cast(${device} as text), cast(${address} as text), cast(${at} as bigint)
        from users where id = ${userId} and deleted_at is null`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'a refused password could not be noted');
    }
  };
  if (res.closed) void note();
  else res.once('close', () => void note());
}

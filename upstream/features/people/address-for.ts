import type { Deps } from '#upstream/deps.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { areConnected } from '../requests/relations.ts';

/** The person's confirmed email address, where they show it to their connections and the viewer is one. */
export async function addressFor({ db, mail }: Deps, viewerId: string, userId: string): Promise<string | undefined> {
  const { privacy } = await preferencesOf(db, userId);
  if (!privacy.showAddress || !(await areConnected(db, viewerId, userId))) return undefined;
  const row = await db
    .selectFrom('users')
    .select(['email', 'unverified_since'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const isConfirmed = mail.mode === 'none' || row?.unverified_since === null;
  return isConfirmed ? (row?.email ?? undefined) : undefined;
}

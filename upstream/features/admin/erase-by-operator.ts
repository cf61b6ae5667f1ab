import type { Connection } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { eraseAccount } from '../account/erase-account.ts';
import { emptyLog } from '../account/forget-erased.ts';
import { noteAct, type Person, reasonOfAct } from './admin-store.ts';
import type { AdminRequest } from './run-admin.ts';

/**
 * Erases an account as its owner can, without the days in between. The id must be typed twice, because nothing brings the
 * account back. What remains is that it was done: when, by whom and why.
 */
export async function eraseByOperator(
  connection: Connection,
  person: Person,
  request: AdminRequest,
): Promise<string[]> {
  const { db, engine } = connection;
  const { id, name } = person;
  const { operator, now, mail } = request;
  const reason = reasonOfAct(request);
  if (request.confirm !== id)
    throw new Error(
      `This erases ${name} (${id}) for good, with projects, pictures and requests. Nothing brings it back. To do it, add --confirm ${id}.`,
    );
  const erased = await transact(db, async (trx) => {
    const ended = await eraseAccount(trx, { engine, mail }, { userId: id, now, byOperator: true });
    if (ended === undefined) return false;
    // After the erasure, which removes the record of earlier acts.
    await noteAct(trx, id, 'erase', { operator, reason, now });
    return true;
  });
  if (!erased) throw new Error(`${id} is erased already.`);
  await emptyLog(connection);
  return [`${name} (${id}) is erased. Open sockets end within a minute.`];
}

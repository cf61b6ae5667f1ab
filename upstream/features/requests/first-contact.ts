import type { Trx } from '#upstream/db/connection.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { requireOpenTo } from '../preferences/reserve.ts';
import { countNewAsk, type NewAsk } from './new-asks.ts';

/** Whether a person may ask another whom they are not connected with; throws where they may not. */
export async function requireFirstContact(trx: Trx, quotas: Quotas, ask: NewAsk): Promise<void> {
  await requireOpenTo(trx, ask.byId, ask.forId);
  await countNewAsk(trx, quotas, ask);
}

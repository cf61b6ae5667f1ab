import type { RequestRow } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';

type NewRow = Omit<RequestRow, 'note'> & Partial<Pick<RequestRow, 'note'>>;

/** A new row for the relation of two people. `answeredAt` is the time of the last change, by default that of asking. */
export function newRequest(relation: {
  fromId: string;
  toId: string;
  status: RequestRow['status'];
  askedAt: number;
  answeredAt?: number;
  note?: string | undefined;
}): NewRow {
  const { fromId, toId, status, askedAt, answeredAt = askedAt } = relation;
  const pair = pairOf(fromId, toId);
  return {
    id: newId(askedAt),
    from_id: fromId,
    to_id: toId,
    pair_low: pair.low,
    pair_high: pair.high,
    status,
    withdrawn: 0,
    created_at: askedAt,
    updated_at: answeredAt,
    back_id: null,
    back_at: null,
    // The database has the default.
    ...(relation.note !== undefined && { note: relation.note }),
  };
}

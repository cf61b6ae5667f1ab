import type { ConnectionRequest } from '#shared/api/requests.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';

/** The relation as one of the two may know it. A rejection or an `ignored` of the other person never shows. */
export type Seen = 'nothing' | 'asked' | 'ignored' | 'asks-me' | 'rejected-by-me' | 'connected';

/** Values of `withdrawn`: what the sender of a rejected request has done since, without knowing of the rejection. */
export const senderSince = { nothing: 0, withdrew: 1, ignored: 2 } as const;

export function seenBy(row: RequestRow | undefined, viewerId: string): Seen {
  if (!row) return 'nothing';
  if (row.status === 'accepted') return 'connected';
  if (row.from_id !== viewerId) return seenByReceiver(row);
  if (row.status === 'interested') return 'asked';
  if (row.status === 'ignored') return 'ignored';
  if (row.withdrawn === senderSince.withdrew) return 'nothing';
  return row.withdrawn === senderSince.ignored ? 'ignored' : 'asked';
}

function seenByReceiver(row: RequestRow): Seen {
  if (row.status === 'interested') return 'asks-me';
  if (row.status === 'rejected') return 'rejected-by-me';
  return row.back_id === null ? 'nothing' : 'ignored';
}

/** The request as `viewerId` may see it. Of two people who ignore each other, each sees only their own decision. */
export function presentRequest(row: RequestRow, viewerId: string): ConnectionRequest {
  const own = ownIgnored(row, viewerId);
  if (own) return own;
  const isHidden = row.status === 'rejected' && row.from_id === viewerId;
  const hidden = row.withdrawn === senderSince.ignored ? 'ignored' : 'interested';
  return {
    _id: row.id,
    fromUserID: row.from_id,
    toUserID: row.to_id,
    status: isHidden ? hidden : row.status,
    createdAt: iso(row.created_at),
    updatedAt: iso(isHidden ? row.created_at : row.updated_at),
    ...(row.note !== '' && { note: row.note }),
  };
}

/** The receiver's own `ignored`, where the row is the other person's decision. */
function ownIgnored(row: RequestRow, viewerId: string): ConnectionRequest | undefined {
  if (row.status !== 'ignored' || row.to_id !== viewerId || row.back_id === null) return undefined;
  const at = iso(row.back_at ?? row.created_at);
  return {
    _id: row.back_id,
    fromUserID: row.to_id,
    toUserID: row.from_id,
    status: 'ignored',
    createdAt: at,
    updatedAt: at,
  };
}

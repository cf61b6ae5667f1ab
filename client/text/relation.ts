/** The relation between the signed-in user and another person. */
export type Relation = 'self' | 'connected' | 'received' | 'sent' | 'ignored' | 'none' | 'unknown';

/** The steps that the user can take in a relation. */
export type RelationAction = 'interested' | 'ignore' | 'accept' | 'reject' | 'withdraw' | 'remove';

export interface KnownRelations {
  ownId: string | undefined;
  connectionIds: ReadonlySet<string>;
  /** Person id to request id. */
  receivedFrom: ReadonlyMap<string, string>;
  /** Person id to request id, where the upstream lists what was sent. */
  sentTo: ReadonlyMap<string, { requestId: string | undefined; ignored: boolean }>;
  /** Whether `sentTo` is the whole truth (the upstream lists sent requests), or only this device's memory. */
  sentIsComplete: boolean;
}

export function relationTo(personId: string, known: KnownRelations): Relation {
  if (personId === known.ownId) return 'self';
  if (known.connectionIds.has(personId)) return 'connected';
  if (known.receivedFrom.has(personId)) return 'received';
  const sent = known.sentTo.get(personId);
  if (sent) return sent.ignored ? 'ignored' : 'sent';
  return known.sentIsComplete ? 'none' : 'unknown';
}

/** The relation as a card shows it; each but `none` has a word. */
export type CardRelation = 'none' | 'pending' | 'connected';

export function cardRelation(relation: Relation): CardRelation {
  if (relation === 'connected') return 'connected';
  return relation === 'received' || relation === 'sent' ? 'pending' : 'none';
}

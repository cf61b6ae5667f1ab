/** The relation between the signed-in user and another person. */
export type Relation = 'self' | 'connected' | 'received' | 'sent' | 'ignored' | 'none' | 'unknown';

/** The steps that the user can take in a relation. */
export type RelationAction = 'interested' | 'ignore' | 'accept' | 'reject' | 'withdraw' | 'remove';

export interface KnownRelation {
  relation: Relation;
  /** The request to answer or to take back. */
  requestId?: string | undefined;
}

/** The relation as a card shows it; each but `none` has a word. */
export type CardRelation = 'none' | 'pending' | 'connected';

export function cardRelation(relation: Relation | undefined): CardRelation {
  if (relation === 'connected') return 'connected';
  return relation === 'received' || relation === 'sent' ? 'pending' : 'none';
}

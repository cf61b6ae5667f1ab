import type { RelationAction } from '#client/text/relation.ts';
import type { User } from '#shared/api/users.ts';

/** One change of the relation between the user and a person. */
export interface RelationStep {
  action: RelationAction;
  /** Null where the other account is deleted. */
  person: User | null;
  /** The request to answer or withdraw. May be left out when the user withdraws their last decision. */
  requestId?: string | undefined;
  /** What the user says with their interest; with the capability `requests.note`. */
  note?: string | undefined;
  /** Steps of the same queue reach the upstream one after the other; after the last comes `refetchAfterAnswers`. */
  queue?: string | undefined;
}

/** Names a relation in the store's steps: by the person, or by the request of a deleted account. */
export function relationKey({ person, requestId }: Pick<RelationStep, 'person' | 'requestId'>): string {
  return person?._id ?? requestId ?? '';
}

export function isDecision(action: string): boolean {
  return action === 'interested' || action === 'ignore';
}

/** While a step is under way, only its opposite may follow: anything else is a second press. */
export function mayFollow(current: string, next: RelationAction): boolean {
  return current === 'withdraw' ? isDecision(next) : next === 'withdraw' && isDecision(current);
}

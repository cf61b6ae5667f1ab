import type { User } from './users.ts';

/** A person whom the caller has blocked. */
export interface BlockedPerson {
  user: User;
  createdAt: string;
}

export interface BlockedReply {
  items: BlockedPerson[];
  nextCursor: string | null;
}

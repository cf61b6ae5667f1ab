import type { Deps } from '#upstream/deps.ts';
import { hasMessagesLeft, quotaReached } from '#upstream/limits/quotas.ts';

/** Counting costs more than storing, so the count is looked up at every so many messages of a conversation. */
export const checkedEvery = 64;
/** People over their quota who are remembered; the others are found again at their next check. */
const remembered = 10_000;

/** Refuses messages of people who have sent as many as their account may. */
export function createMessageQuota({ db, quotas }: Deps) {
  const spent = new Set<string>();
  return {
    require: (userId: string): void => {
      if (spent.has(userId)) throw quotaReached('messages', quotas.messages);
    },
    check: async (userId: string): Promise<void> => {
      if (await hasMessagesLeft(db, quotas, userId)) return;
      if (spent.size >= remembered) spent.clear();
      spent.add(userId);
    },
  };
}

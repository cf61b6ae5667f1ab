import { Tally } from '#platform/tally.ts';

/** The people who are online: those with at least one visible socket, on any instance. */
export interface PresenceBook {
  /** Adds a socket of a person. Resolves to true when it is their first on any instance. */
  arrive: (userId: string) => Promise<boolean>;
  /** Removes a socket of a person. Resolves to true when it was their last on any instance. */
  leave: (userId: string) => Promise<boolean>;
  onlineAmong: (userIds: readonly string[]) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Presence for a single instance, in memory. */
export function createLocalPresence(): PresenceBook {
  const sockets = new Tally();
  return {
    arrive: async (userId) => {
      sockets.add(userId);
      return sockets.of(userId) === 1;
    },
    leave: async (userId) => {
      sockets.add(userId, -1);
      return sockets.of(userId) === 0;
    },
    onlineAmong: async (userIds) => userIds.filter((userId) => sockets.of(userId) > 0),
    close: async () => undefined,
  };
}

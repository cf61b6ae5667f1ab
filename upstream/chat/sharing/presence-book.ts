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
  const sockets = new Map<string, number>();
  return {
    arrive: async (userId) => {
      const count = (sockets.get(userId) ?? 0) + 1;
      sockets.set(userId, count);
      return count === 1;
    },
    leave: async (userId) => {
      const count = (sockets.get(userId) ?? 1) - 1;
      if (count > 0) sockets.set(userId, count);
      else sockets.delete(userId);
      return count === 0;
    },
    onlineAmong: async (userIds) => userIds.filter((userId) => sockets.has(userId)),
    close: async () => sockets.clear(),
  };
}

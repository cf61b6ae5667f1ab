/** Who is online: everybody with at least one visible socket, on any instance. */
export interface PresenceBook {
  /** Notes one more socket of a person; true when they were not online anywhere before. */
  arrive: (userId: string) => Promise<boolean>;
  /** Notes that a socket is gone; true when it was the last one anywhere. */
  leave: (userId: string) => Promise<boolean>;
  onlineAmong: (userIds: readonly string[]) => Promise<string[]>;
  close: () => Promise<void>;
}

/** The book of one instance that needs no other. */
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

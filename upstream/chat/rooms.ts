/**
 * Rooms decide who hears what. A person's room holds all their tabs and devices, a session's room the sockets that end
 * with it, a watch room those who asked about someone's presence and may know it.
 */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  watch: (userId: string) => `watch:${userId}`,
} as const;

/**
 * Room names. `user`: all sockets of a person. `session`: the sockets to close when that session ends. `watch`: the
 * sockets that watch a person's presence and are connected to them.
 */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  watch: (userId: string) => `watch:${userId}`,
  /** Whose presence the room is about; undefined for other rooms. */
  watchedIn: (room: string) => (room.startsWith('watch:') ? room.slice('watch:'.length) : undefined),
} as const;

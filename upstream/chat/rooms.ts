/**
 * Room names. `user`: all sockets of a person. `session`: the sockets to close when that session ends. `watch`: the
 * sockets that watch a person's presence and are connected to them.
 */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  watch: (userId: string) => `watch:${userId}`,
  /** The sockets of a person that have joined the room of a project. Others, of a page that knows no rooms, hear nothing of it. */
  joined: (roomId: string, userId: string) => `joined:${roomId}:${userId}`,
  /** The sockets of a person that hear of a conversation. */
  of: ({ roomId }: { roomId?: string | undefined }, userId: string) =>
    roomId === undefined ? rooms.user(userId) : rooms.joined(roomId, userId),
  /** Whose presence the room is about; undefined for other rooms. */
  watchedIn: (room: string) => (room.startsWith('watch:') ? room.slice('watch:'.length) : undefined),
} as const;

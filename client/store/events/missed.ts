import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { baseApi, toldTags } from '#client/store/api/base-api.ts';
import type { LiveParts } from './live-parts.ts';

/**
 * Between the page's first calls and the connection, an event of any kind may have been sent. After a connection was
 * lost, recovery does the same.
 */
export function hearMissed({ socket, store }: LiveParts): void {
  socket.on('missed', () => {
    store.dispatch(baseApi.util.invalidateTags(toldTags));
    // A moderator may have hidden something of the user's, or shown it again.
    void store.dispatch(loadOwnUser());
  });
}

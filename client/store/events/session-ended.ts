import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { isSignedOut } from '#client/store/api/base-query/signed-out.ts';
import { sessionEnded } from '#client/store/slices/session-slice.ts';
import { refusalCode } from './keep-connected.ts';
import type { LiveParts } from './live-parts.ts';

/** The upstream has ended the session, or has refused the handshake, perhaps for that reason. */
export function hearSessionEnded(parts: LiveParts): void {
  const { socket } = parts;
  socket.on('sessionEnded', () => void probeSession(parts));
  socket.on('connect_error', (error) => {
    if (!socket.active && refusalCode(error) !== undefined) void probeSession(parts);
  });
}

/** Asks for the profile and reports an ended session, unless the user has logged out meanwhile. */
async function probeSession({ store, userId }: LiveParts): Promise<void> {
  const { error } = await store.dispatch(loadOwnUser());
  if (isSignedOut(error) && store.getState().auth.user?._id === userId) store.dispatch(sessionEnded());
}

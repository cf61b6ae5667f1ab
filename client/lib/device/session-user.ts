import { readText, writeText } from './stored-value.ts';
import { userKey } from './user-storage.ts';

/** All tabs share one session cookie. This entry says whose it is, as far as a login or a load of the profile has told. */
const key = 'dotcode:session-user';

export function noteSessionUser(userId: string): void {
  if (readText(key) !== userId) writeText(key, userId);
}

/** Whether the session is known to belong to another user than this one. */
export function isSessionOfAnother(userId: string): boolean {
  const known = readText(key);
  return known !== null && known !== userId;
}

/** Calls back with the user who has logged in, perhaps in another tab, and when the user returns to this one. Returns the unsubscribe. */
export function onSessionUser(callback: (userId: string) => void): () => void {
  const check = () => {
    const userId = readText(key);
    if (userId !== null) callback(userId);
  };
  const over = new AbortController();
  const { signal } = over;
  window.addEventListener('storage', (event) => event.key === key && check(), { signal });
  // A page that the browser has frozen or kept for Back hears no storage events.
  window.addEventListener('pageshow', check, { signal });
  document.addEventListener('visibilitychange', check, { signal });
  return () => over.abort();
}

/** Tells the other tabs of this browser that a user has logged out. Nothing of it stays in storage. */
export function tellLoggedOut(userId: string): void {
  if (readText(key) === userId) writeText(key, null);
  writeText(userKey(userId, 'left'), new Date().toISOString());
  writeText(userKey(userId, 'left'), null);
}

/** Calls back when a user has logged out, in this tab or another. Returns the unsubscribe. */
export function onLoggedOut(userId: string, callback: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === userKey(userId, 'left') && newValue !== null) callback();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

import { writeText } from './storage.ts';
import { userKey } from './user-storage.ts';

/** Tells the other tabs of this browser that a user has logged out. Nothing of it stays in storage. */
export function tellLoggedOut(userId: string): void {
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

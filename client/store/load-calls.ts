import type { AppStore } from './make-open-store.ts';

/** The calls with which a session begins. Loads the code of all calls and adds it to the store, where a page came without it. */
export async function loadCalls(store: AppStore) {
  const [{ addCalls }, calls] = await Promise.all([import('./make-store.ts'), import('./api/auth-api.ts')]);
  addCalls(store);
  return calls;
}

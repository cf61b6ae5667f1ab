import type { ThreadPages } from '#client/store/api/chat/thread.ts';
import type { Connections } from '#client/store/foreign/connections.ts';
import { rememberConnections } from '#client/store/foreign/relation-memory.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { User } from '#shared/api/users.ts';

/**
 * Remembers the people of each list of connections and of each chat that is loaded: the upstream opens a chat to
 * connections only. Returns the stop.
 */
export function learnConnections(store: AppStore, ownId: string): () => void {
  const seen = new WeakSet<object>();
  let before: unknown;
  const learn = () => {
    const { queries } = store.getState().api;
    if (queries === before) return;
    before = queries;
    for (const query of Object.values(queries)) {
      const { endpointName, data } = query ?? {};
      if (typeof data !== 'object' || data === null || seen.has(data)) continue;
      seen.add(data);
      const people = peopleIn(endpointName, data).filter(
        (person): person is User => person !== null && person._id !== ownId,
      );
      if (people.length > 0) rememberConnections(ownId, people);
    }
  };
  learn();
  return store.subscribe(learn);
}

function peopleIn(endpointName: string | undefined, data: object): (User | null)[] {
  if (endpointName === 'connections') return (data as Connections).people;
  return endpointName === 'chat' ? ((data as ThreadPages).pages[0]?.participants ?? []) : [];
}

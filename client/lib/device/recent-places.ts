import { isRecord } from '#client/lib/is-record.ts';
import { clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { listOf, storedValue } from './stored-value.ts';
import { mayKeep, userKey } from './user-storage.ts';

const kinds = { person: 'otherProfile', project: 'project', chat: 'chat', room: 'room' } as const;

/** A person, project or conversation that was opened. Only its id is kept: names come from the upstream, for as long as it gives them. */
export interface Place {
  kind: keyof typeof kinds;
  /** The id of the person or project; of the other person or the project for a conversation. */
  id: string;
}

const most = 8;
const schema = listOf(
  (value): value is Place =>
    isRecord(value) && Object.hasOwn(kinds, String(value.kind)) && typeof value.id === 'string',
);
const placesOf = (ownId: string) => storedValue(userKey(ownId, 'recent-places'), schema);

/** The people, projects and conversations opened last on this device, the newest first; none where this device may store nothing. */
export function readPlaces(ownId: string): readonly Place[] {
  return mayKeep() ? placesOf(ownId).read() : [];
}

/** Puts the place of an address first. Does nothing for other addresses, and where nothing may be kept. */
export function rememberPlace(ownId: string, pathname: string): void {
  const place = placeAt(pathname);
  if (!place || place.id === ownId || !mayKeep()) return;
  const others = readPlaces(ownId).filter(({ kind, id }) => kind !== place.kind || id !== place.id);
  placesOf(ownId).write([place, ...others].slice(0, most));
}

export function forgetPlaces(ownId: string): void {
  placesOf(ownId).remove();
}

function placeAt(pathname: string): Place | undefined {
  const route = matchClientRoute(pathname);
  const kind = (Object.keys(kinds) as Place['kind'][]).find((each) => clientRoutes[kinds[each]] === route);
  const segment = pathname.replace(/\/$/, '').split('/').at(-1);
  return kind && segment ? { kind, id: decoded(segment) } : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

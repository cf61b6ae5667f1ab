import type { KeptCopy } from '#client/lib/device/kept-storage.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { setFeed } from '#client/state/slices/feed-slice.ts';
import { setRequests } from '#client/state/slices/requests-slice.ts';
import type { ReceivedRequest } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { day } from '#shared/durations.ts';

/** The answers that are kept: the lists of the screens, and what was opened from them. */
const keptEndpoints: ReadonlySet<string> = new Set([
  'capabilities',
  'preferences',
  'muted',
  'feed',
  'received',
  'sent',
  'connections',
  'person',
  'conversations',
  'chat',
  'notifications',
  'project',
  'personalProjects',
  'interestedAndAcceptedProjects',
  'allProjects',
  'exploreProjects',
  'newProjects',
]);

/** The lists whose home is a slice, which may have changed since the answer in the cache. */
export const sliceLists: Record<string, SliceList | undefined> = {
  feed: { items: ({ feed }) => feed.items, fill: (items) => setFeed(items as FeedItem[]) },
  received: { items: ({ requests }) => requests.items, fill: (items) => setRequests(items as ReceivedRequest[]) },
};

interface SliceList {
  items: (state: RootState) => readonly unknown[] | null;
  fill: (items: unknown) => Parameters<AppDispatch>[0];
}

/** The answers in a state that were not seen before. */
export function newAnswers(state: RootState, seen: WeakSet<object>): KeptCopy[] {
  const queries = Object.entries(state.api.queries);
  return queries.flatMap(([key, query]) => {
    if (query?.data === undefined || !keptEndpoints.has(query.endpointName ?? '')) return [];
    const { endpointName = '', originalArgs: arg, data } = query;
    const at = state.kept[key] ?? query.fulfilledTimeStamp ?? 0;
    const list = sliceLists[endpointName];
    const value = list ? list.items(state) : data;
    // Another choice of the user has replaced this list.
    const isOld = list && queries.some(([, other]) => isNewer(other, query));
    if (typeof value !== 'object' || value === null || isOld || seen.has(value)) return [];
    seen.add(value);
    const copy = { key, endpointName, arg, data: value, at };
    return [{ ...copy, size: new TextEncoder().encode(JSON.stringify(copy)).length }];
  });
}

type Query = RootState['api']['queries'][string];

/**
 * Whether another query of the same endpoint came into the store later. That is not the age of its answer: a copy that
 * is shown came into the store when it was shown.
 */
function isNewer(other: Query, query: Query): boolean {
  if (other?.endpointName !== query?.endpointName) return false;
  return (other?.fulfilledTimeStamp ?? 0) > (query?.fulfilledTimeStamp ?? 0);
}

export const longestKeptMs = 7 * day;
const mostBytes = 20_000_000;

/** The copies that may stay: the newest, of the last seven days. One from the future was made by a clock that was wrong. */
export function withinLimits(copies: readonly KeptCopy[], now: number): KeptCopy[] {
  let bytes = 0;
  return copies
    .filter((copy) => isRecent(copy, now))
    .toSorted((a, b) => b.at - a.at)
    .filter(({ size }) => {
      bytes += size;
      return bytes <= mostBytes;
    });
}

export function isRecent({ at }: Pick<KeptCopy, 'at'>, now: number): boolean {
  return at <= now && now - at <= longestKeptMs;
}

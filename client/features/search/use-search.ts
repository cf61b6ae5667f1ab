import { useEffect, useMemo, useRef } from 'react';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { type Asked, resultsKey, type SearchResults, searchApi, useSearchQuery } from '#client/api/search-api.ts';
import { useStable } from '#client/lib/dom/use-later.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useAppDispatch, useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import type { Found } from './results/search-results.tsx';

/** The same time for which RTK Query keeps a reply. */
const freshSeconds = 60;
const none: SearchResults['next'] = { people: null, projects: null };

/**
 * Searches. A new query aborts the older one, whose late reply is never shown. Until the new reply arrives, the old
 * results stay and are `stale`. Returning to the screen within a minute shows all loaded pages again.
 */
export function useSearch({ q, ...others }: Asked) {
  const dispatch = useAppDispatch();
  const results = useAppSelector((state) => state.search.results);
  const args: Asked = { q: q.trim(), ...others };
  const isAsked = args.q !== '' || args.skill !== '';
  const key = resultsKey(args);
  const isShown = results?.query === key;
  const search = useSearchQuery(args, {
    skip: !isAsked,
    // The slice may hold another query's results, so a cached answer of this one is fetched again.
    refetchOnMountOrArgChange: isShown ? freshSeconds : true,
    // Loading the first pages again would drop the later pages that the user has loaded.
    refetchOnReconnect: false,
  });
  useAbortOlder(args);

  /** Adds the next page. Rejects when it cannot be loaded; the results stay as they were. */
  const showMore = async (kind: keyof SearchResults['next']) => {
    const cursor = results?.next[kind];
    if (cursor) await dispatch(searchApi.endpoints.searchMore.initiate({ ...args, kind, cursor }, quiet)).unwrap();
  };

  return {
    results: isAsked ? results : null,
    stale: results !== null && !isShown,
    error: isShown ? undefined : search.error,
    retry: () => search.refetch(),
    more: results?.next ?? none,
    showMore,
  };
}

const quiet = { subscribe: false, forceRefetch: true } as const;

function useAbortOlder(args: Asked): void {
  const dispatch = useAppDispatch();
  const before = useRef(args);
  const key = resultsKey(args);
  const latest = useStable(() => args);
  useEffect(() => {
    const older = before.current;
    before.current = latest();
    if (resultsKey(older) === key) return;
    dispatch(searchApi.util.getRunningQueryThunk('search', older))?.abort();
  }, [key, latest, dispatch]);
}

export type Order = 'match' | 'name';

/** The results without the own profile and muted people, in the chosen order. */
export function useVisibleResults(results: SearchResults | null, order: Order): Found {
  const own = useOwnUser();
  const muted = useMuted();
  return useMemo(() => {
    const hidden = new Set(muted.map(({ _id }) => _id));
    const people = (results?.people ?? []).filter(({ _id }) => _id !== own._id && !hidden.has(_id));
    const projects = [...(results?.projects ?? [])];
    if (order === 'name') {
      people.sort((a, b) => fullName(a).localeCompare(fullName(b)));
      projects.sort((a, b) => a.projectName.localeCompare(b.projectName));
    }
    return { people, projects };
  }, [results, muted, own._id, order]);
}

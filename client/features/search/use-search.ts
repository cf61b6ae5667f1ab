import { useEffect, useRef } from 'react';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#client/store/hooks.ts';
import { type SearchResults, setSearchResults } from '#client/store/slices/search-slice.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import type { Asked } from './local-search.ts';
import { type SearchArgs, searchApi, useFoundPeopleQuery, useFoundProjectsQuery } from './search-api.ts';

/** The same time for which RTK Query keeps a reply. */
const freshSeconds = 60;
const none: SearchResults['next'] = { people: null, projects: null };

/**
 * Searches. A new query aborts the older one, whose late reply is never shown. Until the new reply arrives, the old
 * results stay and are `stale`. Returning to the screen within a minute shows all loaded pages again.
 */
export function useSearch({ q, skill }: Asked) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const known = useCapabilitiesKnown();
  const atUpstream = useCapability('search');
  const results = useAppSelector((state) => state.search.results);
  const args: SearchArgs = { q: q.trim(), skill, atUpstream };
  const key = `${args.q}\n${skill}`;
  const options = {
    skip: !known || key === '\n',
    refetchOnMountOrArgChange: freshSeconds,
    // Loading the first pages again would drop the later pages that the user has loaded.
    refetchOnReconnect: false,
  };
  const people = useFoundPeopleQuery(args, options);
  const projects = useFoundProjectsQuery(args, options);
  useAbortOlder(args);

  const { currentData: foundPeople, fulfilledTimeStamp: at = 0 } = people;
  const { currentData: foundProjects } = projects;
  useEffect(() => {
    if (!foundPeople || !foundProjects) return;
    const shown = store.getState().search.results;
    if (shown?.query === key && at - shown.at < freshSeconds * 1000) return;
    const next = { people: foundPeople.nextCursor, projects: foundProjects.nextCursor };
    dispatch(setSearchResults({ query: key, at, people: foundPeople.items, projects: foundProjects.items, next }));
  }, [foundPeople, foundProjects, key, at, dispatch, store]);

  /** Adds the next page. Rejects when it cannot be loaded; the results stay as they were. */
  const showMore = async (kind: keyof SearchResults['next']) => {
    const cursor = results?.next[kind];
    if (!cursor) return;
    const page = { ...args, cursor };
    const { foundPeople, foundProjects } = searchApi.endpoints;
    const { items, nextCursor } =
      kind === 'people'
        ? await dispatch(foundPeople.initiate(page, quiet)).unwrap()
        : await dispatch(foundProjects.initiate(page, quiet)).unwrap();
    const now = store.getState().search.results;
    if (now?.query !== key) return;
    dispatch(
      setSearchResults({
        ...now,
        [kind]: merged<User | Project>(now[kind], items),
        next: { ...now.next, [kind]: nextCursor },
      }),
    );
  };

  const isAnswered = foundPeople !== undefined && foundProjects !== undefined;
  return {
    results: key === '\n' ? null : results,
    stale: results !== null && results.query !== key,
    error: isAnswered ? undefined : (people.error ?? projects.error),
    retry: () => Promise.all([people, projects].map((query) => query.error !== undefined && query.refetch())),
    /** Whether only what the client can see is searched. */
    isPartial: known && !atUpstream,
    more: results?.next ?? none,
    showMore,
  };
}

const quiet = { subscribe: false, forceRefetch: true } as const;

function useAbortOlder(args: SearchArgs): void {
  const dispatch = useAppDispatch();
  const before = useRef(args);
  const { q, skill, atUpstream } = args;
  useEffect(() => {
    const older = before.current;
    before.current = { q, skill, atUpstream };
    if (older.q === q && older.skill === skill && older.atUpstream === atUpstream) return;
    const { getRunningQueryThunk } = searchApi.util;
    dispatch(getRunningQueryThunk('foundPeople', older))?.abort();
    dispatch(getRunningQueryThunk('foundProjects', older))?.abort();
  }, [q, skill, atUpstream, dispatch]);
}

function merged<Item extends { _id: string }>(before: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...before, ...more].map((item) => [item._id, item])).values()];
}

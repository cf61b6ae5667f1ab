import { useEffect, useMemo, useState } from 'react';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#client/store/hooks.ts';
import { type SearchResults, setSearchResults } from '#client/store/slices/search-slice.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import type { Asked } from './local-search.ts';
import { upstreamSearch, visibleSearch } from './search-sources.ts';

/** As long as any other answer is kept. */
const freshMs = 60_000;
const none: SearchResults['next'] = { people: null, projects: null };

/**
 * The results of what is asked. A newer question aborts the older one, and a late answer to the older one is never
 * shown; until the new answer is there, the old results stay and are `stale`. Coming back within a minute shows what
 * was there, all its pages.
 */
export function useSearch({ q, skill }: Asked) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const known = useCapabilitiesKnown();
  const canSearch = useCapability('search');
  const source = useMemo(() => (canSearch ? upstreamSearch(dispatch) : visibleSearch(dispatch)), [canSearch, dispatch]);
  const results = useAppSelector((state) => state.search.results);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const key = `${q.trim()}\n${skill}`;

  useEffect(() => {
    if (!known || key === '\n') return;
    const before = store.getState().search.results;
    if (attempt === 0 && before?.query === key && Date.now() - before.at < freshMs) return;
    const asked = { q: q.trim(), skill };
    let outdated = false;
    const people = source.people(asked);
    const projects = source.projects(asked);
    Promise.all([people.result, projects.result]).then(
      ([foundPeople, foundProjects]) => {
        if (outdated) return;
        setError(undefined);
        dispatch(
          setSearchResults({
            query: key,
            at: Date.now(),
            people: foundPeople.items,
            projects: foundProjects.items,
            next: { people: foundPeople.nextCursor, projects: foundProjects.nextCursor },
          }),
        );
      },
      (reason: unknown) => {
        if (!outdated) setError(reason);
      },
    );
    return () => {
      outdated = true;
      people.abort();
      projects.abort();
    };
  }, [known, source, q, skill, key, attempt, dispatch, store]);

  /** Adds the next page; rejects when it cannot be loaded, and what is shown stays. */
  const showMore = async (kind: keyof SearchResults['next']) => {
    const cursor = results?.next[kind];
    if (!cursor) return;
    const { items, nextCursor } = await source[kind]({ q: q.trim(), skill }, cursor).result;
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

  return {
    results: key === '\n' ? null : results,
    stale: results !== null && results.query !== key,
    error,
    retry: () => {
      setError(undefined);
      setAttempt((before) => before + 1);
    },
    scope: source.scope,
    more: results?.next ?? none,
    showMore,
  };
}

function merged<Item extends { _id: string }>(before: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...before, ...more].map((item) => [item._id, item])).values()];
}

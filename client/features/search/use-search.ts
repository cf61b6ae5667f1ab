import { useEffect, useMemo, useRef, useState } from 'react';
import { useCapabilitiesKnown, useCapability } from '#client/store/capabilities.ts';
import { useAppDispatch, useAppSelector } from '#client/store/hooks.ts';
import { setSearchResults } from '#client/store/search-slice.ts';
import type { Asked } from './local-search.ts';
import { upstreamSearch, visibleSearch } from './search-sources.ts';

const pause = 250;

interface Cursors {
  people: string | null;
  projects: string | null;
}

/**
 * The results of what is asked, after a pause in typing. A newer question aborts the older one, and a late answer to
 * the older one is never shown; until the new answer is there, the old results stay and are `stale`.
 */
export function useSearch({ q, skill }: Asked) {
  const dispatch = useAppDispatch();
  const known = useCapabilitiesKnown();
  const canSearch = useCapability('search');
  const source = useMemo(() => (canSearch ? upstreamSearch(dispatch) : visibleSearch(dispatch)), [canSearch, dispatch]);
  const results = useAppSelector((state) => state.search.results);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const [cursors, setCursors] = useState<Cursors>({ people: null, projects: null });
  const typed = useRef(false);
  const key = `${q.trim()}\n${skill}`;
  const current = useRef(key);
  current.current = key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same thing again
  useEffect(() => {
    if (!known || key === '\n') return;
    const asked = { q: q.trim(), skill };
    let calls: { abort: () => void }[] = [];
    let outdated = false;
    const ask = async () => {
      const people = source.people(asked);
      const projects = source.projects(asked);
      calls = [people, projects];
      try {
        const [foundPeople, foundProjects] = await Promise.all([people.result, projects.result]);
        if (outdated) return;
        dispatch(setSearchResults({ query: key, people: foundPeople.items, projects: foundProjects.items }));
        setCursors({ people: foundPeople.nextCursor, projects: foundProjects.nextCursor });
        setError(undefined);
      } catch (reason) {
        if (!outdated) setError(reason);
      }
    };
    const timer = setTimeout(ask, typed.current ? pause : 0);
    typed.current = true;
    return () => {
      outdated = true;
      clearTimeout(timer);
      for (const call of calls) call.abort();
    };
  }, [known, source, key, attempt, dispatch]);

  const showMore = async (kind: keyof Cursors) => {
    const cursor = cursors[kind];
    if (!results || cursor === null) return;
    const asked = { q: q.trim(), skill };
    try {
      if (kind === 'people') {
        const more = await source.people(asked, cursor).result;
        if (current.current !== key) return;
        dispatch(setSearchResults({ ...results, people: merged(results.people, more.items) }));
        setCursors((before) => ({ ...before, people: more.nextCursor }));
      } else {
        const more = await source.projects(asked, cursor).result;
        if (current.current !== key) return;
        dispatch(setSearchResults({ ...results, projects: merged(results.projects, more.items) }));
        setCursors((before) => ({ ...before, projects: more.nextCursor }));
      }
    } catch (reason) {
      setError(reason);
    }
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
    more: cursors,
    showMore,
  };
}

function merged<Item extends { _id: string }>(before: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...before, ...more].map((item) => [item._id, item])).values()];
}

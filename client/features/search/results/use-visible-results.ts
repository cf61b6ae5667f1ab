import { useMemo } from 'react';
import { useMuted } from '#client/device/muted.ts';
import type { SearchResults } from '#client/store/api/search-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import type { Found } from './search-results.tsx';

export type Order = 'match' | 'name';

/** The results without the own profile and muted people, in the chosen order. */
export function useVisibleResults(results: SearchResults | null, order: Order): Found {
  const own = useOwnUser();
  const muted = useMuted(own._id);
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

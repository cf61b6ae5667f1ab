import { useMemo } from 'react';
import { isRecord } from '#client/lib/text/is-record.ts';
import { useAppStore } from '#client/state/hooks.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';

/**
 * A person as a loaded list has them, for the head of their profile while its own call is under way. Lists have fewer
 * fields.
 */
export function useLoadedPerson(id: string): User | undefined {
  return useLoaded(id, isPerson);
}

export function useLoadedProject(id: string): Project | undefined {
  return useLoaded(id, isProject);
}

type Check<Thing> = (value: unknown) => value is Thing;

/** Looks through the cached answers and the lists of the slices, once for each id. */
function useLoaded<Thing extends { _id: string }>(id: string, isThing: Check<Thing>): Thing | undefined {
  const store = useAppStore();
  return useMemo(() => {
    const found: Thing[] = [];
    const { api, feed, requests, search } = store.getState();
    const answers = Object.values(api.queries).map((query) => query?.data);
    for (const answer of [...answers, feed.items, requests.items, search.results])
      collect(answer, maxDepth, (value) => {
        if (isThing(value) && value._id === id) found.push(value);
      });
    // Lists differ in how many fields they hold: the record with the most fields is used.
    return found.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
  }, [store, id, isThing]);
}

/** The longest way to a person: the pages, a page, its list, a project, its creator. */
const maxDepth = 6;

function collect(value: unknown, depth: number, onObject: (value: object) => void): void {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  onObject(value);
  for (const each of Object.values(value)) collect(each, depth - 1, onObject);
}

function isPerson(value: unknown): value is User {
  return isRecord(value) && typeof value.firstName === 'string';
}

function isProject(value: unknown): value is Project {
  return isRecord(value) && typeof value.projectName === 'string' && isPerson(value.creator);
}

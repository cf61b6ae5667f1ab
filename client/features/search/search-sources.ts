import { peopleApi } from '#client/store/api/people-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { AppDispatch } from '#client/store/make-store.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { type Asked, searchPeople, searchProjects } from './local-search.ts';
import { searchApi } from './search-api.ts';

export interface Found<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Where results come from: the upstream's search, or what the client can see by itself. */
export interface SearchSource {
  /** Said under the box where only a part of the network is searched. */
  scope?: string;
  people: (asked: Asked, cursor?: string) => Call<Found<User>>;
  projects: (asked: Asked, cursor?: string) => Call<Found<Project>>;
}

export interface Call<Result> {
  result: Promise<Result>;
  abort: () => void;
}

const quiet = { subscribe: false, forceRefetch: true } as const;

export function upstreamSearch(dispatch: AppDispatch): SearchSource {
  return {
    people: (asked, cursor) =>
      abortable(dispatch(searchApi.endpoints.searchPeople.initiate({ ...asked, cursor }, quiet))),
    projects: (asked, cursor) =>
      abortable(dispatch(searchApi.endpoints.searchProjects.initiate({ ...asked, cursor }, quiet))),
  };
}

/** Four pages of 50 undecided people, the connections, and every project that is listed. */
export function visibleSearch(dispatch: AppDispatch): SearchSource {
  const kept = { subscribe: false } as const;
  const people = async (asked: Asked) => {
    const lists = await Promise.all([
      // Such an upstream cannot list them at all once one of them deleted their account: the others are still there.
      dispatch(peopleApi.endpoints.connections.initiate(undefined, kept))
        .unwrap()
        .then((connections) => connections.people)
        .catch(() => []),
      ...[1, 2, 3, 4].map((page) => dispatch(searchApi.endpoints.undecidedPeople.initiate(page, kept)).unwrap()),
    ]);
    return { items: searchPeople(lists.flat(), asked), nextCursor: null };
  };
  const projects = async (asked: Asked) => {
    const all = await dispatch(projectsApi.endpoints.allProjects.initiate(undefined, kept)).unwrap();
    return { items: searchProjects(all, asked), nextCursor: null };
  };
  return {
    scope: 'Searching people you have not decided on, and your connections.',
    people: (asked) => unabortable(people(asked)),
    projects: (asked) => unabortable(projects(asked)),
  };
}

interface Started<Data> {
  unwrap: () => Promise<Data>;
  abort: () => void;
}

function abortable<Data>(call: Started<Data>): Call<Data> {
  return { result: call.unwrap(), abort: () => call.abort() };
}

/** Lists that other screens may be waiting for too: they are left to arrive, and kept. */
function unabortable<Data>(result: Promise<Data>): Call<Data> {
  return { result, abort: () => {} };
}

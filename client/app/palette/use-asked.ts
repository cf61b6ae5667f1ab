import { useEffect, useRef } from 'react';
import { useDebounced } from '#client/dom/use-debounced.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useFoundMessagesInfiniteQuery } from '#client/store/api/chat/message-api.ts';
import { searchApi, useGlanceQuery } from '#client/store/api/search-api.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { useAppDispatch, useOwnUser } from '#client/store/hooks.ts';
import { type Entry, messageEntry, personEntry, projectEntry } from './entries.ts';
import { useHiddenPeople } from './use-hidden-people.ts';

export interface Asked {
  people: readonly Entry[];
  projects: readonly Entry[];
  messages: readonly Entry[];
  isPending: boolean;
  isOffline: boolean;
  error: unknown;
  retry: () => void;
}

/** The same pause in typing as on the screen Search. */
const pauseMs = 250;
/** From so many letters on the upstream is asked. */
const askedFrom = 2;

const nothing = { people: [], projects: [], messages: [] } as const;

/** The results of the upstream's search for the typed text. Results for an earlier text are never returned. */
export function useAsked(typed: string): Asked {
  const { _id: ownId } = useOwnUser();
  const hidden = useHiddenPeople();
  const isOnline = useOnline();
  const canFind = useCapability('search');
  const canFindMessages = useStandIns().chatSearch === 'all messages';
  const q = typed.trim();
  const settled = useDebounced(q, pauseMs);
  const isAsked = isOnline && settled.length >= askedFrom;
  const things = useGlanceQuery(settled, { skip: !isAsked || !canFind });
  const messages = useFoundMessagesInfiniteQuery({ q: settled }, { skip: !isAsked || !canFindMessages });
  useAbortOlder(settled);

  const isFetching = things.isFetching || messages.isFetching;
  const isPending = isOnline && q.length >= askedFrom && (canFind || canFindMessages) && (settled !== q || isFetching);
  const error = things.error ?? messages.error;
  const state = {
    isPending,
    isOffline: !isOnline && q.length >= askedFrom,
    error: settled === q ? error : undefined,
    retry: () => {
      if (things.error) void things.refetch();
      if (messages.error) void messages.refetch();
    },
  };
  // Shown together: what comes later would move what is already there.
  if (!isAsked || settled !== q || isFetching) return { ...nothing, ...state };
  const { people = [], projects = [] } = things.currentData ?? {};
  const found = messages.currentData?.pages.flatMap(({ items }) => items) ?? [];
  return {
    ...state,
    people: people.filter(({ _id }) => !hidden.has(_id)).map(personEntry),
    projects: projects.map(projectEntry),
    messages: found
      .filter(({ peer }) => peer === undefined || !hidden.has(peer._id))
      .flatMap((message) => messageEntry(message, ownId)),
  };
}

/** The upstream runs only a few searches of a person at a time. */
function useAbortOlder(q: string): void {
  const dispatch = useAppDispatch();
  const before = useRef(q);
  useEffect(() => {
    const older = before.current;
    before.current = q;
    if (older !== q) dispatch(searchApi.util.getRunningQueryThunk('glance', older))?.abort();
  }, [q, dispatch]);
}

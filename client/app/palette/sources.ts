import { useEffect, useMemo, useRef, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { useCapability } from '#client/api/capabilities.ts';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { useConversationList } from '#client/api/chat/conversation-list.ts';
import { useFoundMessagesInfiniteQuery } from '#client/api/chat/message-api.ts';
import { peopleApi, useConnectionsQuery } from '#client/api/people-api.ts';
import {
  projectsApi,
  useInterestedAndAcceptedProjectsQuery,
  usePersonalProjectsQuery,
} from '#client/api/projects-api.ts';
import { useMuted } from '#client/api/safety/mute-api.ts';
import { searchApi, useGlanceQuery } from '#client/api/search-api.ts';
import { type ConversationRow, conversationRows } from '#client/features/chat/list/conversation-rows.ts';
import { type Place, readPlaces } from '#client/lib/device/recent-places.ts';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { isMissing } from '#client/lib/text/api-error.ts';
import { useAppDispatch, useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import type { RootState } from '#client/state/make-store.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import {
  chatEntry,
  conversationEntry,
  type Entry,
  type Group,
  groupsAtFirst,
  groupsFor,
  messageEntry,
  personEntry,
  projectEntry,
  roomEntry,
} from './entries.ts';
import { useCommands } from './use-commands.ts';

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
  const canFindMessages = useCapability('chat');
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

/** The user's connections, projects and conversations, from the cached answers that the screens show too. */
export interface Known {
  people: readonly User[];
  projects: readonly Project[];
  conversations: readonly ConversationRow[];
  /** Whether some of it is still on its way. */
  isLoading: boolean;
}

const none: readonly never[] = [];

/** Reads the lists of Connections, Projects and Messages, and loads those that no screen has loaded yet. */
export function useKnown(): Known {
  const { _id: ownId } = useOwnUser();
  const hidden = useHiddenPeople();
  const connections = useConnectionsQuery();
  const own = usePersonalProjectsQuery({ userId: ownId });
  const joined = useInterestedAndAcceptedProjectsQuery();
  const { conversations, isLoading } = useConversationList();

  const people = connections.data?.people ?? none;
  const isAnyLoading = isLoading || connections.isLoading || own.isLoading || joined.isLoading;
  return useMemo(() => {
    const projects = [...(own.data ?? none), ...(joined.data ?? none)];
    return {
      people: people.filter(({ _id }) => !hidden.has(_id)),
      projects: [...new Map(projects.map((project) => [project._id, project])).values()],
      conversations: conversationRows(conversations, none, ownId, '').filter(
        ({ of, state }) => state !== 'Blocked' && !('person' in of && hidden.has(of.person._id)),
      ),
      isLoading: isAnyLoading,
    };
  }, [people, own.data, joined.data, conversations, ownId, hidden, isAnyLoading]);
}

const { person } = peopleApi.endpoints;
const { project } = projectsApi.endpoints;

const isOfPerson = ({ kind }: Place) => kind === 'person' || kind === 'chat';

/**
 * The people, projects and conversations opened last on this device. Their names come from the user's own lists, else from
 * a call for the profile or the project. One that is blocked, deleted or hidden by now has no name, and is left out.
 */
export function useRecent(known: Known): Entry[] {
  const { _id: ownId } = useOwnUser();
  const hidden = useHiddenPeople();
  const [places] = useState(() => readPlaces(ownId));
  const listed = useMemo(() => listedEntries(known), [known]);
  const unlisted = useMemo(
    () => (known.isLoading ? [] : places.filter((place) => !listed.has(idOf(place)))),
    [known.isLoading, places, listed],
  );
  useCalls(unlisted);
  const loaded = useAppSelector((state) => places.map((place) => answerAt(place, state)), shallowEqual);
  return useMemo(
    () =>
      places.flatMap((place, index) => {
        if (isOfPerson(place) && hidden.has(place.id)) return [];
        return listed.get(idOf(place)) ?? entriesOf(place, loaded[index]);
      }),
    [places, hidden, listed, loaded],
  );
}

function idOf({ kind, id }: Place): string {
  if (kind === 'person' || kind === 'project') return `${kind} ${id}`;
  return `conversation ${kind === 'room' ? roomKey(id) : id}`;
}

function listedEntries({ people, projects, conversations }: Known): ReadonlyMap<string, Entry> {
  const partners = conversations.flatMap(({ of }) => ('person' in of ? [of.person] : []));
  const entries = [
    ...[...partners, ...people].map(personEntry),
    ...people.map(chatEntry),
    ...projects.map(projectEntry),
    ...conversations.map(conversationEntry),
  ];
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Asks for the profiles and projects of places that stand in no list. */
function useCalls(places: readonly Place[]): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const calls = places.map((place) =>
      isOfPerson(place) ? dispatch(person.initiate(place.id)) : dispatch(project.initiate(place.id)),
    );
    return () => {
      for (const call of calls) call.unsubscribe();
    };
  }, [dispatch, places]);
}

type Answer =
  | ReturnType<ReturnType<typeof person.select>>['data']
  | ReturnType<ReturnType<typeof project.select>>['data'];

function answerAt(place: Place, state: RootState): Answer {
  const { data, error } = isOfPerson(place) ? person.select(place.id)(state) : project.select(place.id)(state);
  // Without a network, the copy of this device is shown; after a refusal, nothing.
  return isMissing(error) ? undefined : data;
}

function entriesOf({ kind }: Place, answer: Answer): Entry[] {
  if (!answer) return [];
  if ('projectName' in answer) return [kind === 'room' ? roomEntry(answer) : projectEntry(answer)];
  return [kind === 'chat' ? chatEntry(answer) : personEntry(answer)];
}

/** The rows for what is typed: at once from this device, and after a pause in typing also from the upstream. */
export function useGroups(text: string, onLogOut: () => void): { groups: Group[]; asked: Asked } {
  const known = useKnown();
  const recent = useRecent(known);
  const commands = useCommands(onLogOut);
  const asked = useAsked(text);
  // Once for each list, and not at every letter: a network can hold thousands of people.
  const entries = useMemo(
    () => ({
      people: known.people.map(personEntry),
      projects: known.projects.map(projectEntry),
      conversations: known.conversations.map(conversationEntry),
    }),
    [known],
  );
  const sources = { ...entries, recent, commands, asked };
  return { groups: text.trim() === '' ? groupsAtFirst(sources) : groupsFor(text, sources), asked };
}

/** The ids that the palette leaves out: the user's own, and those of muted people. The upstream lists no blocked people. */
export function useHiddenPeople(): ReadonlySet<string> {
  const { _id: ownId } = useOwnUser();
  const muted = useMuted();
  return useMemo(() => new Set([ownId, ...muted.map(({ _id }) => _id)]), [ownId, muted]);
}

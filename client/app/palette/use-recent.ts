import { useEffect, useMemo, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { type Place, readPlaces } from '#client/device/recent-places.ts';
import { roomKey } from '#client/store/api/chat/conversation-key.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import { useAppDispatch, useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import type { RootState } from '#client/store/make-store.ts';
import { isMissing } from '#client/text/is-missing.ts';
import { chatEntry, conversationEntry, type Entry, personEntry, projectEntry, roomEntry } from './entries.ts';
import { useHiddenPeople } from './use-hidden-people.ts';
import type { Known } from './use-known.ts';

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

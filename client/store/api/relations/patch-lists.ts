import type { FeedQuery } from '#client/store/api/feed-api.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import type { AppDispatch, RootState } from '#client/store/make-store.ts';
import { removeFromFeed, returnToFeed, setFeed } from '#client/store/slices/feed-slice.ts';
import { removeRequest, setRequests } from '#client/store/slices/requests-slice.ts';
import { skillList } from '#client/text/person.ts';
import type { ConnectionRequest, SentRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { RelationStep } from './relation-step.ts';

interface Lists {
  dispatch: AppDispatch;
  getState: () => RootState;
}

type Undo = () => void;

/**
 * Changes every loaded list as if the step had succeeded, and returns how to take that back. Undoing goes by id, not by
 * inverse patches: a list may have been fetched again in between.
 */
export function patchLists({ action, person, requestId = '' }: RelationStep, lists: Lists): Undo {
  switch (action) {
    case 'interested':
    case 'ignore':
      return person ? takeFromFeed(lists, person._id) : () => undefined;
    case 'accept':
      return all(takeFromReceived(lists, requestId), person ? joinConnections(lists, person) : undefined);
    case 'reject':
      return takeFromReceived(lists, requestId);
    case 'withdraw':
      return all(takeFromSent(lists, person, requestId), person ? backToFeed(lists, person) : undefined);
    case 'remove':
      return person ? takeFromConnections(lists, person._id) : () => undefined;
  }
}

function all(...undos: (Undo | undefined)[]): Undo {
  return () => {
    for (const undo of undos) undo?.();
  };
}

function takeFromFeed({ dispatch, getState }: Lists, personId: string): Undo {
  const items = () => getState().feed.items;
  const index = items()?.findIndex(({ _id }) => _id === personId) ?? -1;
  const person = items()?.[index];
  if (!person) return () => undefined;
  dispatch(removeFromFeed(personId));
  return () => dispatch(setFeed(inserted(items() ?? [], index, person)));
}

/** Where the feed is loaded. A narrowed feed that may not have this person is asked again. */
function backToFeed({ dispatch, getState }: Lists, person: User): Undo {
  const { items, of } = getState().feed;
  if (!items || !mayBeIn(of, person)) return () => undefined;
  dispatch(returnToFeed(person));
  return () => dispatch(removeFromFeed(person._id));
}

export function mayBeIn({ skill, intent, overlap }: FeedQuery = {}, person: User): boolean {
  const hasSkill = skill === undefined || skillList(person.skills).some((own) => skillKey(own) === skillKey(skill));
  return hasSkill && intent === undefined && overlap === undefined;
}

function takeFromReceived({ dispatch, getState }: Lists, requestId: string): Undo {
  const items = () => getState().requests.items;
  const index = items()?.findIndex(({ _id }) => _id === requestId) ?? -1;
  const request = items()?.[index];
  if (!request) return () => undefined;
  dispatch(removeRequest(requestId));
  return () => dispatch(setRequests(inserted(items() ?? [], index, request)));
}

function takeFromSent({ dispatch, getState }: Lists, person: User | null, requestId: string): Undo {
  const loaded = peopleApi.endpoints.sent.select()(getState()).data?.requests;
  const index =
    loaded?.findIndex(({ _id, toUserID }) => _id === requestId || (person && toUserID?._id === person._id)) ?? -1;
  const request = loaded?.[index];
  if (!request) return () => undefined;
  const patch = (change: (all: NonNullable<typeof loaded>) => NonNullable<typeof loaded>) =>
    patchSent(dispatch, change);
  patch((sent) => sent.filter(({ _id }) => _id !== request._id));
  return () => patch((sent) => inserted(sent, index, request));
}

/** Adds the request that a decision has made to the sent requests, where they are loaded. They hold no ignored people. */
export function joinSent({ dispatch }: Pick<Lists, 'dispatch'>, person: User, request: ConnectionRequest): void {
  if (request.status !== 'interested') return;
  patchSent(dispatch, (sent) => [{ ...request, toUserID: person }, ...sent.filter(({ _id }) => _id !== request._id)]);
}

function patchSent(dispatch: Lists['dispatch'], change: (requests: SentRequest[]) => SentRequest[]): void {
  dispatch(
    peopleApi.util.updateQueryData('sent', undefined, (draft) => {
      if (!draft.unlisted) draft.requests = change(draft.requests);
    }),
  );
}

function joinConnections({ dispatch, getState }: Lists, person: User): Undo {
  const loaded = peopleApi.endpoints.connections.select()(getState()).data?.people;
  if (loaded?.some(({ _id }) => _id === person._id)) return () => undefined;
  const patch = (change: (people: User[]) => User[]) => patchConnections(dispatch, change);
  patch((people) => [...people, person]);
  return () => patch((people) => people.filter(({ _id }) => _id !== person._id));
}

function takeFromConnections({ dispatch, getState }: Lists, personId: string): Undo {
  const loaded = peopleApi.endpoints.connections.select()(getState()).data?.people;
  const index = loaded?.findIndex(({ _id }) => _id === personId) ?? -1;
  const person = loaded?.[index];
  if (!person) return () => undefined;
  patchConnections(dispatch, (people) => people.filter(({ _id }) => _id !== personId));
  return () => patchConnections(dispatch, (people) => inserted(people, index, person));
}

function patchConnections(dispatch: Lists['dispatch'], change: (people: User[]) => User[]): void {
  dispatch(
    peopleApi.util.updateQueryData('connections', undefined, (draft) => {
      draft.people = change(draft.people);
    }),
  );
}

/** The list with the item at its old place; unchanged where the item is there already. */
function inserted<Item extends { _id: string }>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.some(({ _id }) => _id === item._id) ? [...items] : items.toSpliced(index, 0, item);
}

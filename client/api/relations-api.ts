import type { UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '#client/api/base-api.ts';
import type { ApiCall } from '#client/api/base-query/base-query.ts';
import { hasCapability } from '#client/api/capabilities.ts';
import { rememberStep } from '#client/api/compat/memory.ts';
import type { FeedQuery } from '#client/api/people-api.ts';
import { peopleApi } from '#client/api/people-api.ts';
import type { RelationStep } from '#client/api/relation-steps.ts';
import { isApiError } from '#client/lib/text/api-error.ts';
import { fullName, skillList } from '#client/lib/text/person.ts';
import type { RelationAction } from '#client/lib/text/relation.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { removeFromFeed, returnToFeed, setFeed } from '#client/state/slices/feed-slice.ts';
import { removeRequest, setRequests } from '#client/state/slices/requests-slice.ts';
import { foundPersonRelated } from '#client/state/slices/search-slice.ts';
import type { ConnectionRequest, RequestReply } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import { skillKey } from '#shared/skills/skills.ts';

/** A decision is answered with the request it made; another upstream answers with a text. */
type Reply = Partial<RequestReply> | string | undefined;

/** The lists of the upstream that each action changes. */
const changedLists = {
  interested: ['Sent'],
  ignore: ['Sent'],
  accept: ['Connections', 'Chats', 'Received'],
  reject: ['Received'],
  withdraw: ['Sent'],
  remove: ['Connections', 'Chats'],
} as const satisfies Record<RelationAction, readonly string[]>;
const allLists = ['Sent', 'Received', 'Connections'] as const;

export const relationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes one step of a relation. Every list shows it at once, and takes it back when the upstream refuses. */
    relate: build.mutation<Reply, RelationStep>({
      queryFn: async (step, _api, _options, call) => {
        const { data, error } = await call(callOf(step));
        // The user has already withdrawn it on another device.
        if (step.action === 'withdraw' && error?.status === 404) return { data: undefined };
        return error ? { error } : { data: data as Reply };
      },
      onQueryStarted: async (step, api) => {
        const lists: Lists = { dispatch: api.dispatch, getState: () => api.getState() as RootState };
        const own = lists.getState().auth.user?._id;
        const undo = showAtOnce(step, lists);
        try {
          const { data } = await api.queryFulfilled;
          const request = requestIn(data);
          if (step.person && request) joinSent(lists, step.person, request);
          if (step.action === 'withdraw' && step.person && !mayBeIn(lists.getState().feed.of, step.person))
            api.dispatch(baseApi.util.invalidateTags(['Feed']));
          if (step.person) showRelation(lists, step.person._id, relationAfter(step, request));
          if (own !== undefined && !hasCapability(api.getState(), 'requests.sent')) rememberStep(own, step);
        } catch (thrown) {
          // The call ends with its user, whose lists are gone. Where the two are related already, the lists stay as they are,
          // and the screen finds out how.
          const hasLeft = lists.getState().auth.user?._id !== own;
          if (!hasLeft && !isAlreadyRelated((thrown as { error?: unknown }).error)) undo();
        }
      },
      invalidatesTags: (reply, error, { action, person, isOneOfMany }) => {
        const profile = person ? [{ type: 'User', id: person._id } as const] : [];
        if (isOneOfMany) return profile;
        // Another tab may have made it.
        if (error?.code === 'aborted') return [...allLists, ...profile];
        if (error)
          return !isAlreadyRelated(error) && [404, 409].includes(error.status) ? [...allLists, ...profile] : [];
        const lists =
          requestIn(reply)?.status === 'accepted' ? ([...allLists, 'Chats'] as const) : changedLists[action];
        return [...lists, ...profile];
      },
    }),
  }),
});

/** Asks again, once for all answers, for the lists that several of them have changed. */
export const refetchAfterAnswers = () => baseApi.util.invalidateTags([...allLists, 'Chats']);

export function requestIn(reply: Reply): ConnectionRequest | undefined {
  return typeof reply === 'object' ? reply.data : undefined;
}

export function isAlreadyRelated(error: unknown): boolean {
  return isApiError(error) && error.code === 'already_related';
}

/** The call behind a step. Decisions and removals name the person, answers and withdrawals the request. */
function callOf({ action, person, note, requestId = '' }: RelationStep): ApiCall {
  const personId = person?._id ?? '';
  const name = fullName(person);
  const calls: Record<RelationAction, Pick<ApiCall, 'method' | 'url' | 'waits'>> = {
    interested: { method: 'POST', url: apiPaths.request('interested', personId), waits: `Interested in ${name}` },
    ignore: { method: 'POST', url: apiPaths.request('ignored', personId), waits: `Ignore ${name}` },
    accept: {
      method: 'POST',
      url: apiPaths.requestReview('accepted', requestId),
      waits: `Accept the request of ${name}`,
    },
    reject: {
      method: 'POST',
      url: apiPaths.requestReview('rejected', requestId),
      waits: `Reject the request of ${name}`,
    },
    withdraw: {
      method: 'DELETE',
      url: apiPaths.requestWithdraw(requestId),
      waits: `Take back the request to ${name}`,
    },
    remove: { method: 'DELETE', url: apiPaths.connection(personId) },
  };
  return { ...calls[action], ...(note && { body: { note } }) };
}

interface Lists {
  dispatch: AppDispatch;
  getState: () => RootState;
}

type ViewerRelation = NonNullable<User['viewer']>;

type Undo = () => void;
const nothing: Undo = () => undefined;

/** Changes every loaded list as if the step had succeeded, and returns how to take that back. */
function showAtOnce({ action, person, requestId = '' }: RelationStep, lists: Lists): Undo {
  const { dispatch } = lists;
  switch (action) {
    case 'interested':
    case 'ignore':
      return person ? takeFromFeed(lists, person._id) : nothing;
    case 'accept': {
      const restore = takeFromReceived(lists, requestId);
      const patch = person && dispatch(patchConnections((people) => [...without(people, person._id), person]));
      return () => {
        restore();
        patch?.undo();
      };
    }
    case 'reject':
      return takeFromReceived(lists, requestId);
    case 'withdraw': {
      const isIt = ({ _id, toUserID }: { _id: string; toUserID: User | null }) =>
        _id === requestId || (person !== null && toUserID?._id === person._id);
      const patch = dispatch(
        peopleApi.util.updateQueryData('sent', undefined, (draft) => {
          draft.requests = draft.requests.filter((request) => !isIt(request));
        }),
      );
      const restore = person ? backToFeed(lists, person) : nothing;
      return () => {
        patch.undo();
        restore();
      };
    }
    case 'remove':
      return person ? dispatch(patchConnections((people) => without(people, person._id))).undo : nothing;
  }
}

const patchConnections = (change: (people: User[]) => User[]) =>
  peopleApi.util.updateQueryData('connections', undefined, (draft) => {
    draft.people = change(draft.people);
  });

const without = <Item extends { _id: string }>(items: readonly Item[], id: string): Item[] =>
  items.filter(({ _id }) => _id !== id);

/** Takes an item out of the list of a slice. The undo puts it back at its old place, unless it is in the list by then. */
function takeFrom<Item extends { _id: string }>(
  { dispatch }: Lists,
  id: string,
  slice: {
    items: () => readonly Item[] | null;
    remove: (id: string) => UnknownAction;
    set: (items: Item[]) => UnknownAction;
  },
): Undo {
  const items = () => slice.items() ?? [];
  const index = items().findIndex(({ _id }) => _id === id);
  const item = items()[index];
  if (!item) return nothing;
  dispatch(slice.remove(id));
  return () => {
    const now = items();
    dispatch(slice.set(now.some(({ _id }) => _id === id) ? [...now] : now.toSpliced(index, 0, item)));
  };
}

function takeFromFeed(lists: Lists, personId: string): Undo {
  return takeFrom(lists, personId, { items: () => lists.getState().feed.items, remove: removeFromFeed, set: setFeed });
}

function takeFromReceived(lists: Lists, requestId: string): Undo {
  const items = () => lists.getState().requests.items;
  return takeFrom(lists, requestId, { items, remove: removeRequest, set: setRequests });
}

/** Where the feed is loaded. A narrowed feed that may not have this person is asked again. */
function backToFeed({ dispatch, getState }: Lists, person: User): Undo {
  const { items, of } = getState().feed;
  if (!items || !mayBeIn(of, person)) return nothing;
  dispatch(returnToFeed(person));
  return () => dispatch(removeFromFeed(person._id));
}

function mayBeIn({ skill, intent, overlap }: FeedQuery = {}, person: User): boolean {
  const hasSkill = skill === undefined || skillList(person.skills).some((own) => skillKey(own) === skillKey(skill));
  return hasSkill && intent === undefined && overlap === undefined;
}

/** Adds the request that a decision has made to the sent requests, where they are loaded. They hold no ignored people. */
function joinSent({ dispatch }: Lists, person: User, request: ConnectionRequest): void {
  if (request.status !== 'interested') return;
  dispatch(
    peopleApi.util.updateQueryData('sent', undefined, (draft) => {
      if (!draft.unlisted) draft.requests = [{ ...request, toUserID: person }, ...without(draft.requests, request._id)];
    }),
  );
}

function relationAfter({ action }: RelationStep, request: ConnectionRequest | undefined): ViewerRelation {
  if (action === 'accept' || request?.status === 'accepted') return { relation: 'connected' };
  const asked = request && { requestId: request._id };
  if (action === 'interested') return { relation: 'sent', ...asked };
  if (action === 'ignore') return { relation: 'ignored', ...asked };
  return { relation: 'none' };
}

/** Shows the relation to a person in their loaded profile and among the found people. */
export function showRelation({ dispatch }: Pick<Lists, 'dispatch'>, personId: string, viewer: ViewerRelation): void {
  dispatch(
    peopleApi.util.updateQueryData('person', personId, (person) => {
      if (person.viewer) person.viewer = viewer;
    }),
  );
  dispatch(foundPersonRelated({ personId, viewer }));
}

import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import {
  peopleApi,
  useRemoveConnectionMutation,
  useReviewRequestMutation,
  useSendRequestMutation,
  useWithdrawRequestMutation,
} from '#client/store/api/people-api.ts';
import { useAppDispatch, useOwnUser } from '#client/store/hooks.ts';
import { removeFromFeed } from '#client/store/slices/feed-slice.ts';
import { removeRequest } from '#client/store/slices/requests-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import type { User } from '#shared/api/users.ts';
import { forget, remember } from './sent-ledger.ts';

export type RelationAction = 'interested' | 'ignore' | 'accept' | 'reject' | 'withdraw' | 'remove';

type Person = Pick<User, '_id' | 'firstName'>;

/** What did not work, for the place where it was tried: `retry` does the same once more. */
export interface RelationFailure {
  message: string;
  retry: (() => void) | undefined;
}

/** The one state machine of two people. `act` resolves to whether it is true now; `failure` says why it is not. */
export function useRelationActions() {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const canWithdraw = useCapability('requests.sent');
  const [pending, setPending] = useState<RelationAction>();
  const [failure, setFailure] = useState<RelationFailure>();
  // The state is for the eye: two presses may come before it is rendered.
  const running = useRef(false);
  const [send] = useSendRequestMutation();
  const [review] = useReviewRequestMutation();
  const [withdraw] = useWithdrawRequestMutation();
  const [removeConnection] = useRemoveConnectionMutation();

  const decide = async (person: Person, status: 'interested' | 'ignored') => {
    const reply = await send({ status, userId: person._id }).unwrap();
    const request = typeof reply === 'object' ? reply.data : undefined;
    dispatch(removeFromFeed(person._id));
    if (request?.status === 'accepted') return say(`You and ${person.firstName} are connected`);
    const sentence = status === 'interested' ? `Request sent to ${person.firstName}` : `${person.firstName} is ignored`;
    const undo = canWithdraw && request ? () => void act('withdraw', person, request._id) : undefined;
    say(sentence, undo);
  };

  const steps: Record<RelationAction, (person: Person, requestId?: string) => Promise<unknown>> = {
    interested: (person) => decide(person, 'interested'),
    ignore: (person) => decide(person, 'ignored'),
    accept: async (person, requestId = '') => {
      await review({ status: 'accepted', requestId }).unwrap();
      dispatch(removeRequest(requestId));
      say(`You and ${person.firstName} are connected`);
    },
    reject: async (person, requestId = '') => {
      await review({ status: 'rejected', requestId }).unwrap();
      dispatch(removeRequest(requestId));
      say(`Request from ${person.firstName} rejected`);
    },
    withdraw: async (person, requestId = '') => {
      await withdraw(requestId)
        .unwrap()
        .catch((error: unknown) => {
          // Taken back before, on another device.
          if (!isApiError(error) || error.status !== 404) throw error;
        });
      forget(own._id, person._id);
      say('Taken back');
    },
    remove: async (person) => {
      await removeConnection(person._id).unwrap();
      forget(own._id, person._id);
      say(`You and ${person.firstName} are no longer connected`);
    },
  };

  const act = async (action: RelationAction, person: Person, requestId?: string): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPending(action);
    setFailure(undefined);
    try {
      await steps[action](person, requestId);
      return true;
    } catch (error) {
      // Answered, withdrawn or removed meanwhile: the lists that said otherwise are old.
      const isOld = isApiError(error) && [404, 409].includes(error.status);
      if (isApiError(error) && error.code === 'already_related') await learnRelation(person);
      else
        setFailure({
          message: errorMessage(error),
          retry: isOld ? undefined : () => void act(action, person, requestId),
        });
      if (isOld) dispatch(peopleApi.util.invalidateTags(['Received', 'Sent', 'Connections']));
      return false;
    } finally {
      running.current = false;
      setPending(undefined);
    }
  };

  /** "Already exists": it may be theirs, so the received list is asked first; otherwise it is ours, and pending. */
  const learnRelation = async (person: Person) => {
    const received = await dispatch(
      peopleApi.endpoints.received.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    dispatch(peopleApi.util.invalidateTags(['Sent', 'Connections']));
    if (received.data?.some(({ fromUserID }) => fromUserID?._id === person._id)) {
      toast.info(`${person.firstName} asked you first`);
      return;
    }
    remember(own._id, { userId: person._id, status: 'interested', at: new Date().toISOString() });
    toast.info(`You already have a request with ${person.firstName}.`);
  };

  return { act, pending, failure };
}

function say(sentence: string, undo?: () => void): void {
  if (undo) toast(sentence, { duration: 8000, action: { label: 'Undo', onClick: undo } });
  else toast(sentence);
  announce(sentence);
}

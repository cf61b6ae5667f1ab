import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { announce } from '#client/lib/announce.ts';
import { errorMessage, isApiError } from '#client/lib/api-error.ts';
import { fullName } from '#client/lib/person.ts';
import { useCapability } from '#client/store/capabilities.ts';
import { removeFromFeed, setFeed } from '#client/store/feed-slice.ts';
import { useAppDispatch, useAppStore } from '#client/store/hooks.ts';
import { useSendRequestMutation, useWithdrawRequestMutation } from '#client/store/people-api.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';

export interface FailedDecision {
  status: Decision;
  message: string;
}

interface LastDecision {
  person: FeedItem;
  index: number;
  /** Undefined where there is nothing to take back. */
  requestId: Promise<string | undefined>;
}

/** How long a toast with an action stays, so that there is time to reach it. */
const actionToast = 8000;

/** Interested and Ignore: the card leaves at once, the call goes out at once, a failure brings the card back. */
export function useDecisions({ onSettled }: { onSettled: () => void }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const canUndo = useCapability('requests.sent');
  const [send] = useSendRequestMutation();
  const [withdraw] = useWithdrawRequestMutation();
  const [failed, setFailed] = useState<Readonly<Record<string, FailedDecision>>>({});
  const [last, setLast] = useState<LastDecision>();
  const decided = useRef(new Set<string>());

  const putBack = (person: FeedItem, index: number) => {
    decided.current.delete(person._id);
    const others = (store.getState().feed.items ?? []).filter(({ _id }) => _id !== person._id);
    dispatch(setFeed(others.toSpliced(index, 0, person)));
  };

  const decide = (person: FeedItem, status: Decision) => {
    if (decided.current.has(person._id)) return;
    const index = store.getState().feed.items?.findIndex(({ _id }) => _id === person._id) ?? 0;
    const name = person.firstName;
    decided.current.add(person._id);
    setFailed(({ [person._id]: _gone, ...others }) => others);
    dispatch(removeFromFeed(person._id));
    const requestId = settle(person, Math.max(index, 0), status, name);
    setLast({ person, index: Math.max(index, 0), requestId });
    toastUndo(person, status, requestId);
  };

  const settle = async (person: FeedItem, index: number, status: Decision, name: string) => {
    try {
      const reply = await send({ status, userId: person._id }).unwrap();
      const request = typeof reply === 'object' ? reply.data : undefined;
      if (request?.status === 'accepted') {
        toast.success(`${fullName(person)} was interested too: you are connected`);
        return undefined;
      }
      return request?._id;
    } catch (error) {
      if (isApiError(error) && error.code === 'already_related') {
        toast(`You already have a request with ${name}.`);
        return undefined;
      }
      putBack(person, index);
      setFailed((others) => ({ ...others, [person._id]: { status, message: errorMessage(error) } }));
      announce(`${fullName(person)} is back. ${errorMessage(error)}`, 'assertive');
      return undefined;
    } finally {
      onSettled();
    }
  };

  const toastUndo = async (person: FeedItem, status: Decision, requestId: Promise<string | undefined>) => {
    const id = await requestId;
    if (id === undefined || !canUndo) return;
    toast(status === 'interested' ? `Interested sent to ${person.firstName}` : `${person.firstName} ignored`, {
      id: `decision-${person._id}`,
      duration: actionToast,
      action: { label: 'Undo', onClick: () => void undo({ person, index: 0, requestId }) },
    });
  };

  const undo = async ({ person, requestId }: LastDecision) => {
    const id = await requestId;
    if (id === undefined) return;
    setLast((current) => (current?.person._id === person._id ? undefined : current));
    toast.dismiss(`decision-${person._id}`);
    putBack(person, 0);
    announce(`${fullName(person)} is back`);
    try {
      await withdraw(id).unwrap();
    } catch (error) {
      decided.current.add(person._id);
      dispatch(removeFromFeed(person._id));
      toast.error(`This could not be taken back. ${errorMessage(error)}`);
    }
  };

  return {
    decide,
    failed,
    decided: decided.current as ReadonlySet<string>,
    undoLast: canUndo && last ? () => void undo(last) : undefined,
    lastPerson: last?.person,
  };
}

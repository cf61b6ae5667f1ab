import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { announce } from '#client/dom/announce.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useSendRequestMutation, useWithdrawRequestMutation } from '#client/store/api/people-api.ts';
import { useAppDispatch, useAppStore } from '#client/store/hooks.ts';
import { removeFromFeed, setFeed } from '#client/store/slices/feed-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';

export interface FailedDecision {
  status: Decision;
  message: string;
}

interface LastDecision {
  person: FeedItem;
  /** Undefined where there is nothing to take back. */
  requestId: Promise<string | undefined>;
}

interface Options {
  onSettled: () => void;
  /** A card is back: because its decision failed, or because it was taken back. False where nobody sees the feed now. */
  onReturned: (person: FeedItem, why: 'failed' | 'undone') => boolean;
}

/** How long a toast with an action stays, so that there is time to reach it. */
const actionToast = 8000;

/** Interested and Ignore: the card leaves at once, the call goes out at once, a failure brings the card back. */
export function useDecisions({ onSettled, onReturned }: Options) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const canUndo = useCapability('requests.sent');
  const [send] = useSendRequestMutation();
  const [withdraw] = useWithdrawRequestMutation();
  const [failed, setFailed] = useState<Readonly<Record<string, FailedDecision>>>({});
  const [last, setLast] = useState<LastDecision>();
  const decided = useRef(new Set<string>());
  const restored = useRef(new Set<string>());
  const undoing = useRef(new Map<string, Promise<void>>());

  const putBack = (person: FeedItem, index: number, why: 'failed' | 'undone', failure?: FailedDecision) => {
    decided.current.delete(person._id);
    const others = (store.getState().feed.items ?? []).filter(({ _id }) => _id !== person._id);
    flushSync(() => {
      dispatch(setFeed(others.toSpliced(index, 0, person)));
      if (failure) setFailed((before) => ({ ...before, [person._id]: failure }));
    });
    return onReturned(person, why);
  };

  const decide = (person: FeedItem, status: Decision) => {
    if (decided.current.has(person._id)) return;
    const index = store.getState().feed.items?.findIndex(({ _id }) => _id === person._id) ?? 0;
    decided.current.add(person._id);
    restored.current.delete(person._id);
    setFailed(({ [person._id]: _gone, ...others }) => others);
    dispatch(removeFromFeed(person._id));
    const requestId = settle(person, Math.max(index, 0), status);
    const decision = { person, requestId };
    setLast(decision);
    void offerUndo(decision, status);
  };

  const settle = async (person: FeedItem, index: number, status: Decision) => {
    // Whoever was just brought back is decided on anew only once the decision before is gone.
    await undoing.current.get(person._id);
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
        toast(`You already have a request with ${person.firstName}.`);
        return undefined;
      }
      const message = errorMessage(error);
      if (putBack(person, index, 'failed', { status, message })) {
        announce(`${fullName(person)} is back. ${message}`, 'assertive');
      } else {
        toast.error(`${unsaved(status)} ${fullName(person)} is back in the feed. ${message}`);
      }
      return undefined;
    } finally {
      onSettled();
    }
  };

  const offerUndo = async (decision: LastDecision, status: Decision) => {
    const { person, requestId } = decision;
    if ((await requestId) === undefined) {
      // Nothing to take back: no control may say that there is.
      setLast((current) => (current === decision ? undefined : current));
      return;
    }
    if (!canUndo) return;
    toast(status === 'interested' ? `Interested sent to ${person.firstName}` : `${person.firstName} ignored`, {
      id: toastId(person),
      duration: actionToast,
      action: { label: 'Undo', onClick: () => undo(decision) },
    });
  };

  const undo = (decision: LastDecision) => {
    const { _id } = decision.person;
    if (undoing.current.has(_id)) return;
    undoing.current.set(
      _id,
      takeBack(decision).finally(() => undoing.current.delete(_id)),
    );
  };

  const takeBack = async ({ person, requestId }: LastDecision) => {
    const id = await requestId;
    if (id === undefined) return;
    setLast((current) => (current?.requestId === requestId ? undefined : current));
    toast.dismiss(toastId(person));
    restored.current.add(person._id);
    putBack(person, 0, 'undone');
    announce(`${fullName(person)} is back`);
    try {
      await withdraw(id).unwrap();
    } catch (error) {
      // Taken back before, on another device.
      if (isApiError(error) && error.status === 404) return;
      decided.current.add(person._id);
      restored.current.delete(person._id);
      dispatch(removeFromFeed(person._id));
      toast.error(`This could not be taken back. ${errorMessage(error)}`);
    }
  };

  return {
    decide,
    failed,
    /** Whom no answer may bring back. */
    decided: decided.current as ReadonlySet<string>,
    /** Whom no answer may take away: one that was on its way does not know yet that the decision was taken back. */
    restored: restored.current as ReadonlySet<string>,
    undoLast: canUndo && last ? () => undo(last) : undefined,
  };
}

/** What did not happen, as the card and the toast say it. */
export const unsaved = (status: Decision) =>
  status === 'interested' ? 'Interested was not sent.' : 'Ignore was not saved.';

const toastId = ({ _id }: FeedItem) => `decision-${_id}`;

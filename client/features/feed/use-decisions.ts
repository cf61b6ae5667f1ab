import { useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { toast } from '#client/dom/toast.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { isDecision } from '#client/store/api/relations/relation-step.ts';
import { dismissUndo } from '#client/store/api/relations/undo-offer.ts';
import { useRelationActions } from '#client/store/api/relations/use-relation-actions.ts';
import { useAppStore } from '#client/store/hooks.ts';
import { fullName } from '#client/text/person.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';

export interface FailedDecision {
  status: Decision;
  message: string;
  /** False where the same would be refused again: the message says why, and until when. */
  mayRetry: boolean;
}

interface Options {
  /** Called after each decision, successful or not. */
  onSettled: () => void;
  /** Called when a card returns. Returns false when the feed is no longer on screen. */
  onReturned: (person: FeedItem, why: 'failed' | 'undone') => boolean;
  /** Called when the other was interested too. Returns false where the feed is no longer on screen. */
  onConnected: (person: FeedItem) => boolean;
}

/** The feed's decisions, in its own words: Interested and Ignore, and Undo where the upstream can withdraw them. */
export function useDecisions({ onSettled, onReturned, onConnected }: Options) {
  const store = useAppStore();
  const { act, stepOf } = useRelationActions();
  const canUndo = useCapability('requests.sent');
  const [last, setLast] = useState<{ person: FeedItem; status: Decision }>();

  const decide = async (person: FeedItem, status: Decision) => {
    const sent = act({ action: status === 'ignored' ? 'ignore' : status, person });
    setLast({ person, status });
    const result = await sent;
    if (result.kind === 'repeated') return;
    const request = result.kind === 'done' ? result.request : undefined;
    if (request?.status === 'accepted' && !onConnected(person))
      toast.success(`${fullName(person)} was interested too: you are connected`);
    if (result.kind === 'failed') {
      if (onReturned(person, 'failed')) announce(`${fullName(person)} is back. ${result.message}`, 'assertive');
      else toast.error(`${unsaved(status)} ${fullName(person)} is back in the feed. ${result.message}`);
    }
    onSettled();
  };

  const undo = async (person: FeedItem) => {
    const withdrawn = act({ action: 'withdraw', person });
    if (store.getState().steps[person._id]?.current?.action !== 'withdraw') return;
    setLast((current) => (current?.person._id === person._id ? undefined : current));
    dismissUndo(person._id);
    onReturned(person, 'undone');
    announce(`${fullName(person)} is back`);
    const result = await withdrawn;
    if (result.kind === 'failed') toast.error(`This could not be taken back. ${result.message}`);
  };

  const step = last && stepOf(last);
  const isMade = step?.last !== undefined && isDecision(step.last.action) && step.last.requestId !== undefined;
  // Without a request that can be withdrawn, no control may offer Undo.
  const canTakeBack = canUndo && !step?.last?.isConnected && (step?.current !== undefined || isMade);

  return {
    decide: (person: FeedItem, status: Decision) => void decide(person, status),
    failureOf: (person: FeedItem): FailedDecision | undefined => {
      const { failure } = stepOf({ person });
      if (!failure || !isDecision(failure.action)) return undefined;
      return {
        status: failure.action === 'ignore' ? 'ignored' : 'interested',
        message: failure.message,
        mayRetry: !failure.isOutdated,
      };
    },
    /** The last confirmed decision in words, until the next one. */
    said: last && canTakeBack && step?.current === undefined ? sentence(last.person, last.status) : undefined,
    undoLast: last && canTakeBack ? () => void undo(last.person) : undefined,
  };
}

/** The sentence for a decision that was not saved, for the card and the toast. */
export const unsaved = (status: Decision) =>
  status === 'interested' ? 'Interested was not sent.' : 'Ignore was not saved.';

const sentence = ({ firstName }: FeedItem, status: Decision) =>
  status === 'interested' ? `Interested sent to ${firstName}` : `${firstName} ignored`;

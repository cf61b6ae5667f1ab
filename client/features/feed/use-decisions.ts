import { useState } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { dismissUndo, isDecision } from '#client/api/relation-steps.ts';
import { useRelationActions } from '#client/api/use-relation.ts';
import { takeBackWaitingCall } from '#client/lib/device/waiting-calls.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';

export interface FailedDecision {
  status: Decision;
  message: string;
  /** False where the same would be refused again: the message says why, and until when. */
  mayRetry: boolean;
}

interface Options {
  /** Called after each decision, successful or not. */
  onDecided: () => void;
  /** Called when a card returns. Returns false when the feed is no longer on screen. */
  onReturned: (person: FeedItem, why: 'failed' | 'undone') => boolean;
  /** Called when the other was interested too. Returns false where the feed is no longer on screen. */
  onConnected: (person: FeedItem) => boolean;
}

/** The feed's decisions, in its own words: Interested and Ignore, and Undo where the upstream can withdraw them. */
export function useDecisions({ onDecided, onReturned, onConnected }: Options) {
  const own = useOwnUser();
  const { act, isUnderWay, stepOf } = useRelationActions();
  const canUndo = useCapability('requests.sent');
  const [last, setLast] = useState<{ person: FeedItem; status: Decision }>();

  const online = useOnline();
  const step = last && stepOf(last);
  const isWaiting = !online && step?.isPending === true && isDecision(step.action);

  const decide = async (person: FeedItem, status: Decision, note: string | undefined) => {
    const sent = act(status === 'ignored' ? { action: 'ignore', person } : { action: status, person, note });
    setLast({ person, status });
    const result = await sent;
    if (result.kind === 'repeated' || result.kind === 'taken back') return;
    const request = result.kind === 'done' ? result.request : undefined;
    if (request?.status === 'accepted' && !onConnected(person))
      toast.success(`${fullName(person)} was interested too: you are connected`);
    if (result.kind === 'failed') {
      if (onReturned(person, 'failed')) announce(`${fullName(person)} is back. ${result.message}`, 'assertive');
      else toast.error(`${unsaved(status)} ${fullName(person)} is back in the feed. ${result.message}`);
    }
    onDecided();
  };

  /** Offline, a decision has not left this device. Returns whether it waited, and does not any more. */
  const takeBackWaiting = ({ person, status }: { person: FeedItem; status: Decision }): boolean =>
    takeBackWaitingCall(own._id, { method: 'POST', url: apiPaths.request(status, person._id) });

  const undo = async (decided: { person: FeedItem; status: Decision }) => {
    const { person } = decided;
    if (isWaiting && takeBackWaiting(decided)) {
      setLast(undefined);
      onReturned(person, 'undone');
      return announce(`${fullName(person)} is back`);
    }
    if (isUnderWay({ person })) return;
    const withdrawn = act({ action: 'withdraw', person, requestId: step?.requestId });
    setLast((current) => (current?.person._id === person._id ? undefined : current));
    dismissUndo(person._id);
    onReturned(person, 'undone');
    announce(`${fullName(person)} is back`);
    const result = await withdrawn;
    if (result.kind === 'failed') toast.error(`This could not be taken back. ${result.message}`);
  };

  // Without a request that can be withdrawn, no control may offer Undo.
  const isMade = step?.isDone === true && isDecision(step.action) && step.requestId !== undefined && !step.isConnected;
  const canTakeBack = isWaiting || (canUndo && isMade);

  return {
    decide: (person: FeedItem, status: Decision, note?: string) => void decide(person, status, note),
    failureOf: (person: FeedItem): FailedDecision | undefined => {
      const { action, failure } = stepOf({ person }) ?? {};
      if (!action || !failure || !isDecision(action)) return undefined;
      return {
        status: action === 'ignore' ? 'ignored' : 'interested',
        message: failure.message,
        mayRetry: !failure.isOutdated,
      };
    },
    /** The last decision in words, once it is confirmed or waits for the network, until the next one. */
    said:
      last && isWaiting
        ? waitingSentence(last.person, last.status)
        : last && canTakeBack
          ? sentence(last.person, last.status)
          : undefined,
    undoLast: last && canTakeBack ? () => void undo(last) : undefined,
  };
}

/** The sentence for a decision that was not saved, for the card and the toast. */
export const unsaved = (status: Decision) =>
  status === 'interested' ? 'Interested was not sent.' : 'Ignore was not saved.';

const sentence = ({ firstName }: FeedItem, status: Decision) =>
  status === 'interested' ? `Interested sent to ${firstName}` : `${firstName} ignored`;

const waitingSentence = ({ firstName }: FeedItem, status: Decision) =>
  `${status === 'interested' ? `Interested in ${firstName}` : `Ignoring ${firstName}`} goes out when you are back`;
